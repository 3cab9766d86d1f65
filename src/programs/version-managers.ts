import type { Program } from './program.ts';

/** Managers of the versions of tools, and of what a folder needs. */
export const versionManagersPrograms: readonly Program[] = [
  {
    names: 'mise',
    subcommands: { second: 'tasks settings plugins config cache', values: '-E --env', dirs: '-C --cd' },
    valueFlags: '-C --cd -E --env -j --jobs',
    passesOn: true,
    operands: 'no-paths',
    starts: [
      { lead: 'exec', values: '-C --cd -E --env -j --jobs', dashes: true },
      { lead: 'x', values: '-C --cd -E --env -j --jobs', dashes: true },
    ],
    runsScripts: 'run r task',
    ownSubcommands:
      'install i use u exec x ls list current tasks which where env e doctor dr version ls-remote latest outdated bin-paths ' +
      'settings config cfg help trust upgrade up activate deactivate prune reshim plugins p self-update alias backends cache ' +
      'completion en fmt generate hook-env implode link ln registry search set shell sh sync tool tasks unset unuse uninstall ' +
      'watch w test-tool',
    looks:
      'ls list current tasks tasks/ls tasks/info tasks/deps which where env doctor version ls-remote latest outdated ' +
      'bin-paths settings/get settings/ls config/ls help',
    asks: 'which where',
    changes: 'install use trust upgrade up activate settings/set prune reshim plugins/install self-update',
    installs: [{ ecosystem: 'tools', verbs: 'install, add, use, plugin add, tap' }],
    causes: [
      {
        id: 'mise.task',
        kind: 'script-missing',
        has: 'mise ERROR no task',
        line: /^mise ERROR no task (?<subject>\S+) found/,
        strict: true,
      },
      {
        id: 'mise.none',
        kind: 'wrong-cwd',
        has: 'no tasks defined',
        line: /^mise ERROR no tasks defined/,
        strict: true,
      },
      { id: 'mise.trust', kind: 'permission', has: 'not trusted', line: /Config files? in \S+ (?:is|are) not trusted/ },
    ],
    isNoWord: true,
    manifests: { tools: 'mise.toml .mise.toml' },
  },
  {
    names: 'rtx',
    starts: [
      { lead: 'exec', dashes: true },
      { lead: 'x', dashes: true },
    ],
  },
  {
    names: 'asdf',
    subcommands: { second: 'plugin' },
    operands: 'no-paths',
    starts: [{ lead: 'exec' }],
    looks: 'list current where which latest plugin/list',
    asks: 'which where',
    changes: 'install local global reshim plugin/add set',
    installs: [{ ecosystem: 'tools', verbs: 'install, add, use, plugin add, tap' }],
    manifests: { tools: '.tool-versions' },
  },
  {
    names: 'nvm',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'exec', positionals: 1 }],
    looks: 'ls list current which version ls-remote',
    asks: 'which',
    changes: 'install use alias',
  },
  {
    names: 'fnm',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'exec', values: '--using' }],
    looks: 'ls list current',
    changes: 'install use default',
  },
  {
    names: 'volta',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'run', values: '--node --npm --pnpm --yarn' }],
    looks: 'list which',
    changes: 'install pin',
    installs: [{ ecosystem: 'npm', verbs: 'install' }],
  },
  {
    names: 'pyenv',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'exec' }],
    looks: 'versions version which root',
    asks: 'which',
    changes: 'install local global shell rehash',
    causes: [
      {
        id: 'shims.version',
        kind: 'wrong-runtime',
        has: ' is not installed',
        line: /^(?:rb|py|nod|go|j)env: version [`'](?<subject>[^'`]+)['`] is not installed/,
        strict: true,
      },
      {
        id: 'shims.command',
        kind: 'wrong-runtime',
        has: ': command not found',
        line: /^(?:rb|py|nod|go|j)env: (?<subject>[\w.-]+): command not found/,
        strict: true,
      },
    ],
  },
  {
    names: 'rbenv',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'exec' }],
    looks: 'versions version which root',
    changes: 'install local global rehash',
  },
  {
    names: 'direnv',
    subcommands: {},
    operands: 'no-paths',
    starts: [{ lead: 'exec', positionals: 1 }],
    looks: 'status show_dump',
    changes: 'allow reload',
  },
];
