import { programOf } from '../../programs/lookup.ts';
import type { TestFramework, TestRunner } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { wordsOf } from '../../shared/word-set.ts';
import { familyOf, parseCommand, type ShellCommand } from '../../shell/index.ts';

/** The facts that a command reveals about the runner it starts. */
interface RunnerCall {
  framework: TestFramework;
  /** Whether it already specifies a reporter or an environment to run in. */
  hasReporter: boolean;
  /** Whether words that are not options follow it. */
  hasFiles: boolean;
  /** The text that it prints when it finishes, if its results have no parser of their own. */
  ends?: RegExp;
}

/** Returns the runner that a command starts, even through programs that only measure it or set variables. */
export function runnerOf(command: ShellCommand): RunnerCall | undefined {
  const inner = unwrap(command) ?? command;
  const runner = findRunner(inner);
  if (!runner) return undefined;
  const { framework, ends, reporterFlags, usesNodeOptions } = runner;
  if (ends) return { framework, hasReporter: false, hasFiles: false, ends };
  const { args, env } = inner;
  const setsOptions = 'NODE_OPTIONS' in env || command.args.some((word) => word.startsWith('NODE_OPTIONS='));
  const isTold = reporterFlags !== undefined && args.some((word) => reporterFlags.test(word));
  return {
    framework,
    hasReporter: isTold || (usesNodeOptions === true && setsOptions),
    hasFiles: args.some((word, at) => !word.startsWith('-') && !VALUED.has(args[at - 1] ?? '')),
  };
}

function findRunner(command: ShellCommand): TestRunner | undefined {
  const plain = { ...command, name: command.name.replace(/\.(?:cmd|[cm]?js)$/, '') };
  return testRunners.find((runner) => runner.isStartedBy(plain));
}

/** Options of Node whose value is a separate word. */
const VALUED: ReadonlySet<string> = new Set([
  '--import',
  '--require',
  '-r',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
]);

function isStarted(word: string): boolean {
  return testRunners.some(({ programs }) => wordsOf(programs).has(familyOf(word)));
}

function unwrap(command: ShellCommand): ShellCommand | undefined {
  const { name, args, env } = command;
  if (!programOf(name)?.startsTestRunners) return undefined;
  const at = args.findIndex((word) => isStarted(word));
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
