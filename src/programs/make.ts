import type { Program } from './program.ts';

/** make. */
export const make: Program = {
  names: 'make',
  aliases: 'gmake',
  valueFlags: '-C --directory -f --file -I -j -l -o -W',
  passesOn: true,
  directoryFlags: '-C --directory',
  pathFlags: '-f',
  operands: 'targets',
  hasTargets: true,
  looksIf: ({ flags }) => flags.some((flag) => /^(?:-n|--just-print|-p|--print-data-base)$/.test(flag)),
  changesIf: ({ operands, subcommand }) => operands.length === 0 && subcommand === undefined,
  causes: [
    {
      id: 'make.rule',
      kind: 'script-missing',
      has: 'No rule to make target',
      line: /No rule to make target [`'"](?<subject>[^'"`]+)['"`]/,
      strict: true,
    },
    {
      id: 'make.file',
      kind: 'wrong-cwd',
      has: 'no makefile found',
      line: /No targets specified and no makefile found/,
      strict: true,
    },
  ],
  obstacles: [/^make(?:\[\d+\])?: \*\*\* No rule to make target .{1,200}Stop\..*/m],
  isSpokenOf: true,
  substitutes: 'gmake',
  isNoWord: /(?:tests?|build|lint|check|all|install|seed|dev|clean|format|fmt|gen|generate|migrate|\w+[-:_]\w[\w:-]*)/,
};
