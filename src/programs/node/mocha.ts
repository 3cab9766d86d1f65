import type { Program } from '../program.ts';

/** Mocha, which runs tests. */
export const mocha: Program = {
  names: 'mocha',
  hasNoVerbs: true,
  valueFlags: '-g --grep -t --timeout -r --require -R --reporter --config --spec',
  causes: [{ id: 'test.mocha', kind: 'test-failed', has: ' failing', line: /^\s*[1-9]\d* failing$/, work: true }],
};
