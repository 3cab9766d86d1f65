import type { Program } from '../program.ts';

const RUN_FLAGS =
  '--with --with-editable --with-requirements --python -p --extra --no-extra --group --no-group --only-group --package ' +
  '--project --directory --env-file --index --default-index --index-url --extra-index-url --cache-dir --config-file ' +
  '--refresh-package --from -C';

/** uv, which manages projects, environments and tools. */
export const uvPrograms: readonly Program[] = [
  {
    names: 'uv',
    subcommands: { second: 'pip tool python cache self', values: '--cache-dir --config-file', dirs: '--directory' },
    valueFlags:
      '-p --python --extra --group --with --package --project --directory --env-file --index --index-url --default-index ' +
      '--extra-index-url -r --requirement -c --constraint -e --editable --prerelease --upgrade-package -P -o --output-file ' +
      '--target --prefix',
    passesOn: true,
    pathFlags: '-r -c',
    operands: 'targets',
    starts: [
      { lead: 'run', values: RUN_FLAGS },
      { lead: 'tool run', values: RUN_FLAGS },
    ],
    looks:
      'tree version help pip/list pip/show pip/freeze pip/tree pip/check python/list python/find python/dir tool/list ' +
      'tool/dir cache/dir',
    asks: 'pip/show pip/check',
    changes:
      'sync lock add remove venv init build pip/install pip/sync pip/compile pip/uninstall tool/install tool/upgrade ' +
      'python/install python/pin cache/clean self/update',
    fetches: [
      { ecosystem: 'pypi', lead: 'tool run', packageFlags: '--from --with' },
      { ecosystem: 'pypi', lead: 'run', packageFlags: '--with --with-editable', packagesOnly: true },
    ],
    installs: [{ ecosystem: 'pypi', verbs: 'pip install, tool install, add' }],
    causes: [
      {
        id: 'uv.cache',
        kind: 'permission',
        has: 'Failed to initialize cache',
        line: /Failed to initialize cache at/,
        strict: true,
      },
      {
        id: 'uv.spawn',
        kind: 'command-not-found',
        has: 'Failed to spawn: ',
        line: /Failed to spawn: `(?<subject>[^`]+)`/,
        strict: true,
      },
    ],
    runtime: 'python',
    restores: ({ subcommand, operands, flags }) =>
      subcommand === 'pip install'
        ? flags.some((flag) => /^(?:-r|-e|--requirement|--editable)$/.test(flag))
        : subcommand === 'sync' && operands.length === 0,
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    manifests: { pypi: 'uv.lock' },
  },
  {
    names: 'uvx',
    starts: [{ values: RUN_FLAGS }],
    fetches: [{ ecosystem: 'pypi', packageFlags: '--from --with' }],
    isNoWord: true,
    guardedInProse: true,
  },
];
