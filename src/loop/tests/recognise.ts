import { join, resolve } from 'node:path';
import { familyOf, programOf } from '../../programs/lookup.ts';
import { quoteForShell } from '../../programs/test-reports/edit-command.ts';
import { parseJson } from '../../programs/test-reports/jest-json.ts';
import type { Recognised, TestFramework } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import { readRegular } from '../../shared/regular-file.ts';
import { wordsOf } from '../../shared/word-set.ts';
import { parseCommand, type ShellCommand } from '../../shell/index.ts';
import { runnerOf } from './runner-of.ts';

/** The maximum depth to which scripts that start scripts are followed. */
const DEEPEST = 4;

/** Recognises the runner that a command starts: directly, through `npx` or `uv run`, or by a script of package.json. */
export async function recogniseRunner(
  command: string | readonly string[],
  cwd: string,
): Promise<Recognised | undefined> {
  return follow(typeof command === 'string' ? command : command.map(quoteForShell).join(' '), cwd, 0);
}

async function follow(text: string, cwd: string, depth: number): Promise<Recognised | undefined> {
  const last = lastCommand(text);
  if (!last || depth > DEEPEST) return undefined;
  const direct = runnerOf(last);
  // Npm takes the words after `npm exec` for its own options, up to the dashes.
  const isNpmExec = last.runner[0] === 'npm' && !last.runner.includes('--');
  if (direct) return { ...direct, extend: isNpmExec ? ['--'] : [], isDirect: depth === 0 };
  const call = scriptCall(last);
  if (!call) return undefined;
  const folder = resolve(cwd, last.dir ?? '.');
  const inner = asText(asJson((await readPackage(folder))?.scripts)[call.script]);
  // `yarn jest` starts a program if there is no such script.
  const found = await follow(inner ?? (call.startsPrograms ? call.script : ''), folder, depth + 1);
  if (!found) return undefined;
  const { extend, ...rest } = found;
  return {
    ...rest,
    isDirect: false,
    hasReporter:
      found.hasReporter || last.args.some((word) => /^(?:--(?:test-)?reporter|--json|--outputFile)/.test(word)),
    extend: extend && call.extend ? [...call.extend, ...extend] : undefined,
  };
}

/** Reads the package.json of a folder, if there is one that can be read. */
export async function readPackage(folder: string): Promise<Json | undefined> {
  const value = parseJson((await readRegular(join(folder, 'package.json')).catch(() => '')).toString());
  return isJson(value) ? value : undefined;
}

/** Returns the only runner named in a text of commands, which may be a chain, a pipe, or a recipe of make. */
export function runnerNamedIn(text: string): TestFramework | undefined {
  const { commands } = parseCommand(text.replace(/^[ \t]*[@+-]+/gm, ''));
  const found = new Set(commands.flatMap((command) => runnerOf(command)?.framework ?? []));
  if (found.size > 0) return found.size === 1 ? [...found][0] : undefined;
  // A name counts only as a separate word, and only if it is not the name of anything else.
  const named = testRunners.flatMap(({ framework, programs }) =>
    wordsOf(programs).has(framework) && hasWord(text, framework) ? framework : [],
  );
  return named.length === 1 ? named[0] : undefined;
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?:^|[\\s/"'(])${word}(?=$|[\\s"');&|])`, 'm').test(text);
}

/**
 * Returns the last command of a chain of `&&`, to which words added at the end belong. Undefined for pipes, where output is sent
 * elsewhere, and if a shell receives the command as one word.
 */
function lastCommand(text: string): ShellCommand | undefined {
  const { ok, commands } = parseCommand(text);
  const command = commands.at(-1);
  const isChain = !/[;|`\n]|(?:^|[^&])&(?:[^&]|$)|\$\(/.test(text.trim());
  if (!ok || !isChain || !command || command.redirects.length > 0 || command.exitMasked) return undefined;
  const isInner = command.wrappers.some((wrapper) =>
    /(?:^|[\\/])(?:ba|da|z|k|fi)?sh(?:\.exe)?\b|^cmd\b|^ssh\b/.test(wrapper),
  );
  return isInner || programOf(familyOf(command.runner[0] ?? ''))?.runsElsewhere ? undefined : command;
}

/** A script of package.json that a command starts, and the way to pass words to it. */
interface ScriptCall {
  script: string;
  extend?: readonly string[];
  /** Whether the program of that name is started if there is no such script. */
  startsPrograms: boolean;
}

/** Options that start the script of another package, or of several. */
const OTHER_PACKAGES =
  /^(?:-r|--recursive|-w|--workspaces?|--filter|-F|-ws|--include-workspace-root|--prefix|-C|--dir|--cwd)(?:=|$)/;

function scriptCall({ name, subcommand, args }: ShellCommand): ScriptCall | undefined {
  if (name === 'node' && args[0] === '--run' && args[1] !== undefined)
    return { script: args[1], extend: args.includes('--') ? [] : ['--'], startsPrograms: false };
  if (!programOf(name)?.managesPackageJson || args.some((word) => OTHER_PACKAGES.test(word))) return undefined;
  const words = [...(subcommand?.split(' ') ?? []), ...args].filter((word) => !word.startsWith('-'));
  const isRun = words[0] === 'run' || words[0] === 'run-script';
  const word = isRun ? words[1] : words[0];
  // `bun test` is a runner of its own.
  if (word === undefined || (name === 'bun' && !isRun)) return undefined;
  const script = !isRun && (word === 't' || word === 'tst') ? 'test' : word;
  if (name === 'npm') return { script, extend: args.includes('--') ? [] : ['--'], startsPrograms: false };
  // Up to version 9 `pnpm test` takes options for its own, and refuses those that it does not know; `pnpm run test` passes all
  // on.
  if (name === 'pnpm' && !isRun && script === 'test') return { script, startsPrograms: false };
  return { script, extend: [], startsPrograms: name !== 'bun' };
}
