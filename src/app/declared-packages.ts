import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programs } from '../programs/index.ts';
import { programOf } from '../programs/lookup.ts';
import type { Ecosystem } from '../programs/program.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { wordsOf } from '../shared/word-set.ts';
import type { PackageName } from '../shell/packages.ts';

/** The packages named in manifests and lock files of a project. */
interface DeclaredPackages {
  declares(wanted: PackageName): boolean;
}

/** The manifests of a registry, as all programs declare them. */
function manifestsOf(ecosystem: Ecosystem): string[] {
  return programs.flatMap(({ manifests }) => [...wordsOf(manifests?.[ecosystem])]);
}

/** A manifest is a few kilobytes, a lock file a few megabytes. */
const LARGEST = 32 * 1024 * 1024;
const MOST_FOLDERS = 400;
const DEEPEST = 3;
const SKIPPED = /^(?:\.(?!config$|github$)|node_modules$|vendor$|dist$|build$|target$|venv$|__pycache__$|\$RECYCLE)/;

/** Reads the manifests of a project on first use. Only regular files up to a size limit are read. */
export function openDeclaredPackages(root: string): DeclaredPackages {
  const texts = new Map<Ecosystem, { path: string; text: string }[]>();
  let listed: string[] | undefined;
  const manifests = (ecosystem: Ecosystem) => {
    const known = texts.get(ecosystem);
    if (known) return known;
    listed ??= listManifests(root);
    const wanted = manifestsOf(ecosystem);
    const patterns = wanted.map(toPattern);
    const paths = listed.filter((path) => patterns.some((pattern) => pattern.test(basename(path))));
    const read = paths.map((path) => ({ path, text: readText(path) }));
    texts.set(ecosystem, read);
    return read;
  };
  return {
    declares({ ecosystem, name }) {
      const isAddress = ecosystem !== 'go' && /[:\\]|^\.|^\/|^[^@/]+\/[^/]+\/|^[^@/][^/]*\/[^/]+$/.test(name);
      if (name === '' || name.length > 200 || (isAddress && ecosystem !== 'composer')) return false;
      const names = [name, ...wordsOf(programOf(name)?.packages)];
      const places = [
        ...manifests(ecosystem),
        ...(ecosystem === 'tools' ? [] : manifests('tools').filter(({ path }) => /mise\.toml$/.test(path))),
      ];
      return places.some(
        ({ path, text }) => names.some((candidate) => isNamed(candidate, text, path)) || hasProgram(name, text, path),
      );
    },
  };
}

/** Whether a manifest names a package as a dependency, and not just in a script, a description or a comment. */
function isNamed(name: string, text: string, path: string): boolean {
  const file = basename(path);
  if (file === 'package.json' || file === 'composer.json') return Object.keys(dependenciesOf(text)).includes(name);
  if (/^(?:package-lock|npm-shrinkwrap)\.json$/.test(file))
    return text.includes(`"node_modules/${name}"`) || text.includes(`/node_modules/${name}"`);
  const wanted = path.endsWith('.lock') || /\.(?:toml|txt|in|cfg|py)$/.test(file) ? foldName(name) : name;
  return text
    .split('\n')
    .some((line) => line.length < 2_000 && !/^\s*(?:#|\/\/)/.test(line) && namesIt(foldName(line), foldName(wanted)));
}

/** Whether a line has the name as a separate word, with no letter, dash or slash attached. */
function namesIt(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const [before, after] = [line[at - 1] ?? ' ', line[at + name.length] ?? ' '];
    if (!/[\w@./-]/.test(before) && !/[\w/-]/.test(after)) return true;
    // pnpm and yarn write `/name@1.0.0` and `"@scope/name@1"`.
    if (before === '/' && !/[\w/-]/.test(after) && !/@[\w.-]+\/$/.test(line.slice(0, at))) return true;
  }
  return false;
}

/** `Typing_Extensions` and `typing-extensions` are the same package. */
function foldName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

const DEPENDENCIES = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'require',
  'require-dev',
];

function dependenciesOf(text: string): Record<string, unknown> {
  const manifest = parseJson(text);
  const all = DEPENDENCIES.map((field) => manifest[field]).filter(
    (value) => typeof value === 'object' && value !== null,
  );
  const own = typeof manifest.name === 'string' ? { [manifest.name]: '' } : {};
  return Object.assign(own, ...all);
}

/** Whether a package in npm's lock file provides a program of this name. */
function hasProgram(program: string, text: string, path: string): boolean {
  if (!/^(?:package-lock|npm-shrinkwrap)\.json$/.test(basename(path)) || !text.includes(`"${program}"`)) return false;
  const { packages } = parseJson(text);
  return Object.values(typeof packages === 'object' && packages !== null ? packages : {}).some((entry: unknown) => {
    const bin = typeof entry === 'object' && entry !== null && 'bin' in entry ? entry.bin : undefined;
    return typeof bin === 'object' && bin !== null && Object.hasOwn(bin, program);
  });
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function listManifests(root: string): string[] {
  const patterns = programs
    .flatMap(({ manifests }) => Object.values(manifests ?? {}).flatMap((names) => names.split(' ')))
    .map(toPattern);
  const found: string[] = [];
  const folders = [{ path: root, depth: 0 }];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at++) {
    const { path, depth } = folders[at] ?? { path: root, depth: DEEPEST };
    for (const entry of listFolder(path)) {
      const isWanted = entry.isFile() && patterns.some((pattern) => pattern.test(entry.name));
      if (isWanted) found.push(join(path, entry.name));
      if (entry.isDirectory() && depth < DEEPEST && !SKIPPED.test(entry.name))
        folders.push({ path: join(path, entry.name), depth: depth + 1 });
    }
  }
  return found;
}

function listFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function toPattern(name: string): RegExp {
  return new RegExp(
    `^${name
      .split('*')
      .map((part) => part.replace(/[^\w]/g, '\\$&'))
      .join('[^/]*')}$`,
    'i',
  );
}

/** Returns an empty string if the path is not a regular file, or the file is too large. */
function readText(path: string): string {
  try {
    return readRegularSync(path, LARGEST).toString('utf8');
  } catch {
    return '';
  }
}
