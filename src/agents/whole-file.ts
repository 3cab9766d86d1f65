import { statSync } from 'node:fs';
import { readRegularSync } from '../shared/regular-file.ts';
import { codeOf } from './log-folders.ts';
import { shrinkStrings } from './shrink.ts';

/** A file that contains one JSON value. */
interface WholeFile {
  /** Its content; undefined if it is not JSON. */
  value: unknown;
  size: number;
  /** Why it could not be read. */
  unreadable?: string;
}

/** The size above which the middle of long strings is left out before parsing: a picture must not take several times its size. */
const LONG = 1 << 20;

/** Larger files are not read, because they would have to be held in memory as a whole. */
const LARGEST = 256 << 20;

/** Reads a file that contains one JSON value; never throws. `isWhole` keeps long strings as they are. */
export function readWholeFile(path: string, isWhole = false): WholeFile {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { value: undefined, size: 0, unreadable: 'not a file' };
    if (stat.size > LARGEST)
      return { value: undefined, size: 0, unreadable: `${Math.round(stat.size / 1e6)} MB are too large` };
    const bytes = readRegularSync(path, LARGEST);
    const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const isLong = bytes.length > LONG && !isWhole;
    const text = isLong ? shrinkStrings(bytes, start, bytes.length) : bytes.toString('utf8', start);
    return { value: parse(text), size: bytes.length };
  } catch (error) {
    return { value: undefined, size: 0, unreadable: codeOf(error) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
