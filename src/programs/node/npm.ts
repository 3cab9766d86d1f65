import type { Program } from '../program.ts';

/** npm, and small programs around it. */
export const npmPrograms: readonly Program[] = [
  {
    names: 'npm',
    subcommands: {
      second: 'config cache pkg token team access audit',
      values: '-w --workspace --registry --loglevel',
      dirs: '--prefix -C',
    },
    valueFlags:
      '-w --workspace --prefix --registry --loglevel --tag --otp --omit --include --access --cache --userconfig --before',
    passesOn: true,
    operands: 'targets',
    starts: [
      { lead: 'exec', values: '-p --package -c --call -w --workspace --prefix -C' },
      { lead: 'x', values: '-p --package -w --workspace --prefix' },
    ],
    runsScripts: 'run run-script rum',
    scriptShorthands: 'test t start stop restart',
    looks:
      'ls list ll la view info show v outdated root prefix bin ping whoami search explain why help fund doctor config/get ' +
      'config/list config/ls pkg/get cache/ls',
    looksIf: ({ subcommand, operands }) => (subcommand === 'run' || subcommand === 'audit') && operands.length === 0,
    asks: 'ls list outdated whoami view info show',
    changes:
      'install i ci add uninstall remove rm update up rebuild link dedupe prune login adduser logout init create publish ' +
      'version config/set cache/clean audit/fix start pack',
    fetches: [
      { ecosystem: 'npm', lead: 'exec', packageFlags: '-p --package' },
      { ecosystem: 'npm', lead: 'x', packageFlags: '-p --package' },
    ],
    installs: [
      { ecosystem: 'npm', verbs: 'create, init', prefix: 'create-' },
      { ecosystem: 'npm', verbs: 'global add, install, i, add, link, update, upgrade, isntall' },
    ],
    restores: 'install i ci clean-install',
  },
  {
    names: 'npx',
    starts: [{ values: '-p --package -c --call -w --workspace --prefix' }],
    fetches: [{ ecosystem: 'npm', packageFlags: '-p --package' }],
  },
  {
    names: 'corepack',
    subcommands: {},
    wraps: { alone: 'enable disable prepare install use up pack hydrate cache --version --help' },
    changes: 'enable disable prepare install use',
  },
  { names: 'npm-check-updates', operands: 'no-paths', changes: true },
  { names: 'ncu', changes: true },
  { names: 'degit', changes: true },
];
