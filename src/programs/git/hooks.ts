import type { Program } from '../program.ts';

/** Managers of git hooks. */
export const gitHooks: readonly Program[] = [
  {
    names: 'pre-commit',
    subcommands: {},
    changes: 'install autoupdate install-hooks',
    checks: true,
    rewrites: { tidies: 'run' },
    isNoWord: true,
    guardedInProse: /SKIP=/,
    manifests: { pypi: '.pre-commit-config.yaml' },
  },
  { names: 'prek', checks: true, rewrites: { tidies: 'run' } },
  { names: 'lefthook', subcommands: {}, changes: 'install', checks: true, rewrites: { tidies: 'run' } },
  { names: 'husky', subcommands: {}, changes: 'install init add', guardedInProse: /HUSKY=/ },
  { names: 'lint-staged', checks: true, rewrites: { tidies: true } },
];
