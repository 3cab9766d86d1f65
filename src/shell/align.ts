/** The positions at which two sequences stay in step. */
export interface Alignment {
  /** For each item of the first sequence, the index of its partner in the second, or -1. */
  readonly left: Int32Array;
  /** For each item of the second sequence, the index of its partner in the first, or -1. */
  readonly right: Int32Array;
}

// Above this number of cells the middle stays unaligned; only commands with over 500 differing words get there.
const MAX_CELLS = 250_000;

/** Aligns two sequences of keys by their longest common subsequence. */
export function align(a: readonly string[], b: readonly string[]): Alignment {
  const left = new Int32Array(a.length).fill(-1);
  const right = new Int32Array(b.length).fill(-1);
  const pair = (i: number, j: number): void => {
    left[i] = j;
    right[j] = i;
  };
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    pair(start, start);
    start++;
  }
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) pair(--endA, --endB);
  const rows = endA - start;
  const columns = endB - start;
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) return { left, right };

  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const at = i * width + j;
      if (a[start + i] === b[start + j]) lengths[at] = (lengths[at + width + 1] ?? 0) + 1;
      else lengths[at] = Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  let i = 0;
  let j = 0;
  while (i < rows && j < columns) {
    const at = i * width + j;
    if (a[start + i] === b[start + j]) pair(start + i++, start + j++);
    else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) i++;
    else j++;
  }
  return { left, right };
}
