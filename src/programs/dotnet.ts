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
  causes: [
    {
      id: 'dotnet.sdk',
      kind: 'wrong-runtime',
      has: 'compatible ',
      line: /A compatible (?:installed )?\.NET SDK (?:for global\.json version \[(?<subject>[\d.]+)\].{0,200} )?was not found/,
      strict: true,
    },
    {
      id: 'dotnet.sdk-version',
      kind: 'wrong-runtime',
      has: 'Requested SDK version: ',
      line: /^Requested SDK version: (?<subject>\d[\w.-]*)/,
      weak: true,
    },
    { id: 'dotnet.project', kind: 'wrong-cwd', has: 'MSB1003', line: /MSB1003/, strict: true },
    { id: 'build.dotnet', kind: 'build-failed', has: 'error CS', line: /error CS\d{4}: /, work: true },
    { id: 'test.dotnet', kind: 'test-failed', has: 'Failed!', line: /^Failed! +- +Failed: +[1-9]/, work: true },
  ],
  rewrites: { tidies: 'format' },
  builds: 'build generate',
  restores: 'restore tool/restore',
  isNoWord: true,
  manifests: {
    nuget: '*.csproj *.fsproj Directory.Packages.props packages.config dotnet-tools.json packages.lock.json',
  },
};
