import type { Host } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';
import { readBounded } from '../shared/read-bounded.ts';

/** An error takes kilobytes; of a whole log, the end is used. */
const MOST_INPUT = 10 * 1024 * 1024;

/** Returns the error given by an option; `-` reads it from stdin. */
export async function readError(value: string | undefined, here: Host): Promise<string | undefined> {
  if (value !== '-') return value;
  const text = await readBounded(here.stdin, MOST_INPUT);
  if (text === undefined)
    throw new AppError('usage', 'The input on stdin is too long or cannot be read.', {
      hint: 'Pipe the end of it: tail -n 100',
    });
  return text;
}
