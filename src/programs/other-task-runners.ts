import type { Program } from './program.ts';

/** Task runners of which little is known but that their operands are tasks. */
export const otherTaskRunnersPrograms: readonly Program[] = [
  { names: 'rake', operands: 'targets', hasTargets: true, isNoWord: true },
  { names: 'ant', hasTargets: true },
  { names: 'gulp', hasTargets: true },
  { names: 'grunt', hasTargets: true },
  { names: 'jake', hasTargets: true },
  { names: 'mage', hasTargets: true },
  { names: 'invoke', hasTargets: true },
  { names: 'inv', hasTargets: true },
  { names: 'earthly', hasTargets: true },
  { names: 'poe', hasTargets: true },
  { names: 'doit', hasTargets: true },
  { names: 'sbt', hasTargets: true },
  { names: 'lein', hasTargets: true },
  { names: 'scons', hasTargets: true },
  { names: 'waf', hasTargets: true },
  { names: 'tup', hasTargets: true },
  { names: 'redo', hasTargets: true },
];
