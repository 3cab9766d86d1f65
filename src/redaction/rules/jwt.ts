import type { Found, RedactionRule } from './rule.ts';
import { tokenEnd } from './run-end.ts';

/** JSON web tokens: three parts of base64url joined by dots; a log may have cut off the last ones. */
export const jwt: RedactionRule = { id: 'jwt', markers: ['eyj'], find: findToken };

/** Headers that contain a chain of certificates are long; the part that identifies a header is at its beginning or at its end. */
const LONGEST_HEADER = 4_000;
const TOLD_WITHIN = 240;
const REST = /[A-Za-z0-9_.-]*/y;

function findToken(text: string, at: number): Found | undefined {
  const end = tokenEnd(text, at);
  if (text.charAt(end) !== '.' || end - at < 11 || end - at > LONGEST_HEADER || !isTokenHeader(text.slice(at, end)))
    return undefined;
  REST.lastIndex = end + 1;
  // The last dot may end a sentence.
  const rest = (REST.exec(text)?.[0] ?? '').replace(/\.$/, '');
  return { start: at, end: end + 1 + rest.length };
}

/**
 * Whether this is the header of a token: base64 of JSON is common (source maps, page cursors), but only a token's header names
 * its algorithm or type.
 */
function isTokenHeader(header: string): boolean {
  const tail = header.length > TOLD_WITHIN ? header.slice(header.length - (header.length % 4) - TOLD_WITHIN) : '';
  return [header.slice(0, TOLD_WITHIN), tail].some((part) =>
    /"(?:alg|typ|enc|kid)"/.test(Buffer.from(part, 'base64url').toString('latin1')),
  );
}
