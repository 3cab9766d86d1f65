import type { Program } from './program.ts';

/** Task. */
export const task: Program = {
  names: 'task',
  passesOn: true,
  directoryFlags: '-d --dir',
  operands: 'targets',
  hasTargets: true,
  looksIf: ({ flags }) => flags.some((flag) => /^(?:-l|-a|--list|--list-all|--summary|--show)$/.test(flag)),
  causes: [
    {
      id: 'task.task',
      kind: 'script-missing',
      has: 'task: Task "',
      line: /task: Task "(?<subject>[^"]+)" does not exist/,
      strict: true,
    },
  ],
};
