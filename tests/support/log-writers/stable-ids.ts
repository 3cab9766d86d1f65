import { createHash } from 'node:crypto';

/** A UUID that is the same on every run for the same words. */
export function stableUuid(...words: readonly (string | number)[]): string {
  const hex = digest(words).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** `length` letters and digits that are the same on every run for the same words. */
export function stableToken(length: number, ...words: readonly (string | number)[]): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789';
  const bytes = digest(words);
  let token = '';
  for (let at = 0; at < length; at += 1) token += letters[(bytes[at % bytes.length] ?? 0) % letters.length];
  return token;
}

function digest(words: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(words.join('\0')).digest();
}
