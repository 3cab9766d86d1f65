import type { ShellCommand } from '../command.ts';
import type { OperandChooser, Program } from '../program.ts';
import type { TestRunner } from '../test-runner.ts';
import { placeScript, type TestStyle } from '../test-style.ts';

/** Bun: a runtime, a package manager and a runner of tests. */
export const bunPrograms: readonly Program[] = [
  {
    names: 'bun',
    subcommands: { second: 'pm', values: '--filter -c --config --env-file', dirs: '--cwd' },
    passesOn: true,
    operands: chooseOperands,
    interprets: true,
    codeFlags: '-e --eval',
    starts: [{ lead: 'x', values: '--cwd' }],
    runsScripts: 'run',
    ownSubcommands:
      'install i add remove rm update link unlink init create build test x pm upgrade outdated publish patch repl exec audit ' +
      'why info',
    looks: 'pm/ls pm/bin pm/cache outdated',
    changes: 'install i add remove update link init create build',
    fetches: [{ ecosystem: 'npm', lead: 'x', packageFlags: '-p --package' }],
    installs: [
      { ecosystem: 'npm', verbs: 'create, init', prefix: 'create-' },
      { ecosystem: 'npm', verbs: 'global add, install, i, add, link, update, upgrade, isntall' },
    ],
    causes: [
      {
        id: 'bun.export',
        kind: 'module-missing',
        has: 'Export named',
        line: /Export named '[^']+' not found in module '(?<subject>[^']+)'/,
        strict: true,
      },
      {
        id: 'bun.script',
        kind: 'script-missing',
        has: 'Script not found',
        line: /error: Script not found "(?<subject>[^"]+)"/,
        strict: true,
      },
      { id: 'test.bun', kind: 'test-failed', has: ' fail', line: /^\s*[1-9]\d* fail$/, work: true },
    ],
    runtime: 'node',
    obstacles: [/^error: Script not found "[^"\n]{1,100}".*/m],
    checks: 'test build',
    builds: // `bun --filter @harbour/core build`
      ({ subcommand, operands, args }) => (subcommand ?? operands[0]) === 'build' || args.at(-1) === 'build',
    restores: 'install i',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    manifests: { npm: 'bun.lock' },
    managesPackageJson: { locks: 'bun.lock bun.lockb' },
    runsPackageScripts: true,
  },
  {
    names: 'bunx',
    starts: [{ values: '-p --package --cwd' }],
    fetches: [{ ecosystem: 'npm', packageFlags: '-p --package' }],
    runtime: 'node',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
  },
];

function chooseOperands({ subcommand, flags }: ShellCommand): OperandChooser {
  if (subcommand !== undefined && subcommand !== 'run')
    return (_, argument) => (argument.afterDashes ? 'maybe' : 'explicit');
  return flags.some((flag) => flag === '-e' || flag === '--eval' || flag === '-c') ? () => 'explicit' : () => 'maybe';
}

/** How Bun runs tests: a test can end it with 0 in the middle, so it has not passed without its last words. */
export const bunRunner: TestRunner = {
  framework: 'exit-code',
  isStartedBy: ({ name, subcommand }) => name === 'bun' && subcommand === 'test',
  ends: /^Ran \d{1,7} tests? across /m,
};

/** How tests for Bun are written. */
export const bunStyle: TestStyle = {
  name: 'bun',
  files: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  folder: 'tests',
  suffix: '.test.ts',
  isBesideOthers: true,
  module: 'bun:test',
  isUsed: ({ script }) => /\bbun test\b/.test(script),
  place: placeScript,
  run: (target) => `bun test ${target}`,
};
