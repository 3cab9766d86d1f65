import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeStyle } from '../../../programs/node/node.ts';
import type { TestStyle } from '../../../programs/test-style.ts';
import { testStyles } from '../../../programs/test-styles.ts';
import type { DraftFiles } from '../draft-files.ts';

/** The conventions for tests in this repository. */
export interface Framework {
  /** The conventions of the framework itself. */
  style: TestStyle;
  /** The folder for tests, relative to the root. */
  folder: string;
  /** The suffix of a test file's name: `.test.ts`. */
  suffix: string;
  /** An existing test, relative to the root. */
  sample?: string;
  /** Whether files of the repository are JavaScript modules unless they say otherwise. */
  isModule: boolean;
}

/** Finds the test framework of the repository; of several, the one with the most tests. Returns undefined if there is none. */
export async function findFramework(drafts: DraftFiles): Promise<Framework | undefined> {
  const files = await listFiles(drafts.root);
  const manifest = readManifest((await drafts.read('package.json')) ?? '');
  const counted = (await listStyles(drafts, manifest)).map((style) => {
    return { style, tests: files.filter((file) => style.files.test(file)) };
  });
  const best = counted.reduce<(typeof counted)[number] | undefined>(
    (most, one) => (most && most.tests.length >= one.tests.length ? most : one),
    undefined,
  );
  return best && describeFramework(best.style, best.tests, manifest.isModule);
}

/** The framework to use if there is none yet: Node's own test runner requires no installation. */
export const FALLBACK: Framework = {
  style: nodeStyle,
  folder: nodeStyle.folder,
  suffix: nodeStyle.suffix,
  isModule: true,
};

function describeFramework(style: TestStyle, tests: readonly string[], isModule: boolean): Framework {
  const [sample] = tests;
  const suffixes = tests.flatMap((file) => /\.(?:test|spec)\.[cm]?[jt]sx?$/.exec(file)?.[0].replace(/x$/, '') ?? []);
  const folders = tests.flatMap((file) => /^(?:tests?|__tests__|specs?)(?=\/)/.exec(file)?.[0] ?? []);
  const isScript = /[jt]s$/.test(style.suffix);
  return {
    style,
    folder: style.isBesideOthers ? (mostFrequent(folders) ?? style.folder) : style.folder,
    suffix: isScript ? (mostFrequent(suffixes) ?? style.suffix) : style.suffix,
    sample,
    isModule,
  };
}

interface Manifest {
  /** The names of packages, and the script that runs the tests. */
  packages: readonly string[];
  test: string;
  isModule: boolean;
}

async function listStyles(drafts: DraftFiles, { packages, test }: Manifest): Promise<TestStyle[]> {
  const mentions = async (paths: readonly string[], pattern: RegExp) => {
    for (const path of paths) if (pattern.test((await drafts.read(path).catch(() => '')) ?? '')) return true;
    return false;
  };
  const styles: TestStyle[] = [];
  for (const style of testStyles) if (await style.isUsed({ packages, script: test, mentions })) styles.push(style);
  return styles;
}

function readManifest(text: string): Manifest {
  try {
    const { dependencies, devDependencies, scripts, type } = JSON.parse(text) as Record<
      string,
      Record<string, string> | string
    >;
    const keys = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : []);
    const test = typeof scripts === 'object' ? scripts.test : undefined;
    return {
      packages: [...keys(dependencies), ...keys(devDependencies)],
      test: typeof test === 'string' ? test : '',
      isModule: type === 'module',
    };
  } catch {
    return { packages: [], test: '', isModule: false };
  }
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Upper bound: more files reveal nothing new about where tests are. */
const MOST_FILES = 20_000;
const DEEPEST = 12;

/** Folders that tools write: packages, builds, and names that begin with a dot. */
const OTHERS = /^(?:node_modules|bower_components|vendor|target|dist|build|out|coverage|venv|env|__pycache__|\..*)$/;

/** Lists the files of a repository, relative to its root and with forward slashes, those nearer the root first. */
async function listFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  let level = [''];
  for (let depth = 0; depth < DEEPEST && level.length > 0 && files.length < MOST_FILES; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) files.push(name);
        else if (entry.isDirectory() && !OTHERS.test(entry.name)) next.push(name);
      }
    }
    level = next;
  }
  return files.slice(0, MOST_FILES);
}
