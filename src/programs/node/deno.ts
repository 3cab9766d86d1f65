import type { Program } from '../program.ts';

/** Deno, a runtime with tools. */
export const deno: Program = {
  names: 'deno',
  subcommands: {},
  passesOn: true,
  operands: ({ subcommand, flags }) =>
    (subcommand === undefined || subcommand === 'run') && flags.some((flag) => flag === 'eval' || flag === '-c')
      ? () => 'explicit'
      : () => 'maybe',
  interprets: true,
  codeFlags: 'eval',
  runsScripts: 'task',
  changes: 'install cache add compile',
  installs: [{ ecosystem: 'npm', verbs: 'install, add' }],
  checks: 'lint fmt check test',
  rewrites: { tidies: 'fmt', told: '--fix' },
  isSpokenOf: true,
  isNoWord: true,
  guardedInProse: true,
  manifests: { npm: 'deno.json deno.lock' },
};
