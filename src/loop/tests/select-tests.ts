import type { ParsedFailure } from './parsed-tests.ts';

/** The full names of tests, suites first, as one pattern for jest, vitest and mocha, which join them by blanks. */
export function patternOfNames(only: readonly ParsedFailure[]): string {
  return anyOf(only.map(({ names }) => names.join(' ')));
}

/** The tests at the top of `go test`: subtests cannot run without them. */
export function patternOfGo(only: readonly ParsedFailure[]): string {
  return anyOf(only.map(({ names }) => names[1] ?? ''));
}

/**
 * The own names of tests, as Node's runner looks at them, and of the tests that start them. Suites are left out: one that fits runs all
 * of its tests.
 */
export function patternOfNode(only: readonly ParsedFailure[]): string {
  return anyOf(only.flatMap(({ names, within = [] }) => [...within, names.at(-1) ?? '']));
}

/** The names of tests of Cargo; nothing where there are tests of documentation, whose names it cannot be given. */
export function namesForCargo(only: readonly ParsedFailure[]): string[] | undefined {
  const names = [...new Set(only.map((failure) => failure.names.join('::')))];
  return names.every((name) => /^[^\s-]\S*$/.test(name)) ? names : undefined;
}

function anyOf(names: readonly string[]): string {
  return `^(?:${[...new Set(names)].map(escapePattern).join('|')})$`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
