import type { Found, Rule } from './rule.ts';

/** JSON web tokens: three parts of base64url joined by dots; a log may have cut the last ones off. */
export const jwt: Rule = { id: 'jwt', markers: ['eyj'], find: findToken };

const HEADER = /eyJ[A-Za-z0-9_-]{8,2000}\./y;
const REST = /[A-Za-z0-9_.-]*/y;

function findToken(text: string, at: number): Found | undefined {
  HEADER.lastIndex = at;
  const header = HEADER.exec(text)?.[0];
  if (header === undefined || !isTokenHeader(header)) return undefined;
  REST.lastIndex = at + header.length;
  // The last dot may be that of a sentence.
  const rest = (REST.exec(text)?.[0] ?? '').replace(/\.$/, '');
  return { start: at, end: at + header.length + rest.length };
}

/** Base64 of JSON is common (source maps, page cursors); only a token's header names its algorithm or type. */
function isTokenHeader(header: string): boolean {
  return /"(?:alg|typ|enc|kid)"/.test(Buffer.from(header, 'base64url').toString('latin1'));
}
