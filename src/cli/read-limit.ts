import { AppError } from '../shared/errors.ts';

/** How many answers are wanted; `usual` where nobody said. Not left to commander, which `check` does without. */
export function readLimit(value: string | undefined, usual: number): number {
  const limit = Number(value ?? usual);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new AppError('usage', `--limit must be a whole number above 0, not ${value}.`, { hint: `Without it, it is ${usual}.` });
}
