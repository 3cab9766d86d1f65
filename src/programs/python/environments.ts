import type { Program } from '../program.ts';

/** Other managers of Python projects and environments. */
export const pythonEnvironments: readonly Program[] = [
  {
    names: 'pdm',
    subcommands: { second: 'venv cache self plugin' },
    starts: [{ lead: 'run', values: '-p --project --site-packages' }],
    runsScripts: 'run',
    looks: 'list show info',
    changes: 'install add sync lock update',
    installs: [{ ecosystem: 'pypi', verbs: 'add, install' }],
    restores: 'install sync',
    isNoWord: true,
  },
  {
    names: 'pipenv',
    subcommands: {},
    starts: [{ lead: 'run' }],
    looks: 'graph check',
    changes: 'install sync lock',
    installs: [{ ecosystem: 'pypi', verbs: 'add, install' }],
    restores: 'install sync',
  },
  { names: 'rye', starts: [{ lead: 'run' }], installs: [{ ecosystem: 'pypi', verbs: 'add, install' }] },
  {
    names: 'pixi',
    subcommands: {},
    starts: [{ lead: 'run', values: '-e --environment --manifest-path' }],
    runsScripts: 'run task',
    installs: [{ ecosystem: 'pypi', verbs: 'add, install' }],
    isNoWord: true,
  },
  {
    names: 'hatch',
    subcommands: { second: 'env dep version' },
    runsScripts: 'run',
    installs: [{ ecosystem: 'pypi', verbs: 'add, install' }],
    isNoWord: true,
  },
  {
    names: 'conda',
    aliases: 'mamba micromamba',
    subcommands: { second: 'env config' },
    operands: 'no-paths',
    starts: [{ lead: 'run', values: '-n --name -p --prefix --cwd' }],
    looks: 'list info search env/list',
    changes: 'install create activate update remove env/create env/update',
    installs: [{ ecosystem: 'pypi', verbs: 'install, create' }],
    isSpokenOf: true,
  },
];
