// @ts-check
// A calculator with bugs, for the learning loop to try itself on. Typed as TypeScript reads it, and run by Node as it is.

/**
 * Divides a by b; there is no result for b === 0.
 * @type {(a: number, b: number) => number | null}
 */
export const safeDivide = (a, b) => {
  if (b === 0) throw new RangeError('division by zero');
  return a / b;
};

/**
 * The average of some numbers; there is none of nothing.
 * @type {(numbers: readonly number[]) => number | null}
 */
export const average = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * What per cent part is of whole.
 * @type {(part: number, whole: number) => number}
 */
export const percentage = (part, whole) => (part / whole) * 100;
