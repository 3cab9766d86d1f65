import type { Found, RedactionRule } from './rule.ts';
import { isReference } from './secret-value.ts';

/**
 * Cookies that were sent or set: anyone who has them is logged in. The whole header is redacted, because any of its parts may be
 * the session.
 */
export const cookie: RedactionRule = {
  id: 'cookie',
  markers: ['cookie', 'phpsessid=', 'jsessionid=', 'connect.sid='],
  find: findCookie,
};

const HEADER =
  /((?:set-)?cookie(?:["'\\\]]{1,6}\s{0,4},(?=\s{0,4}["'`\\])|["'\\\]]{0,6}\s{0,4}(?::|=>))\s{0,4}["'`\\]{0,4})([A-Za-z0-9_.%!#$&*+^|~-]{1,100}=[^\r\n"'`\\<>]{1,8000})/iy;
/** `curl -b`, `--cookie`. */
const FLAG = /(cookie(?: {1,4}|=)["'`]?)([A-Za-z0-9_.%-]{1,100}=[^\r\n"'`\\<>]{1,8000})/iy;
const SESSION = /((?:phpsessid|jsessionid|connect\.sid)=)([A-Za-z0-9%._~-]{8,})/iy;

function findCookie(text: string, at: number): Found | undefined {
  const isFlag = text.slice(Math.max(0, at - 2), at) === '--';
  for (const pattern of isFlag ? [FLAG] : [HEADER, SESSION]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, lead = '', value = ''] = match;
    const firstValue = value.slice(value.indexOf('=') + 1);
    // `name=${id}` in code; and a value of one or two characters is not a session.
    if (firstValue.length < 3 || isReference(firstValue)) return undefined;
    return { start: at + lead.length, end: at + lead.length + value.trimEnd().length };
  }
  return undefined;
}
