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
    causes: [
      {
        id: 'npm.script',
        kind: 'script-missing',
        has: 'issing script',
        line: /^(?!.*PNPM).*[Mm]issing script:? ?"?(?<subject>[\w:./-]+)(?:"|\s*$)/,
        strict: true,
      },
      {
        id: 'manager.only',
        kind: 'wrong-manager',
        has: 'for installation in this project',
        line: /Use "(?<suggestion>npm|pnpm|yarn|bun) install" for installation in this project/,
        strict: true,
      },
      {
        id: 'manager.configured',
        kind: 'wrong-manager',
        has: 'This project is configured to use ',
        line: /This project is configured to use (?<suggestion>npm|pnpm|yarn|bun)\b/,
        strict: true,
      },
      {
        id: 'manager.field',
        kind: 'wrong-manager',
        has: '"packageManager": "',
        line: /(?:package|project)s?'s package\.json defines "packageManager": "(?<suggestion>npm|pnpm|yarn|bun)@(?<subject>\d[\w.-]*)?/,
        strict: true,
      },
      {
        id: 'manager.version',
        kind: 'wrong-manager',
        has: 'This project is configured to use ',
        line: /This project is configured to use v?(?<subject>\d[\w.-]*) of (?<suggestion>npm|pnpm|yarn|bun)\b/,
        strict: true,
      },
      {
        id: 'manager.workspace',
        kind: 'wrong-manager',
        has: 'Unsupported URL Type',
        line: /Unsupported URL Type "(?:workspace|catalog|link):/,
        strict: true,
      },
      {
        id: 'npm.workspace',
        kind: 'bad-argument',
        has: 'No workspaces found',
        line: /No workspaces found/,
        strict: true,
      },
      { id: 'npm.lock', kind: 'bad-argument', has: 'npm ci', line: /`npm ci` can only install packages when/ },
      {
        id: 'npm.no-package',
        kind: 'wrong-cwd',
        has: 'package.json',
        line: /(?:ENOENT.*|Could not read |No )(?<subject>package\.json)/,
      },
      {
        id: 'npx.missing',
        kind: 'command-not-found',
        has: 'could not determine executable',
        line: /could not determine executable to run/,
        strict: true,
      },
      {
        id: 'build.npm',
        kind: 'build-failed',
        has: 'ELIFECYCLE',
        line: /^\W*(?:npm ERR! code )?ELIFECYCLE\b/,
        strict: true,
        work: true,
      },
      {
        id: 'build.npm-command',
        kind: 'build-failed',
        has: 'npm error command failed',
        line: /^npm error command failed/,
        strict: true,
        work: true,
      },
    ],
    runtime: 'node',
    obstacles: [
      /^npm (?:ERR!|error) Missing script: .*/im,
      /^npm (?:ERR!|error) could not determine executable to run.*/m,
      /^npm (?:ERR!|error) npx canceled due to missing packages.*/m,
      /^npm (?:ERR!|error) 404 {1,2}The requested resource '[^'\n]{1,200}' could not be found.*/m,
    ],
    restores: 'install i ci clean-install',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    substitutes: 'pnpm yarn bun',
    manifests: { npm: 'package.json package-lock.json npm-shrinkwrap.json' },
    outages: [
      {
        id: 'registry.npm',
        ailment: 'registry',
        line: /^npm (?:ERR!|error) (?:code (?:ETIMEDOUT|ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_TIMEOUT|E5\d\d|E429)|network\b)|ERR_PNPM_(?:META_)?FETCH_FAIL|There appears to be trouble with your network connection/,
      },
    ],
    managesPackageJson: { locks: '' },
    runsPackageScripts: true,
  },
  {
    names: 'npx',
    starts: [{ values: '-p --package -c --call -w --workspace --prefix' }],
    fetches: [{ ecosystem: 'npm', packageFlags: '-p --package' }],
    runtime: 'node',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    substitutes: 'pnpx bunx',
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
