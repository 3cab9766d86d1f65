import type { Program } from '../program.ts';

/** Runners of tests in environments of their own. */
export const pythonTesting: readonly Program[] = [
  { names: 'tox', directoryFlags: '--workdir' },
  { names: 'nox', hasTargets: true },
];
