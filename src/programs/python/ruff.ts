import type { Program } from '../program.ts';

/** ruff, a linter and formatter. */
export const ruff: Program = {
  names: 'ruff',
  subcommands: {},
  valueFlags:
    '--config --select --ignore --extend-select --extend-ignore --line-length --target-version --output-format --exclude ' +
    '--per-file-ignores --fixable',
  changes: 'format',
};
