/**
 * Returns a short hash of a text, to tell whether it changed: two 53-bit hashes with different seeds. It does not resist
 * attackers. node:crypto would cost 4 ms at each start.
 */
export function hashText(text: string): string {
  return `${mix(text, 0x9e3779b9).toString(36)}-${mix(text, 0x85ebca6b).toString(36)}`;
}

function mix(text: string, seed: number): number {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
