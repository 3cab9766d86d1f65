import { hashText } from '../shared/hash.ts';
import { stripControls } from '../shared/terminal.ts';

/** So many marks of a lesson are kept, the newest. */
export const MOST_MARKS = 10;

/** Lines of an error that are looked at, from either end: what failed stands at its beginning or its end. */
const EDGE_LINES = 200;

/** A shorter line says the same of many errors: `failed`, `Error 1`. */
const SHORTEST = 12;

/** Takes out what differs between two runs with the same cause: numbers, hashes, temporary folders, home folders. */
export function stripVariation(text: string): string {
  return text
    .replace(/\b[0-9a-f]{7,40}\b/g, '<hash>')
    .replace(/(?:\/private)?\/(?:tmp|var\/folders)\/[^\s:'"]+/g, '<tmp>')
    .replace(/(?:\/Users|\/home)\/[^/\s]+/g, '~')
    .replace(/\d+/g, '<n>')
    .slice(0, 200);
}

/**
 * A short mark of the line that says why a call failed, equal for the same error of another run. A hash: what a session printed cannot be
 * read from it. Nothing for a line that tells too little.
 */
export function markError(line: string): string | undefined {
  const told = stripVariation(stripControls(line).replace(/\s+/g, ' ').trim()).toLowerCase();
  return told.replace(/<\w+>|[^\p{L}]/gu, '').length < SHORTEST ? undefined : hashText(told).split('-', 1)[0];
}

/** The marks of all lines of an error that somebody asks about. */
export function markLines(error: string): Set<string> {
  const lines = error.split('\n');
  const edges = lines.length > 2 * EDGE_LINES ? [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)] : lines;
  return new Set(edges.flatMap((line) => markError(line.slice(0, LONGEST_LINE)) ?? []));
}

/** Longer lines are data; the mark is of their beginning. */
const LONGEST_LINE = 2_000;
