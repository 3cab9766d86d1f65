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
    causes: [
      {
        id: 'python.module',
        kind: 'module-missing',
        has: 'No module named',
        line: /(?:ModuleNotFoundError: |ImportError: |: )No module named '?(?<subject>[\w.]+)'?/,
        strict: true,
      },
      {
        id: 'python.file',
        kind: 'file-missing',
        has: "can't open file",
        line: /can't open file '(?<subject>[^']+)': \[Errno 2\]/,
        strict: true,
      },
      {
        id: 'python.errno',
        kind: 'file-missing',
        has: '[Errno 2]',
        line: /FileNotFoundError: \[Errno 2\] No such file or directory: '(?<subject>[^']+)'/,
      },
      {
        id: 'python.argparse',
        kind: 'bad-flag',
        has: 'unrecognized arguments: ',
        line: /error: unrecognized arguments: (?:[^-\s].{0,200}? )?(?<subject>-\S+)/,
        strict: true,
      },
      {
        id: 'argparse.surplus',
        kind: 'too-many-arguments',
        has: 'unrecognized arguments: ',
        line: /error: unrecognized arguments: (?<subject>[^-\s]\S*)/,
        strict: true,
      },
      {
        id: 'python.managed',
        kind: 'permission',
        has: 'externally-managed-environment',
        line: /externally-managed-environment/,
        strict: true,
      },
      { id: 'build.python', kind: 'build-failed', has: 'SyntaxError', line: /^SyntaxError: /, work: true },
    ],
    runtime: 'python',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: /python3?/,
    substitutes: 'python3 python3.10 python3.11 python3.12 python3.13 py',
    manifests: { pypi: 'pyproject.toml setup.py setup.cfg' },
  },
  { names: 'venv', changesIf: () => true },
];
