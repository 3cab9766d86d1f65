import type { Program } from './program.ts';

/** Terraform and OpenTofu. */
export const terraform: Program = {
  names: 'terraform',
  aliases: 'tofu',
  subcommands: { second: 'state workspace providers', dirs: '-chdir' },
  valueFlags: '-chdir -var -var-file -target -out -backend-config -lock-timeout -parallelism -state -replace',
  hasSingleDashes: true,
  operands: 'no-paths',
  looks: 'show output version providers graph state/list state/show workspace/list workspace/show',
  asksWith: { plan: '-detailed-exitcode' },
  answers: { plan: [2] },
  changes: 'init apply destroy import refresh get taint workspace/select workspace/new state/mv state/rm',
  bypasses: [
    { id: 'unlock', group: 'checks', why: 'a lock', sample: 'terraform force-unlock abc', subcommands: 'force-unlock' },
    {
      id: 'lock-off',
      group: 'checks',
      why: 'a lock',
      sample: 'terraform apply -lock=false',
      operand: /^false$/i,
      flags: '-lock',
    },
  ],
  rewrites: { tidies: 'fmt' },
  isSpokenOf: true,
  isNoWord: true,
  guardedInProse: true,
};
