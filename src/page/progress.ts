import type { Status } from '../web/answers/status.ts';
import { count, pluralise } from './words.ts';

/** A step of the first reading: the numbers of the bar, and the same numbers in words. A total of 0 means that it is not known. */
export interface ReadingStep {
  done: number;
  total: number;
  text: string;
}

/** Describes the progress: logs are read first; then the sessions of each project are searched for failures and lessons. */
export function describeProgress(reading: Status['reading']): ReadingStep {
  if (!reading || reading.total === 0) return { done: 0, total: 0, text: 'Looking for logs' };
  const { mined } = reading;
  if (mined)
    return {
      ...mined,
      text: `Step 2 of 2: finding lessons, ${count(mined.done)} of ${pluralise(mined.total, 'project')} done`,
    };
  const [done, total] = inMegabytes(reading);
  return { done, total, text: `Step 1 of 2: reading logs, ${count(done)} of ${count(total)} MB` };
}

/** Converts bytes to megabytes: whole ones, or tenths if there are few. */
function inMegabytes({ done, total }: { done: number; total: number }): [done: number, total: number] {
  const unit = total < 10e6 ? 1e5 : 1e6;
  const scale = 1e6 / unit;
  // Rounded down, so that all is done only at the end.
  const whole = Math.ceil(total / unit);
  return [(done < total ? Math.floor(done / unit) : whole) / scale, whole / scale];
}
