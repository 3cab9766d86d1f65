import { AppError } from '../shared/errors.ts';

/** Returns the number of answers wanted; `usual` if none is given. Not left to commander, because `check` runs without it. */
export function readLimit(value: string | undefined, usual: number): number {
  const limit = Number(value ?? usual);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new AppError('usage', `--limit must be a whole number above 0, not ${value}.`, {
    hint: `The default is ${usual}.`,
  });
}
