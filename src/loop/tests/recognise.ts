import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asJson, asText, isJson, type Json } from '../../agents/record.ts';
import { parseCommand, type ShellCommand } from '../../failures/shell/index.ts';
import type { TestFramework } from '../test-run.ts';
import { parseJson } from './parsers/jest-json.ts';

/** Whose tests a command runs, and whether words that are added at its end reach the runner. */
export interface Recognised {
  framework: TestFramework;
  /** Words to put before others that are meant for the runner; nothing where none can be added. */
  extend?: readonly string[];
  /** The runner is told already what to report. */
  hasReporter: boolean;
}

/** The runner that a command starts: itself, behind `npx` or `uv run`, or by a script of package.json. */
export async function recogniseRunner(command: string | readonly string[], cwd: string): Promise<Recognised | undefined> {
  const text = typeof command === 'string' ? command : command.map(quoteWord).join(' ');
  const last = lastCommand(text);
  if (!last) return undefined;
  const direct = runnerOf(last);
  if (direct) return { ...direct, extend: [] };
  const script = scriptName(last);
  if (script === undefined) return undefined;
  const inner = asText(asJson((await readPackage(cwd))?.scripts)[script]);
  const own = inner === undefined ? undefined : lastCommand(inner);
  const found = own && runnerOf(own);
  if (!found) return undefined;
  // npm keeps what stands behind the dashes for the script; the others hand everything on.
  return { ...found, extend: last.name === 'npm' && !last.args.includes('--') ? ['--'] : [] };
}

/** The package.json of a folder, where there is one that can be read. */
export async function readPackage(folder: string): Promise<Json | undefined> {
  const value = parseJson(await readFile(join(folder, 'package.json'), 'utf8').catch(() => ''));
  return isJson(value) ? value : undefined;
}

/** A word as the shell of this machine takes it. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The last command of a chain of `&&`: what is added at the end is meant for it. Nothing for pipes, and where output is sent elsewhere. */
function lastCommand(text: string): ShellCommand | undefined {
  const { ok, commands } = parseCommand(text);
  const command = commands.at(-1);
  const isChain = !/[;|`\n]|(?:^|[^&])&(?:[^&]|$)|\$\(/.test(text.trim());
  return ok && isChain && command && command.redirects.length === 0 ? command : undefined;
}

function runnerOf(command: ShellCommand): Omit<Recognised, 'extend'> | undefined {
  const { name, args } = command;
  const framework = frameworkOf(command);
  if (!framework) return undefined;
  const words = [name, ...args];
  return { framework, hasReporter: words.some((word) => REPORTERS.test(word)) };
}

const REPORTERS = /^(?:--test-reporter|--reporter|-R$|--junit-?xml|--json$|--outputFile)/;

function frameworkOf({ name, subcommand, args, runner }: ShellCommand): TestFramework | undefined {
  const plain = name.replace(/\.(?:cmd|[cm]?js)$/, '');
  if (plain === 'pytest' || plain === 'py.test') return 'pytest';
  if (/^python[\d.]*$|^py$/.test(plain) && args[0] === '-m' && args[1] === 'pytest') return 'pytest';
  if (plain === 'vitest' && !['bench', 'list', 'init'].includes(args[0] ?? '')) return 'vitest';
  if (plain === 'jest' || plain === 'mocha') return plain;
  if (['node', 'tsx'].includes(plain) && args.includes('--test')) return 'node-test';
  const verb = subcommand ?? args[0];
  if (plain === 'go' && verb === 'test') return 'go';
  if (plain === 'cargo' && verb === 'test') return 'cargo';
  if (['mvn', 'mvnw', 'gradle', 'gradlew'].includes(plain)) return 'junit';
  return runner.at(-1) === 'pytest' ? 'pytest' : undefined;
}

function scriptName({ name, subcommand, args }: ShellCommand): string | undefined {
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(name)) return undefined;
  const words = [...(subcommand?.split(' ') ?? []), ...args].filter((word) => !word.startsWith('-'));
  const [verb, script] = words;
  if (verb === 'run' || verb === 'run-script') return script;
  // `bun test` is a runner of its own.
  return verb === 't' || verb === 'tst' ? 'test' : name === 'bun' ? undefined : verb;
}
