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
  causes: [
    {
      id: 'just.recipe',
      kind: 'script-missing',
      has: 'does not contain recipe',
      line: /Justfile does not contain recipe `(?<subject>[^`]+)`/i,
      strict: true,
    },
    { id: 'just.file', kind: 'wrong-cwd', has: 'No justfile found', line: /No justfile found/, strict: true },
  ],
};
