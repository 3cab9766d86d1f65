import type { Program } from '../program.ts';

/** The interpreter of Python, and what comes with it. */
export const pythonPrograms: readonly Program[] = [
  {
    names: 'python',
    aliases: 'py pypy',
    versioned: 'python pypy',
    hasNoVerbs: true,
    valueFlags: '-c -W -X --check-hash-based-pycs',
    operands: 'script-first',
    interprets: true,
    codeFlags: '-c',
    changesIf: ({ operands: [file = '', verb = ''] }) =>
      /(?:^|[/\\])manage\.py$/.test(file) &&
      /^(?:migrate|makemigrations|loaddata|collectstatic|createsuperuser|runserver|flush)$/.test(verb),
  },
  { names: 'venv', changesIf: () => true },
];
