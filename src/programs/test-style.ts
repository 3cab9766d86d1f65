/** The frameworks that a test can be written for. */
export type StyledFramework =
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

/**
 * How tests are written and run with a tool, for a test that guards a lesson. It stands in the tool's own file, and in the list of
 * `test-styles.ts`.
 */
export interface TestStyle {
  readonly name: StyledFramework;
  /** The paths of its tests, from the root. */
  readonly files: RegExp;
  /** The folder for tests of a project that has none yet. */
  readonly folder: string;
  /** The end of the name of a test file: `.test.ts`. */
  readonly suffix: string;
  /** New tests go to the folder that most tests are in. */
  readonly isBesideOthers?: true;
  /** The module that `it` is imported from; other frameworks put it where every file sees it. */
  readonly module?: string;
  /** Whether a project's tests are written for it. */
  isUsed(project: TestedProject): boolean | Promise<boolean>;
  /** The path of a new test. */
  place(test: NewTest): string;
  /** The command that runs one test file. */
  run(target: string): string;
}

/** The parts of a project that say what its tests are written for. */
interface TestedProject {
  /** The packages that package.json names. */
  readonly packages: readonly string[];
  /** Its script that runs the tests. */
  readonly script: string;
  /** Whether one of these files mentions something. */
  mentions(files: readonly string[], pattern: RegExp): Promise<boolean>;
}

/** The names that a new test may be called by. */
interface NewTest {
  readonly folder: string;
  readonly suffix: string;
  /** `l_012`. */
  readonly identifier: string;
  /** `L012`. */
  readonly className: string;
  /** `l-012-use-uv`. */
  readonly slug: string;
}

/** Whether a project uses a framework of JavaScript: it has its package, or its tests are started by its name. */
export function usesPackage({ packages, script }: TestedProject, name: string): boolean {
  return packages.includes(name) || new RegExp(`\\b${name}\\b`).test(script);
}

/** A file of JavaScript, in a folder of its own beside other tests. */
export function placeScript({ folder, slug, suffix }: NewTest): string {
  return `${folder}/lessons/${slug}${suffix}`;
}
