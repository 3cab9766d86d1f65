import type { Program } from './program.ts';

/** Linters and formatters of shell scripts. */
export const shellScriptsPrograms: readonly Program[] = [
  {
    names: 'shellcheck',
    hasNoVerbs: true,
    valueFlags: '-e -f -s -S -o --exclude --format --shell --severity',
    operands: 'paths',
  },
  { names: 'shfmt', operands: 'paths', changes: true },
];
