import type { Program } from './program.ts';

/** just. */
export const just: Program = {
  names: 'just',
  valueFlags: '-f --justfile -d --working-directory --set --shell',
  passesOn: true,
  directoryFlags: '-d --working-directory',
  pathFlags: '-f',
  operands: 'targets',
  hasTargets: true,
  looksIf: ({ flags }) => flags.some((flag) => /^(?:-l|-a|--list|--list-all|--summary|--show)$/.test(flag)),
};
