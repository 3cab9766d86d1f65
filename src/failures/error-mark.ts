import { hashText } from '../shared/hash.ts';
import { stripControls } from '../shared/terminal.ts';

/** The number of marks kept for a lesson; the newest are kept. */
export const MOST_MARKS = 10;

/** The number of lines of an error that are examined from either end, because the reason is at its beginning or its end. */
const EDGE_LINES = 200;

/** A shorter line is the same for many errors: `failed`, `Error 1`. */
const SHORTEST = 12;

/** Removes the parts that differ between two runs with the same cause: numbers, hashes, temporary folders, home folders. */
export function stripVariation(text: string): string {
  return text
    .replace(/\b[0-9a-f]{7,40}\b/g, '<hash>')
    .replace(/(?:\/private)?\/(?:tmp|var\/folders)\/[^\s:'"]+/g, '<tmp>')
    .replace(/(?:\/Users|\/home)\/[^/\s]+/g, '~')
    .replace(/\d+/g, '<n>')
    .slice(0, 200);
}

/**
 * Returns a short mark of the line that says why a call failed; it is equal for the same error in another run. The mark is a
 * hash, so that the output of a session cannot be read from it. Undefined for a line that says too little.
 */
export function markError(line: string): string | undefined {
  const told = stripVariation(stripControls(line).replace(/\s+/g, ' ').trim()).toLowerCase();
  return told.replace(/<\w+>|[^\p{L}]/gu, '').length < SHORTEST ? undefined : hashText(told).split('-', 1)[0];
}

/** Returns the marks of all lines of an error that somebody asks about. */
export function markLines(error: string): Set<string> {
  const lines = error.split('\n');
  const edges = lines.length > 2 * EDGE_LINES ? [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)] : lines;
  return new Set(
    edges
      .map((line) => line.slice(0, LONGEST_LINE))
      // A test runner or a logger may have put something before the error.
      .flatMap((line) => [line, /[A-Z]\w*(?:Error|Exception): .*/.exec(line)?.[0] ?? ''])
      .flatMap((line) => markError(line) ?? []),
  );
}

/** Longer lines are data; only their beginning is marked. */
const LONGEST_LINE = 2_000;
