/** Longer names are not compared: the cost grows with the square of the length. */
const LONGEST = 64;

/** Returns the candidate that `word` was probably meant to be, or undefined if none is similar. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > LONGEST) return undefined;
  const wanted = word.toLowerCase();
  // One typo in three letters; a longer distance suggests unrelated words.
  let best = Math.max(1, Math.floor(word.length / 3)) + 1;
  let found: string | undefined;
  for (const candidate of candidates) {
    if (candidate.length > LONGEST || Math.abs(candidate.length - word.length) >= best) continue;
    const distance = measureDistance(wanted, candidate.toLowerCase());
    // A distance as long as the candidate replaces every letter of it.
    if (distance < best && distance < candidate.length) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

/** Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, replacements and swapped neighbours. */
export function measureDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
