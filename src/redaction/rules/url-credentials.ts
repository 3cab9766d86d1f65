import type { Found, RedactionRule } from './rule.ts';
import { isReference, looksRandom } from './secret-value.ts';

/** Passwords and tokens in URLs: `scheme://user:password@host`, `https://token@host`. The user and the host stay. */
export const urlCredentials: RedactionRule = {
  id: 'url-credentials',
  markers: [':/', ':\\/\\/', '%3a%2f%2f'],
  find: findCredentials,
};

/**
 * Slashes may be escaped, as in JSON by PHP and some loggers, and only one is left if a URL was treated as a path. The last `@`
 * before a slash ends the credentials.
 */
const AUTHORITY =
  /(:\/{1,2}|:\\\/\\\/)((?:\[redacted:[a-z0-9-]+\]|[^\s:/@"'`<>\\]){0,256})(?:(:)([^\s/"'`<>\\]{1,512}))?@(?=[A-Za-z0-9[{<$%_])/y;
/** A URL within another one. It ends at an encoded slash, space or question mark. */
const ENCODED =
  /(%3a%2f%2f)((?:(?!%[234][0af])[^\s:/@"'`<>\\]){0,256})(?:(%3a)((?:(?!%(?:2f|0a|0d|20|3f|40))[^\s:/@"'`<>\\]){1,256}))?%40/iy;

function findCredentials(text: string, at: number): Found | undefined {
  const pattern = text.charAt(at) === '%' ? ENCODED : AUTHORITY;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, lead = '', user = '', colon = '', password] = match;
  const userStart = at + lead.length;
  const passwordStart = userStart + user.length + colon.length;
  if (password === undefined || password === 'x-oauth-basic') {
    return looksRandom(user, 16) ? { start: userStart, end: userStart + user.length } : undefined;
  }
  // `http://localhost:3000?mail=ann@host` has a port and no password.
  if (isReference(password) || /^\d{1,5}[?#&,;]/.test(password)) return undefined;
  // A token may be in the user's place, next to an empty or fixed password.
  const start = looksRandom(user, 20) ? userStart : passwordStart;
  return { start, end: passwordStart + password.length };
}
