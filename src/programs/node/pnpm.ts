import type { Program } from '../program.ts';

/** pnpm, a package manager. */
export const pnpmPrograms: readonly Program[] = [
  {
    names: 'pnpm',
    subcommands: {
      second: 'config store env',
      values: '-F --filter --workspace-concurrency --loglevel',
      dirs: '-C --dir',
    },
    valueFlags: '-F --filter -C --dir --workspace-concurrency --loglevel --reporter --registry --store-dir',
    passesOn: true,
    operands: 'targets',
    starts: [
      { lead: 'exec', values: '-C --dir --filter -F' },
      { lead: 'dlx', values: '--package -C --dir --filter -F' },
    ],
    runsScripts: 'run run-script',
    ownSubcommands:
      'install i add remove rm uninstall un update up upgrade link ln unlink import rebuild rb prune fetch patch audit list ' +
      'ls la ll outdated why licenses exec dlx create env publish pack server store root bin setup init config c get set ' +
      'doctor deploy dedupe help login logout whoami view info cache self-update approve-builds',
    looks:
      'ls list la ll view info outdated root bin why licenses audit help store/path store/status config/get config/list ' +
      'env/list',
    looksIf: ({ subcommand, operands }) => (subcommand === 'run' || subcommand === 'audit') && operands.length === 0,
    asks: 'ls list outdated why view info',
    changes:
      'install i add remove rm update up rebuild link import store/prune config/set env/use login init create start dedupe ' +
      'approve-builds',
    fetches: [{ ecosystem: 'npm', lead: 'dlx', packageFlags: '-p --package' }],
    installs: [
      { ecosystem: 'npm', verbs: 'create, init', prefix: 'create-' },
      { ecosystem: 'npm', verbs: 'global add, install, i, add, link, update, upgrade, isntall' },
    ],
    causes: [
      {
        id: 'pnpm.script',
        kind: 'script-missing',
        has: 'ERR_PNPM_NO_SCRIPT',
        line: /ERR_PNPM_NO_SCRIPT.*Missing script: (?<subject>\S+)/,
        strict: true,
      },
      {
        id: 'pnpm.command',
        kind: 'command-not-found',
        has: 'Command "',
        line: /Command "(?<subject>[^"]+)" not found/,
        strict: true,
      },
    ],
    runtime: 'node',
    obstacles: [/^.*\bERR_PNPM_NO_SCRIPT\b.*/m],
    restores: 'install i',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    manifests: { npm: 'pnpm-lock.yaml' },
    managesPackageJson: { locks: 'pnpm-lock.yaml' },
    runsPackageScripts: true,
  },
  {
    names: 'pnpx',
    starts: [{ values: '--package' }],
    fetches: [{ ecosystem: 'npm', packageFlags: '-p --package' }],
    guardedInProse: true,
  },
];
