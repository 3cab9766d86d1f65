import { parseCommand, type ShellCommand } from '../../shell/index.ts';
import type { TestFramework } from '../test-run.ts';

/** What a command that starts a runner says of it. */
export interface RunnerCall {
  framework: TestFramework;
  /** It is told already what to report, or in what environment to run. */
  hasReporter: boolean;
  /** Words that are no options stand behind it. */
  hasFiles: boolean;
  /** What it prints when it comes to its end, where its results have no reader of their own. */
  ends?: RegExp;
}

/** The runner that a command starts, also behind programs that only measure it or set variables. */
export function runnerOf(command: ShellCommand): RunnerCall | undefined {
  const { args, env } = unwrap(command) ?? command;
  const framework = frameworkOf(unwrap(command) ?? command);
  const ends = framework ? undefined : endOf(unwrap(command) ?? command);
  if (ends) return { framework: 'exit-code', hasReporter: false, hasFiles: false, ends };
  if (!framework) return undefined;
  const told = REPORTERS[framework];
  const setsOptions = 'NODE_OPTIONS' in env || command.args.some((word) => word.startsWith('NODE_OPTIONS='));
  return {
    framework,
    hasReporter: (told !== undefined && args.some((word) => told.test(word))) || (framework === 'node-test' && setsOptions),
    hasFiles: args.some((word, at) => !word.startsWith('-') && !VALUED.has(args[at - 1] ?? '')),
  };
}

/** Options of Node whose value is a word of its own. */
const VALUED: ReadonlySet<string> = new Set([
  '--import',
  '--require',
  '-r',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
]);

/** Options by which a runner is told what to report, so that it cannot be told twice. */
const REPORTERS: Partial<Record<TestFramework, RegExp>> = {
  jest: /^--(?:json|outputFile)\b/,
  vitest: /^--outputFile\b|^--reporter=json$/,
  'node-test': /^--test-reporter/,
  mocha: /^--reporter-options?\b|^-O/,
  pytest: /^--junit-?xml\b/,
  go: /^-json\b/,
  cargo: /^--format\b/,
};

/** Programs that start the one that stands behind their options: `c8 --all mocha`, `cross-env A=1 jest`. */
const WRAPPERS: ReadonlySet<string> = new Set(['c8', 'nyc', 'cross-env', 'env-cmd', 'dotenv', 'dotenvx', 'hatch']);

const STARTED = /^(?:node|tsx|vitest|jest|mocha|pytest|python[\d.]*)$/;

function unwrap(command: ShellCommand): ShellCommand | undefined {
  const { name, args, env } = command;
  if (!WRAPPERS.has(name)) return undefined;
  const at = args.findIndex((word) => STARTED.test(word));
  const inner =
    at < 0
      ? undefined
      : parseCommand(
          args
            .slice(at)
            .map((word) => `'${word.replaceAll("'", '')}'`)
            .join(' '),
        ).commands.at(-1);
  return inner && { ...inner, env: { ...env, ...inner.env } };
}

function frameworkOf({ name, subcommand, args, runner }: ShellCommand): TestFramework | undefined {
  const plain = name.replace(/\.(?:cmd|[cm]?js)$/, '');
  if (plain === 'pytest' || plain === 'py.test') return 'pytest';
  if (/^(?:python[\d.]*|py|coverage)$/.test(plain) && args.some((word, at) => word === '-m' && args[at + 1] === 'pytest'))
    return 'pytest';
  if (plain === 'vitest' && !['bench', 'list', 'init'].includes(args[0] ?? '')) return 'vitest';
  if (plain === 'jest' || plain === 'mocha') return plain;
  if (plain === 'tape' || (plain === 'ava' && args.some((word) => word === '--tap' || word === '-t'))) return 'tap';
  if (plain === 'node' || plain === 'tsx') return args.includes('--test') ? 'node-test' : startedByNode(args);
  const verb = subcommand ?? args[0];
  if (plain === 'go' && verb === 'test') return 'go';
  if (plain === 'cargo' && verb === 'test') return 'cargo';
  if (['mvn', 'mvnw', 'gradle', 'gradlew'].includes(plain)) return 'junit';
  return runner.at(-1) === 'pytest' ? 'pytest' : undefined;
}

/** Runners that a test can end with 0 in the middle: they have not passed without these words. */
function endOf({ name, subcommand, args, runner }: ShellCommand): RegExp | undefined {
  if (name === 'bun' && subcommand === 'test') return /^Ran \d{1,7} tests? across /m;
  const isPython = /^(?:python[\d.]*|py|coverage)$/.test(name);
  const isUnittest = name === 'unittest' && runner.at(-1) === '-m';
  const at = args.findIndex((word) => /(?:^|[\\/])manage\.py$/.test(word));
  const isDjango =
    (isPython && at >= 0 && args[at + 1] === 'test') || (name === 'manage.py' && (subcommand ?? args[0]) === 'test');
  return isUnittest || isDjango ? /^Ran \d{1,7} tests? in /m : undefined;
}

/** `node --experimental-vm-modules node_modules/jest/bin/jest.js`, as jest says it for modules. */
function startedByNode(args: readonly string[]): TestFramework | undefined {
  const script = args.find((word) => !word.startsWith('-'));
  return /(?:^|[\\/])node_modules[\\/](?:\.bin[\\/])?(jest|mocha|vitest)(?:$|[\\/.])/.exec(script ?? '')?.[1] as
    | TestFramework
    | undefined;
}
