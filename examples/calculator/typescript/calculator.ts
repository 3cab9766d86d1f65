// A calculator with bugs, for the learning loop to try itself on.

/** Divides a by b; there is no result for b === 0. */
export function safeDivide(a: number, b: number): number | null {
  if (b === 0) throw new RangeError('division by zero');
  return a / b;
}

/** The average of some numbers; there is none of nothing. */
export function average(numbers: readonly number[]): number | null {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** What per cent part is of whole. */
export function percentage(part: number, whole: number): number {
  return (part / whole) * 100;
}
