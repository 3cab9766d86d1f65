import type { Program } from '../program.ts';

/** Formatters of Go. */
export const gofmtPrograms: readonly Program[] = [
  { names: 'gofmt', valueFlags: '-r', hasSingleDashes: true, operands: 'paths', changes: true },
  { names: 'goimports', operands: 'paths', changes: true },
  { names: 'gofumpt', operands: 'paths', changes: true },
];
