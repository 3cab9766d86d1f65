import type { Found, Rule } from './rule.ts';
import { isReference, looksRandom } from './secret-value.ts';

/** Passwords and tokens in addresses: `scheme://user:password@host`, `https://token@host`. The user and the host stay. */
export const urlCredentials: Rule = { id: 'url-credentials', markers: ['://', ':\\/\\/', '%3a%2f%2f'], find: findCredentials };

/** Slashes may be escaped, as PHP and some loggers write JSON, or percent-encoded. The last `@` before a slash ends the credentials. */
const AUTHORITY =
  /(:\/\/|:\\\/\\\/|%3a%2f%2f)([^\s:/@"'`<>\\]{0,256})(?:(:|%3a)([^\s/"'`<>\\]{1,512}))?(?:@|%40)(?=[A-Za-z0-9[{<$%_])/iy;

function findCredentials(text: string, at: number): Found | undefined {
  AUTHORITY.lastIndex = at;
  const match = AUTHORITY.exec(text);
  if (match === null) return undefined;
  const [, lead = '', user = '', colon = '', password] = match;
  // An encoded address ends where an encoded slash, blank or question mark stands.
  if (lead.startsWith('%') && /%(?:2f|0a|0d|20|3f)/i.test(match[0].slice(lead.length))) return undefined;
  const userStart = at + lead.length;
  const passwordStart = userStart + user.length + colon.length;
  if (password === undefined || password === 'x-oauth-basic') {
    return looksRandom(user, 16) ? { start: userStart, end: userStart + user.length } : undefined;
  }
  // `http://localhost:3000?mail=ann@host` has a port and no password.
  if (isReference(password) || /^\d{1,5}[?#&,;]/.test(password)) return undefined;
  // A token may stand in the user's place beside an empty or fixed password.
  const start = looksRandom(user, 20) ? userStart : passwordStart;
  return { start, end: passwordStart + password.length };
}
