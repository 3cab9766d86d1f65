import type { Found, Rule } from './rule.ts';
import { isReference, looksRandom } from './secret-value.ts';

/** What requests prove themselves with: the Authorization header in its forms, and the word Bearer wherever it stands. */
export const authorizationRules: readonly Rule[] = [
  { id: 'bearer', markers: ['bearer '], find: findBearer },
  { id: 'basic-auth', markers: ['basic '], find: findBasic },
  { id: 'authorization', markers: ['authorization'], find: findAuthorization },
];

const BEARER = /(bearer {1,4})([A-Za-z0-9._~+/=-]{8,4096})/iy;

function findBearer(text: string, at: number): Found | undefined {
  BEARER.lastIndex = at;
  const match = BEARER.exec(text);
  if (match === null) return undefined;
  const [, lead = '', token = ''] = match;
  return looksRandom(token, 12) ? { start: at + lead.length, end: at + match[0].length } : undefined;
}

const BASIC = /(basic {1,4})([A-Za-z0-9+/_-]{6,4096}={0,2})/iy;

/** "Basic authentication" is base64 too, in a way: only what decodes to `user:password` counts. */
function findBasic(text: string, at: number): Found | undefined {
  BASIC.lastIndex = at;
  const match = BASIC.exec(text);
  if (match === null) return undefined;
  const [, lead = '', encoded = ''] = match;
  if (!/^[\x20-\x7e\u00a0-\u00ff]{1,}:[\x20-\x7e\u00a0-\u00ff]*$/.test(Buffer.from(encoded, 'base64').toString('latin1')))
    return undefined;
  return { start: at + lead.length, end: at + match[0].length };
}

/** The header's name, quoted or not, then an optional scheme, then the credentials. */
const HEADER =
  /(authorization["'\\\]]{0,6}\s{0,4}(?:=>|[:=,])\s{0,4}["'`\\]{0,4}(?:(?:bearer|basic|token|bot|apikey|api-key|key|digest|negotiate|splunk|genieKey|snowflake token=) {1,4})?["'\\]{0,4})([\w.~+/=:%|@!-]{6,4096})/iy;

function findAuthorization(text: string, at: number): Found | undefined {
  HEADER.lastIndex = at;
  const match = HEADER.exec(text);
  if (match === null) return undefined;
  const [, lead = '', value = ''] = match;
  if (isReference(value) || !looksRandom(value, 8)) return undefined;
  return { start: at + lead.length, end: at + match[0].length };
}
