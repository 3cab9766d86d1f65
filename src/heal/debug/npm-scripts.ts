import { dirname, join } from 'node:path';
import { codeOr, quotable, quotablePath } from '../../lessons/quotable.ts';
import { familyOf, programOf } from '../../programs/lookup.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import type { AskedTool, FoundToolSource } from './source.ts';

/** A package of the project. */
interface Package {
  name: string;
  folder: string;
  file: SourceFile;
  scripts: ReadonlyMap<string, string>;
  bins: ReadonlyMap<string, string>;
}

/** Upper bound: no repository in which people find their way has more packages. */
const MOST_PACKAGES = 500;
/** Upper bound: if many packages have a script, only the first ones are shown. */
const MOST_SHOWN = 3;

/**
 * Finds scripts of package.json, including those of workspaces, with the scripts that run before and after them; and the programs
 * that a package provides.
 */
export async function findNpmScripts(asked: AskedTool, checkout: SourceCheckout): Promise<FoundToolSource[]> {
  const isRun = asked.command !== undefined && programOf(familyOf(asked.command.name))?.runsPackageScripts === true;
  const name = isRun ? asked.script : asked.name;
  if (name === undefined) return [];
  const near = packagesAbove(asked.folder, checkout);
  const wanted = isRun ? workspaceOf(asked) : undefined;
  const has = ({ scripts, bins }: Package) => scripts.has(name) || (!isRun && bins.has(name));
  const closest = wanted === undefined ? near.filter(has).slice(0, 1) : [];
  const others = closest.length > 0 ? [] : (await packagesBelow(checkout)).filter(has);
  const named = wanted === undefined ? others : others.filter((each) => isNamed(each, wanted, checkout));
  return [...closest, ...named].slice(0, MOST_SHOWN).flatMap((each) => describe(each, name, checkout));
}

function describe({ file, folder, scripts, bins }: Package, name: string, checkout: SourceCheckout): FoundToolSource[] {
  const found = [name, `pre${name}`, `post${name}`].flatMap((each): FoundToolSource[] => {
    const runs = scripts.get(each);
    const line = runs === undefined ? 0 : lineOfKey(file.lines, 'scripts', each);
    return runs === undefined
      ? []
      : [
          {
            kind: 'npm-script',
            name: codeOr(quotable(`npm run ${each}`), 'a script of npm'),
            path: file.path,
            from: line,
            to: line,
            runs,
            folder,
          },
        ];
  });
  const bin = bins.get(name);
  const program = bin === undefined ? undefined : checkout.read(bin, folder);
  if (program)
    found.push({
      kind: 'script',
      name: codeOr(quotablePath(program.path, 300), 'a script'),
      path: program.path,
      from: 1,
      to: program.lines.length,
    });
  return found;
}

/** Reads the package named by `-w quay`, `--workspace=quay` or `--filter quay`. */
function workspaceOf({ command }: AskedTool): string | undefined {
  const words = command?.words.map(({ text }) => text) ?? [];
  const at = words.findIndex((word) => /^(?:-w|--workspace|-F|--filter|workspace)(?:=|$)/.test(word));
  return at < 0 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
}

function isNamed({ name, folder }: Package, wanted: string, checkout: SourceCheckout): boolean {
  const path = checkout.nameOf(folder);
  return name === wanted || path === wanted.replace(/^\.\//, '') || path.endsWith(`/${wanted}`);
}

function packagesAbove(start: string, checkout: SourceCheckout): Package[] {
  const packages: Package[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    const found = readPackage(folder, checkout);
    if (found) packages.push(found);
    if (folder === checkout.top || folder === dirname(folder)) return packages;
  }
}

async function packagesBelow(checkout: SourceCheckout): Promise<Package[]> {
  const patterns = listPatterns(checkout);
  if (patterns.length === 0) return [];
  const { globSync } = await import('tinyglobby');
  const files = globSync(patterns, {
    cwd: checkout.top,
    ignore: ['**/node_modules/**'],
    deep: 6,
    followSymbolicLinks: false,
  });
  return files
    .sort()
    .slice(0, MOST_PACKAGES)
    .flatMap((file) => readPackage(dirname(join(checkout.top, file)), checkout) ?? []);
}

/** Lists the patterns with which the project declares the packages below it. */
function listPatterns(checkout: SourceCheckout): string[] {
  const value = readJson(checkout.read('package.json'))?.workspaces;
  const list = Array.isArray(value) ? value : isGroup(value) && Array.isArray(value.packages) ? value.packages : [];
  const pnpm = (checkout.read('pnpm-workspace.yaml')?.lines ?? []).flatMap(
    (line) => /^\s*-\s*['"]?([^'"#]{1,200}?)['"]?\s*$/.exec(line)?.[1] ?? [],
  );
  return [...list, ...pnpm]
    .filter((pattern): pattern is string => typeof pattern === 'string' && !/^[!/]|\.\./.test(pattern))
    .map((pattern) => `${pattern.replace(/^\.\//, '').replace(/\/+$/, '')}/package.json`);
}

function readPackage(folder: string, checkout: SourceCheckout): Package | undefined {
  const file = checkout.read('package.json', folder);
  const value = readJson(file);
  if (!file || !value) return undefined;
  const name = typeof value.name === 'string' ? value.name : '';
  const bins =
    typeof value.bin === 'string' ? new Map([[name.replace(/^@[^/]*\//, ''), value.bin]]) : textsOf(value.bin);
  return { name, folder, file, scripts: textsOf(value.scripts), bins };
}

function readJson(file: SourceFile | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(file?.lines.join('\n') ?? '');
    return isGroup(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): Map<string, string> {
  const entries = isGroup(value) ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Returns the line, counted from 1, of a key in a group of the file. */
function lineOfKey(lines: readonly string[], group: string, key: string): number {
  const start = lines.findIndex((line) => line.includes(`"${group}"`));
  const at = lines.findIndex((line, index) => index >= start && line.includes(`${JSON.stringify(key)}:`));
  return (at >= 0 ? at : Math.max(0, start)) + 1;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
