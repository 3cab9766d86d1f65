import type { Program } from '../program.ts';

/** Prettier, a formatter. */
export const prettier: Program = {
  names: 'prettier',
  valueFlags: '--config --ignore-path --parser --plugin --print-width --log-level --cache-location',
  operands: 'paths',
  changes: true,
};
