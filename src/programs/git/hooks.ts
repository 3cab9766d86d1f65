import type { Program } from '../program.ts';

/** Managers of git hooks. */
export const hooksPrograms: readonly Program[] = [
  { names: 'pre-commit', subcommands: {}, changes: 'install autoupdate install-hooks' },
  { names: 'lefthook', subcommands: {}, changes: 'install' },
  { names: 'husky', subcommands: {}, changes: 'install init add' },
];
