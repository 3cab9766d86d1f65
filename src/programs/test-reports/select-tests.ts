import type { ParsedFailure } from './parsed-tests.ts';

/** The full names of tests, suites first, as one pattern for jest, vitest and mocha, which join them by blanks. */
export function patternOfNames(only: readonly ParsedFailure[]): string {
  return anyTestOf(only.map(({ names }) => names.join(' ')));
}

/** A pattern that fits these names, and no other. */
export function anyTestOf(names: readonly string[]): string {
  return `^(?:${[...new Set(names)].map(escapePattern).join('|')})$`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
