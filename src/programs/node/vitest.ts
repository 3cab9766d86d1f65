import type { Program } from '../program.ts';

/** Vitest, which runs tests. */
export const vitest: Program = {
  names: 'vitest',
  hasNoVerbs: true,
  valueFlags:
    '-c --config -t --testNamePattern --project --reporter --environment -r --root --dir --pool --testTimeout --shard ' +
    '--outputFile --changed --exclude',
  pathFlags: '-c',
  causes: [{ id: 'test.js', kind: 'test-failed', has: 'Tests', line: /^\s*Tests?:? +.*\b[1-9]\d* failed/, work: true }],
};
