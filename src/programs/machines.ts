import type { Program } from './program.ts';

/** Tools that set machines up. */
export const machinesPrograms: readonly Program[] = [
  { names: 'ansible', subcommands: {}, valueFlags: '-i -e -m -a -l -u' },
  { names: 'ansible-playbook', valueFlags: '-i -e -l -u -t', changes: true },
  {
    names: 'vagrant',
    subcommands: { second: 'box plugin snapshot' },
    changes: 'up provision halt',
    runsElsewhere: true,
  },
];
