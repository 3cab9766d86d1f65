/**
 * Returns the similarity of two short texts, 0 to 1: the share of letter pairs they have in common (Dice). Symmetric and linear.
 */
export function textSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const left = a.slice(0, MAX_COMPARED).toLowerCase();
  const right = b.slice(0, MAX_COMPARED).toLowerCase();
  if (left.length < 2 || right.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let at = 0; at < left.length - 1; at++) {
    const pair = left.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < right.length - 1; at++) {
    const pair = right.slice(at, at + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    shared++;
  }
  return (2 * shared) / (left.length + right.length - 2);
}

// Longer words are messages or code; their beginnings suffice.
const MAX_COMPARED = 200;
