import type { Program } from '../program.ts';

/** Runners of tests in environments of their own. */
export const pythonTesting: readonly Program[] = [
  {
    names: 'tox',
    directoryFlags: '--workdir',
    runtime: 'python',
    tests: true,
    isNoWord: true,
    manifests: { pypi: 'tox.ini' },
  },
  { names: 'nox', hasTargets: true, runtime: 'python', tests: true, isNoWord: true },
  { names: 'unittest', tests: true },
  { names: 'nosetests', tests: true },
  { names: 'behave', tests: true },
];
