import type { Found, RedactionRule } from './rule.ts';
import { tokenEnd } from './run-end.ts';

/** JSON web tokens: three parts of base64url joined by dots; a log may have cut the last ones off. */
export const jwt: RedactionRule = { id: 'jwt', markers: ['eyj'], find: findToken };

/** Headers with a chain of certificates in them are long; what tells a header stands at its beginning or at its end. */
const LONGEST_HEADER = 4_000;
const TOLD_WITHIN = 240;
const REST = /[A-Za-z0-9_.-]*/y;

function findToken(text: string, at: number): Found | undefined {
  const end = tokenEnd(text, at);
  if (text.charAt(end) !== '.' || end - at < 11 || end - at > LONGEST_HEADER || !isTokenHeader(text.slice(at, end)))
    return undefined;
  REST.lastIndex = end + 1;
  // The last dot may be that of a sentence.
  const rest = (REST.exec(text)?.[0] ?? '').replace(/\.$/, '');
  return { start: at, end: end + 1 + rest.length };
}

/** Base64 of JSON is common (source maps, page cursors); only a token's header names its algorithm or type. */
function isTokenHeader(header: string): boolean {
  const tail = header.length > TOLD_WITHIN ? header.slice(header.length - (header.length % 4) - TOLD_WITHIN) : '';
  return [header.slice(0, TOLD_WITHIN), tail].some((part) =>
    /"(?:alg|typ|enc|kid)"/.test(Buffer.from(part, 'base64url').toString('latin1')),
  );
}
