import type { ShellCommand } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { bareProgram } from './program-names.ts';
import { scriptOf } from './script.ts';

const COMMAND_SCRIPTS = /^(?:manage\.py|artisan|console|rails|wp)$/;

/**
 * Returns the head of a command, which identifies its action: name, subcommand, script. Paths, numbers and values are left out,
 * and so are runners, except `python -m`, whose module is the program.
 */
export function signatureOf(command: ShellCommand): string {
  const words: string[] = [];
  const { runner, subcommand } = command;
  if (runner.at(-1) === '-m' && runner.length > 1) words.push(bareProgram(pythonOf(runner)), '-m');
  words.push(command.name);
  if (subcommand !== undefined) words.push(subcommand);
  const script = scriptOf(command);
  if (script !== undefined && script.operands.length > 0) words.push(script.name);
  if (script === undefined) words.push(...scriptFile(command));
  return words.join(' ');
}

/**
 * Returns the base name of the script that an interpreter runs; the words after it belong to the script, not to the interpreter.
 */
export function scriptFileOf(command: ShellCommand): string | undefined {
  return scriptFile(command)[0];
}

function pythonOf(runner: readonly string[]): string {
  const index = runner.findLastIndex((word) => /(?:^|[/\\])(?:python|pypy)[\d.]*(?:\.exe)?$|^py$/.test(word));
  return runner[index] ?? 'python';
}

function scriptFile(command: ShellCommand): string[] {
  const family = familyOf(command.name);
  const runs =
    programOf(family)?.interprets === true && (command.subcommand === undefined || command.subcommand === 'run');
  const isGoRun = family === 'go' && command.subcommand === 'run';
  if (!runs && !isGoRun) return [];
  if (command.flags.some((flag) => /^(?:-c|-e|-p|--eval|--print|-pe|-ne|-r)$/.test(flag)) && family !== 'go') return [];
  const [file, next] = command.operands;
  if (file === undefined || file === '-' || file.length > 200 || /[\s$]/.test(file)) return [];
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  if (base === '' || /^\.+$/.test(base)) return [];
  return COMMAND_SCRIPTS.test(base) && next !== undefined && /^[a-z][\w:-]*$/i.test(next) ? [base, next] : [base];
}
