import type { Program } from './program.ts';

/** .NET. */
export const dotnet: Program = {
  names: 'dotnet',
  subcommands: { second: 'tool nuget ef sln new workload' },
  valueFlags:
    '-c --configuration -f --framework -r --runtime -o --output -p --project -v --verbosity --filter --logger ' +
    '--startup-project',
  passesOn: true,
  operands: 'targets',
  looks: 'tool/list sln/list nuget/list list',
  changes: 'restore build publish tool/install tool/restore ef/database add new/install workload/install',
  installs: [{ ecosystem: 'nuget', verbs: 'tool install, add package, tool update' }],
  rewrites: { tidies: 'format' },
  builds: 'build generate',
  restores: 'restore tool/restore',
};
