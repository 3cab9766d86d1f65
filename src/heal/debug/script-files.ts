import { dirname } from 'node:path';
import { codeOr, quotablePath } from '../../lessons/quotable.ts';
import { familyOf } from '../../shell/index.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import type { AskedTool, FoundToolSource } from './source.ts';

/** The folders in which projects keep programs that they run by name. */
const FOLDERS = ['.', 'bin', 'scripts', 'script', 'tools', 'hack', 'ci', '.github/scripts', 'dev'];
const ENDINGS = '.sh .bash .py .mjs .js .cjs .ts .mts .rb .pl .php .ps1 .cmd .bat .zsh .fish .lua'.split(' ');
const INTERPRETERS = new Set(
  'bash sh zsh dash ksh fish node tsx ts-node deno bun python ruby perl php lua pwsh powershell rscript'.split(' '),
);

/**
 * Finds a script of the repository: by its path, as the argument of an interpreter, or by its name in one of the usual folders.
 */
export function findScripts(asked: AskedTool, checkout: SourceCheckout): FoundToolSource[] {
  const file =
    byPath(asked, checkout) ?? (asked.name === undefined ? undefined : byName(asked.name, asked.folder, checkout));
  return file
    ? [
        {
          kind: 'script',
          name: codeOr(quotablePath(file.path, 300), 'a script'),
          path: file.path,
          from: 1,
          to: file.lines.length,
        },
      ]
    : [];
}

function byPath({ command, folder, text }: AskedTool, checkout: SourceCheckout): SourceFile | undefined {
  if (command === undefined) return undefined;
  const { program, runner, operands, name } = command;
  if (runner.at(-1) === '-m') return readModule(program, folder, checkout);
  const isInterpreter = INTERPRETERS.has(familyOf(name));
  // Not all of the interpreter's flags are known: the first word that is a file of the project is the script.
  const named = isInterpreter ? operands : /[\\/]/.test(program) ? [program] : /\.\w+$/.test(text) ? [text] : [];
  for (const path of named) {
    const file = /[$*\s]/.test(path) ? undefined : checkout.read(path.replaceAll('\\', '/'), folder);
    if (file) return file;
  }
  return undefined;
}

function byName(name: string, start: string, checkout: SourceCheckout): SourceFile | undefined {
  if (/[\\/]/.test(name)) return undefined;
  const spellings = new Set([name, name.replaceAll('_', '-'), name.replaceAll('-', '_')]);
  for (let folder = start; ; folder = dirname(folder)) {
    for (const place of FOLDERS) {
      for (const spelling of spellings) {
        for (const ending of ['', ...ENDINGS]) {
          const file = checkout.read(`${place}/${spelling}${ending}`, folder);
          // A file without an extension may be anything; an executable one names its interpreter.
          if (file && (ending !== '' || file.lines[0]?.startsWith('#!'))) return file;
        }
      }
    }
    if (folder === checkout.top || folder === dirname(folder)) return undefined;
  }
}

/** Reads the module of `python -m quay.server`. */
function readModule(module: string, folder: string, checkout: SourceCheckout): SourceFile | undefined {
  if (!/^[\w.]{1,200}$/.test(module)) return undefined;
  const path = module.replaceAll('.', '/');
  for (const base of ['', 'src/'])
    for (const ending of ['.py', '/__main__.py', '/__init__.py']) {
      const file = checkout.read(`${base}${path}${ending}`, folder);
      if (file) return file;
    }
  return undefined;
}
