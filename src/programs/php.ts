import type { Program } from './program.ts';
import { CHANGING_SCRIPT } from './script-names.ts';

/** PHP. */
export const phpPrograms: readonly Program[] = [
  {
    names: 'php',
    versioned: 'php',
    hasNoVerbs: true,
    operands: 'script-first',
    interprets: true,
    codeFlags: '-r',
    changesIf: ({ operands: [file, verb = ''] }) => file === 'artisan' && CHANGING_SCRIPT.test(verb),
    guardedInProse: true,
  },
  {
    names: 'composer',
    subcommands: { dirs: '-d --working-dir' },
    operands: 'no-paths',
    runsScripts: 'run run-script',
    looks: 'show why outdated info',
    changes: 'install update require dump-autoload',
    installs: [{ ecosystem: 'composer', verbs: 'global require, require' }],
    restores: 'install',
    isNoWord: true,
    manifests: { composer: 'composer.json composer.lock' },
  },
  {
    names: 'phpunit',
    causes: [{ id: 'test.phpunit', kind: 'test-failed', has: 'FAILURES!', line: /^FAILURES!$/, work: true }],
    tests: true,
  },
  { names: 'pint', rewrites: { tidies: true, looks: '--test' } },
  { names: 'phpcbf', rewrites: { tidies: true } },
];
