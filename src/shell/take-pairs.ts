import { textSimilarity } from './text-similarity.ts';

/** Removes pairs with equal keys from both lists, in order; items without a key stay. Linear. */
export function takePairs<T>(left: T[], right: T[], keyOf: (item: T) => string | undefined): [T, T][] {
  const waiting = new Map<string, T[]>();
  for (let at = right.length - 1; at >= 0; at--) {
    const item = right[at];
    const key = item === undefined ? undefined : keyOf(item);
    if (item === undefined || key === undefined) continue;
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [item]);
    else same.push(item);
  }
  const pairs: [T, T][] = [];
  for (const item of left) {
    const key = keyOf(item);
    const other = key === undefined ? undefined : waiting.get(key)?.pop();
    if (other !== undefined) pairs.push([item, other]);
  }
  remove(left, right, pairs);
  return pairs;
}

// Comparing every pair of more items than this costs more than it reveals.
const MAX_COMPARED = 40;

/** Removes, for each item, the most similar item of the other list that is similar enough. */
export function takeAlike<T>(left: T[], right: T[], threshold: number, textOf: (item: T) => string): [T, T][] {
  if (left.length > MAX_COMPARED || right.length > MAX_COMPARED) return [];
  const free = new Set(right);
  const pairs: [T, T][] = [];
  for (const item of left) {
    let best: T | undefined;
    let bestScore = threshold;
    for (const other of free) {
      const score = textSimilarity(textOf(item), textOf(other));
      if (score < bestScore || (best !== undefined && score === bestScore)) continue;
      best = other;
      bestScore = score;
    }
    if (best === undefined) continue;
    free.delete(best);
    pairs.push([item, best]);
  }
  remove(left, right, pairs);
  return pairs;
}

function remove<T>(left: T[], right: T[], pairs: readonly [T, T][]): void {
  if (pairs.length === 0) return;
  const taken = new Set(pairs.flat());
  for (const list of [left, right]) {
    const kept = list.filter((item) => !taken.has(item));
    list.length = 0;
    for (const item of kept) list.push(item);
  }
}
