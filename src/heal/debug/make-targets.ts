import { codeOr, quotable } from '../../lessons/quotable.ts';
import { familyOf } from '../../shell/index.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import type { AskedTool, FoundToolSource } from './source.ts';

const NAMES = ['GNUmakefile', 'makefile', 'Makefile'];
/** Upper bound for files that include others, which include further ones. */
const MOST_FILES = 50;

/** Finds targets of makefiles, and of the files that they include. */
export function findMakeTargets(asked: AskedTool, checkout: SourceCheckout): FoundToolSource[] {
  const isMake = asked.command !== undefined && /^g?make$/.test(familyOf(asked.command.name));
  const names = isMake ? asked.script?.split(' ') : asked.name === undefined ? undefined : [asked.name];
  if (names === undefined) return [];
  for (const folder of new Set([asked.folder, ...(isMake ? [] : [checkout.top])])) {
    const files = readMakefiles(folder, fileOf(asked), checkout);
    const found = names.flatMap((name) => files.flatMap((file) => findTarget(file, name, folder)));
    if (found.length > 0) return found;
  }
  return [];
}

/** Reads the file from `make -f build/release.mk`. */
function fileOf({ command }: AskedTool): string | undefined {
  return command?.arguments.find(({ text }) => text === '-f' || text === '--file')?.value;
}

function readMakefiles(folder: string, named: string | undefined, checkout: SourceCheckout): SourceFile[] {
  const files: SourceFile[] = [];
  const waiting = named === undefined ? [NAMES.find((name) => checkout.read(name, folder)) ?? ''] : [named];
  for (let path = waiting.shift(); path !== undefined && files.length < MOST_FILES; path = waiting.shift()) {
    const file = path === '' ? undefined : checkout.read(path, folder);
    if (!file || files.includes(file)) continue;
    files.push(file);
    waiting.push(...file.lines.flatMap((line) => includesOf(line, folder, checkout)));
  }
  return files;
}

/** Reads `include mk/*.mk`; the value of a variable is not known here. */
function includesOf(line: string, folder: string, checkout: SourceCheckout): string[] {
  const [, list = ''] = /^[-s]?include[ \t]+([^#]*)/.exec(line) ?? [];
  return list
    .split(/\s+/)
    .filter((path) => path !== '' && !path.includes('$'))
    .flatMap((path) => {
      const [, under = '', before = '', after = ''] = /^((?:[^*]*\/)?)([^*/]*)\*([^*/]*)$/.exec(path) ?? [];
      if (!path.includes('*')) return [path];
      const parent = checkout.folder(under || '.', folder);
      const names = parent === undefined ? [] : checkout.list(parent).filter(({ isFolder }) => !isFolder);
      return names
        .filter(({ name }) => name.startsWith(before) && name.endsWith(after))
        .map(({ name }) => `${under}${name}`);
    });
}

/** Finds the rules of a target that have a recipe; a rule that only adds prerequisites is not where it fails. */
function findTarget({ path, lines }: SourceFile, name: string, folder: string): FoundToolSource[] {
  return lines.flatMap((line, index): FoundToolSource[] => {
    if (!targetsOf(line).includes(name)) return [];
    let last = index;
    for (let at = index + 1; at < lines.length; at++) {
      const text = lines[at] ?? '';
      if (text.startsWith('\t') || lines[at - 1]?.endsWith('\\')) last = at;
      else if (text.trim() !== '' && !text.startsWith('#')) break;
    }
    const recipe = lines.slice(index + 1, last + 1).map((text) => text.replace(/^\t[@+-]*/, ''));
    const runs = recipe.join('\n');
    const place = { path, from: index + 1, to: last + 1, folder };
    return [
      {
        kind: 'make-target',
        name: codeOr(quotable(`make ${name}`), 'a make target'),
        ...place,
        runs: recipe.length > 0 ? runs : undefined,
      },
    ];
  });
}

function targetsOf(line: string): string[] {
  const colon = line.indexOf(':');
  const head = colon < 0 || /^[\s#]/.test(line) ? '' : line.slice(0, colon);
  const isRule = head !== '' && !/[=#]/.test(head) && !/^::?:?=/.test(line.slice(colon));
  return isRule && head.trim() !== '.PHONY' ? head.trim().split(/\s+/) : [];
}
