import type { Program } from '../program.ts';

/** Jest, which runs tests. */
export const jest: Program = {
  names: 'jest',
  hasNoVerbs: true,
  valueFlags:
    '-c --config -t --testNamePattern --testPathPattern --testPathPatterns -w --maxWorkers --rootDir --testTimeout ' +
    '--selectProjects --reporters --shard',
  pathFlags: '-c',
};
