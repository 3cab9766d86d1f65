import type { Found, RedactionRule } from './rule.ts';
import { isReference, looksRandom } from './secret-value.ts';

/** Credentials of requests: the Authorization header in its forms, and the word Bearer anywhere. */
export const authorizationRules: readonly RedactionRule[] = [
  { id: 'bearer', markers: ['bearer '], find: findBearer },
  { id: 'basic-auth', markers: ['basic '], find: findBasic },
  { id: 'basic-auth', markers: ['auth"', "auth'", 'auth\\"'], find: findStoredBasic },
  { id: 'authorization', markers: ['authorization'], find: findAuthorization },
  { id: 'authorization', markers: ['response="', 'response=\\"'], find: findDigest },
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

/**
 * Finds Basic credentials. "Basic authentication" looks like base64 too, so only a value that decodes to `user:password` counts.
 */
function findBasic(text: string, at: number): Found | undefined {
  BASIC.lastIndex = at;
  const match = BASIC.exec(text);
  if (match === null) return undefined;
  const [, lead = '', encoded = ''] = match;
  return isUserAndPassword(encoded) ? { start: at + lead.length, end: at + match[0].length } : undefined;
}

const STORED = /(auth\\{0,4}["']\s{0,4}[:=]\s{0,4}\\{0,4}["'])([A-Za-z0-9+/]{6,4096}={0,2})/iy;

/** Finds `"auth": "..."` in Docker's configuration: user and password in base64. */
function findStoredBasic(text: string, at: number): Found | undefined {
  STORED.lastIndex = at;
  const match = STORED.exec(text);
  if (match === null) return undefined;
  const [, lead = '', encoded = ''] = match;
  return isUserAndPassword(encoded) ? { start: at + lead.length, end: at + match[0].length } : undefined;
}

/** Whether a value decodes to `user:password`. */
export function isUserAndPassword(encoded: string): boolean {
  return /^[\x20-\x7e\u00a0-\u00ff]{1,}?:[\x20-\x7e\u00a0-\u00ff]*$/.test(
    Buffer.from(encoded, 'base64').toString('latin1'),
  );
}

const DIGEST = /(response=\\{0,4}")[0-9a-f]{32,128}(?=\\{0,4}")/iy;

/** Finds the response to a challenge, in a header that begins with `Digest`. */
function findDigest(text: string, at: number): Found | undefined {
  DIGEST.lastIndex = at;
  const match = DIGEST.exec(text);
  if (match === null || !text.slice(Math.max(0, at - 600), at).includes('Digest ')) return undefined;
  return { start: at + (match[1]?.length ?? 0), end: DIGEST.lastIndex };
}

/** The header's name, quoted or not, then a scheme of any name, then the credentials. */
const HEADER =
  /(authorization["'\\\]]{0,6}\s{0,4}(?:=>|[:=,])\s{0,4}["'`\\]{0,4}(?:[A-Za-z][A-Za-z0-9_-]{1,30} {1,4}(?:[A-Za-z]{2,12}=)?)?["'\\]{0,4})([\w.~+/=:%|@!-]{6,4096})/iy;

function findAuthorization(text: string, at: number): Found | undefined {
  HEADER.lastIndex = at;
  const match = HEADER.exec(text);
  if (match === null) return undefined;
  const [, lead = '', value = ''] = match;
  if (isReference(value) || !looksRandom(value, 8)) return undefined;
  return { start: at + lead.length, end: at + match[0].length };
}
