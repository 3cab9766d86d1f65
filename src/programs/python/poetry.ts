import type { Program } from '../program.ts';

/** Poetry, which manages projects. */
export const poetry: Program = {
  names: 'poetry',
  subcommands: { second: 'env self cache source config', values: '-P --project', dirs: '-C --directory' },
  valueFlags: '-C --directory -P --project -G --group -E --extras --with --without --only --source --python',
  passesOn: true,
  operands: 'no-paths',
  starts: [{ lead: 'run', values: '-C --directory -P --project' }],
  looks: 'show check version about search env/info env/list config/list',
  changes: 'install add remove update lock build init env/use env/remove self/add config',
  installs: [{ ecosystem: 'pypi', verbs: 'add, install' }],
  runtime: 'python',
  restores: 'install',
  isSpokenOf: true,
  isNoWord: true,
  guardedInProse: true,
  manifests: { pypi: 'poetry.lock' },
};
