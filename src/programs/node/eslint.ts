import type { Program } from '../program.ts';

/** ESLint, and linters that are built on it. */
export const eslint: Program = {
  names: 'eslint',
  hasNoVerbs: true,
  valueFlags:
    '-c --config --ext --rule --format -f -o --max-warnings --ignore-path --ignore-pattern --cache-location ' +
    '--resolve-plugins-relative-to',
  pathFlags: '-c',
};
