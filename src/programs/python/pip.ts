import type { Program } from '../program.ts';

/** pip, and what installs or isolates packages beside it. */
export const pipPrograms: readonly Program[] = [
  {
    names: 'pip',
    versioned: 'pip',
    subcommands: { second: 'cache config index' },
    valueFlags:
      '-r --requirement -c --constraint -e --editable -t --target -i --index-url --extra-index-url -f --find-links --prefix ' +
      '--root --python --trusted-host --format',
    pathFlags: '-r -c -e -t',
    operands: 'no-paths',
    looks: 'show list freeze check help debug inspect index/versions config/list config/get cache/list cache/dir',
    asks: 'show check',
    changes: 'install uninstall download wheel config/set cache/purge',
    bypasses: [
      {
        id: 'system-packages',
        group: 'permissions',
        why: 'the system Python',
        sample: 'pip install --break-system-packages x',
        flags: '--break-system-packages',
      },
    ],
    installs: [{ ecosystem: 'pypi', verbs: 'install, inject' }],
    restores: ({ subcommand, flags }) =>
      subcommand === 'install' && flags.some((flag) => /^(?:-r|-e|--requirement|--editable)$/.test(flag)),
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: /pip3?/,
    substitutes: 'pip3',
    manifests: { pypi: 'requirements*.txt requirements*.in' },
    outages: [
      {
        id: 'registry.pip',
        ailment: 'registry',
        line: /^WARNING: Retrying \(Retry\(total=|Could not fetch URL .* connection error|Max retries exceeded with url: \/simple\/|^error: Failed to fetch: `https?:\/\/[^`]*\/simple\//,
      },
    ],
  },
  {
    names: 'pipx',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'run', values: '--spec --python --pip-args --index-url' }],
    looks: 'list',
    changes: 'install inject upgrade ensurepath',
    fetches: [{ ecosystem: 'pypi', lead: 'run', packageFlags: '--spec' }],
    installs: [{ ecosystem: 'pypi', verbs: 'install, inject' }],
    isNoWord: true,
    guardedInProse: true,
  },
  { names: 'easy_install', installs: [{ ecosystem: 'pypi', verbs: '' }] },
  { names: 'virtualenv', changes: true },
];
