import type { Program } from '../program.ts';

/** Yarn, a package manager. */
export const yarn: Program = {
  names: 'yarn',
  subcommands: { second: 'config cache workspaces plugin npm', dirs: '--cwd' },
  valueFlags: '--cwd --registry --cache-folder --modules-folder',
  passesOn: true,
  operands: 'targets',
  starts: [
    { lead: 'exec', values: '--cwd' },
    { lead: 'dlx', values: '-p --package --cwd' },
  ],
  runsScripts: 'run',
  ownSubcommands:
    'install add remove upgrade up link unlink import init create set config cache list why info versions bin outdated ' +
    'audit exec dlx pack publish plugin workspace workspaces npm node dedupe rebuild search global login logout help ' +
    'version check patch stage constraints upgrade-interactive autoclean generate-lock-entry',
  looks: 'list why info versions bin outdated config/get config/list workspaces/list workspaces/info',
  asks: 'outdated why',
  changes: 'install add remove upgrade up link init create set start config/set cache/clean import dedupe',
  changesIf: ({ operands, subcommand }) => operands.length === 0 && subcommand === undefined,
  fetches: [{ ecosystem: 'npm', lead: 'dlx', packageFlags: '-p --package' }],
  installs: [
    { ecosystem: 'npm', verbs: 'create, init', prefix: 'create-' },
    { ecosystem: 'npm', verbs: 'global add, install, i, add, link, update, upgrade, isntall' },
  ],
  causes: [
    {
      id: 'yarn.command',
      kind: 'script-missing',
      has: "ouldn't find a script named",
      line: /Couldn't find a script named "(?<subject>[^"]+)"/,
      strict: true,
    },
  ],
  runtime: 'node',
  obstacles: [
    /^(?:error|Usage Error:) (?:Couldn't find a (?:command|script) named|Command) "[^"\n]{1,100}"(?: not found)?.*/im,
  ],
  restores: ({ subcommand = 'install', operands }) => subcommand === 'install' && operands.length === 0,
  isSpokenOf: true,
  isNoWord: true,
  guardedInProse: true,
  manifests: { npm: 'yarn.lock' },
  managesPackageJson: { locks: 'yarn.lock' },
  runsPackageScripts: true,
};
