import type { Program } from '../program.ts';

/** Mocha, which runs tests. */
export const mocha: Program = {
  names: 'mocha',
  hasNoVerbs: true,
  valueFlags: '-g --grep -t --timeout -r --require -R --reporter --config --spec',
};
