import type { Program } from '../program.ts';

/** Formatters of Python. */
export const formattersPrograms: readonly Program[] = [
  { names: 'black', operands: 'paths', changes: true },
  { names: 'isort', operands: 'paths', changes: true },
  { names: 'autoflake', changes: true },
  { names: 'autopep8', changes: true },
];
