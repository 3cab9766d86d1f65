import type { Program } from '../program.ts';

/** Runners of tasks in repositories of many packages. */
export const nodeMonorepos: readonly Program[] = [
  {
    names: 'nx',
    subcommands: { values: '-p --projects' },
    valueFlags: '-p --projects -t --target --targets -c --configuration --parallel --base --head --exclude --runner',
    passesOn: true,
    operands: 'targets',
    runsScripts: 'run',
    changes: 'build reset',
    builds: 'build generate',
    isNoWord: true,
    runsPackageScripts: true,
  },
  {
    names: 'turbo',
    subcommands: { values: '--filter -F', dirs: '--cwd' },
    valueFlags: '--filter -F --cwd --concurrency --cache-dir --output-logs --log-order',
    passesOn: true,
    operands: 'targets',
    runsScripts: 'run',
    ownSubcommands: 'login logout link unlink prune gen daemon telemetry ls query watch scan info bin completion',
    changes: 'build prune',
    causes: [
      {
        id: 'turbo.task',
        kind: 'script-missing',
        has: 'Could not find task',
        line: /Could not find task `(?<subject>[^`]+)`/,
        strict: true,
      },
    ],
    builds: 'build generate',
    isNoWord: true,
    runsPackageScripts: true,
  },
  {
    names: 'lerna',
    subcommands: {},
    passesOn: true,
    operands: 'targets',
    starts: [{ lead: 'exec', values: '--scope --ignore', dashes: true }],
    runsScripts: 'run',
    changes: 'bootstrap',
    runsPackageScripts: true,
  },
];
