import type { Program } from '../program.ts';

/** Linters and type checkers of Python. */
export const lintersPrograms: readonly Program[] = [
  { names: 'mypy', hasNoVerbs: true },
  { names: 'pyright', hasNoVerbs: true },
  { names: 'flake8', hasNoVerbs: true },
  { names: 'pylint', hasNoVerbs: true },
];
