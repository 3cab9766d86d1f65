import type { DraftFiles } from '../draft-files.ts';
import { listFiles } from './list-files.ts';

/** The supported test frameworks. */
export type FrameworkName =
  | 'vitest'
  | 'jest'
  | 'mocha'
  | 'bun'
  | 'node'
  | 'pytest'
  | 'go'
  | 'cargo'
  | 'junit5'
  | 'junit4'
  | 'rspec';

/** The conventions for tests in this repository. */
export interface Framework {
  name: FrameworkName;
  /** The folder for tests, relative to the root. */
  folder: string;
  /** The suffix of a test file's name: `.test.ts`. */
  suffix: string;
  /** An existing test, relative to the root. */
  sample?: string;
  /** Whether files of the repository are JavaScript modules unless they say otherwise. */
  isModule: boolean;
}

/** The names of a framework's test files, and the folder and suffix to use if there are none. */
const SHAPES: Readonly<Record<FrameworkName, { pattern: RegExp; folder: string; suffix: string }>> = {
  vitest: { pattern: /\.(?:test|spec)\.[cm]?[jt]sx?$/, folder: 'tests', suffix: '.test.ts' },
  jest: { pattern: /\.(?:test|spec)\.[cm]?[jt]sx?$/, folder: 'tests', suffix: '.test.js' },
  mocha: { pattern: /(?:\.(?:test|spec)|^test\/.*)\.[cm]?[jt]s$/, folder: 'test', suffix: '.test.js' },
  bun: { pattern: /\.(?:test|spec)\.[cm]?[jt]sx?$/, folder: 'tests', suffix: '.test.ts' },
  node: { pattern: /\.(?:test|spec)\.[cm]?js$/, folder: 'tests', suffix: '.test.mjs' },
  pytest: { pattern: /(?:^|\/)(?:test_\w+|\w+_test)\.py$/, folder: 'tests', suffix: '.py' },
  go: { pattern: /_test\.go$/, folder: 'internal', suffix: '_test.go' },
  cargo: { pattern: /^tests\/\w+\.rs$/, folder: 'tests', suffix: '.rs' },
  junit5: { pattern: /(?:^|\/)src\/test\/java\/.*\.java$/, folder: 'src/test/java', suffix: '.java' },
  junit4: { pattern: /(?:^|\/)src\/test\/java\/.*\.java$/, folder: 'src/test/java', suffix: '.java' },
  rspec: { pattern: /_spec\.rb$/, folder: 'spec', suffix: '_spec.rb' },
};

/** Finds the test framework of the repository; of several, the one with the most tests. Returns undefined if there is none. */
export async function findFramework(drafts: DraftFiles): Promise<Framework | undefined> {
  const files = await listFiles(drafts.root);
  const manifest = readManifest((await drafts.read('package.json')) ?? '');
  const counted = (await listNames(drafts, manifest)).map((name) => {
    const tests = files.filter((file) => SHAPES[name].pattern.test(file));
    return { name, tests };
  });
  const best = counted.reduce<(typeof counted)[number] | undefined>(
    (most, one) => (most && most.tests.length >= one.tests.length ? most : one),
    undefined,
  );
  return best && describeFramework(best.name, best.tests, manifest.isModule);
}

/** The framework to use if there is none yet: Node's own test runner requires no installation. */
export const FALLBACK: Framework = { name: 'node', folder: 'tests', suffix: '.test.mjs', isModule: true };

function describeFramework(name: FrameworkName, tests: readonly string[], isModule: boolean): Framework {
  const shape = SHAPES[name];
  const [sample] = tests;
  const suffixes = tests.flatMap((file) => /\.(?:test|spec)\.[cm]?[jt]sx?$/.exec(file)?.[0].replace(/x$/, '') ?? []);
  const folders = tests.flatMap((file) => /^(?:tests?|__tests__|specs?)(?=\/)/.exec(file)?.[0] ?? []);
  const isScript = /[jt]s$/.test(shape.suffix);
  return {
    name,
    folder: isScript || name === 'pytest' ? (mostFrequent(folders) ?? shape.folder) : shape.folder,
    suffix: isScript ? (mostFrequent(suffixes) ?? shape.suffix) : shape.suffix,
    ...(sample === undefined ? {} : { sample }),
    isModule,
  };
}

interface Manifest {
  /** The names of packages, and the script that runs the tests. */
  packages: readonly string[];
  test: string;
  isModule: boolean;
}

async function listNames(drafts: DraftFiles, manifest: Manifest): Promise<FrameworkName[]> {
  const names: FrameworkName[] = [];
  const uses = (name: string) => manifest.packages.includes(name) || new RegExp(`\\b${name}\\b`).test(manifest.test);
  for (const name of ['vitest', 'jest', 'mocha'] as const) if (uses(name)) names.push(name);
  if (/\bbun test\b/.test(manifest.test)) names.push('bun');
  if (/\bnode\b.*--test\b/.test(manifest.test)) names.push('node');
  const mentions = async (file: string, pattern: RegExp) => pattern.test((await drafts.read(file).catch(() => '')) ?? '');
  const anyMentions = async (paths: readonly string[], pattern: RegExp) => {
    for (const path of paths) if (await mentions(path, pattern)) return true;
    return false;
  };
  if (await anyMentions(['pytest.ini', 'pyproject.toml', 'setup.cfg', 'tox.ini', ...REQUIREMENTS], /\bpytest\b/))
    names.push('pytest');
  if (await mentions('go.mod', /^module /m)) names.push('go');
  if (await mentions('Cargo.toml', /^\[package\]/m)) names.push('cargo');
  const builds = ['pom.xml', 'build.gradle', 'build.gradle.kts'];
  if (await anyMentions(builds, /junit-?jupiter|useJUnitPlatform/i)) names.push('junit5');
  else if (await anyMentions(builds, /\bjunit\b/i)) names.push('junit4');
  if (await anyMentions(['Gemfile', '.rspec'], /rspec|--/)) names.push('rspec');
  return names;
}

const REQUIREMENTS = ['requirements.txt', 'requirements-dev.txt', 'dev-requirements.txt', 'requirements/dev.txt'];

function readManifest(text: string): Manifest {
  try {
    const { dependencies, devDependencies, scripts, type } = JSON.parse(text) as Record<string, Record<string, string> | string>;
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
