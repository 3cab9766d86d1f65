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
};
