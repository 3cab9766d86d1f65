import { type ShellCommand, scriptFileOf, scriptOf, verbOf } from '../shell/index.ts';

/**
 * Program and sub-command without runner: what flags belong to. Behind an interpreter or a task runner they belong to the script. The
 * output tells the sub-command of a program that no table knows, where it prints its usage.
 */
export function toolOf(command: ShellCommand, output = ''): string {
  return [command.name, ...partsOf(command, output)].join(' ');
}

/** The same as it is typed, for a rule to match: a script by its file name, wherever it lies; a program through whatever runs it. */
export function typedToolOf(command: ShellCommand, output = ''): string {
  const parts = partsOf(command, output).map((part) => (part === scriptFileOf(command) ? `*${part}` : part));
  return [...(command.runner.length > 0 ? ['*'] : []), command.program, ...parts].join(' ');
}

/** Whether a command is one of a tool, as `toolOf` names it. */
export function runsTool(command: ShellCommand, tool: string): boolean {
  const typed = [command.name, ...(command.subcommand?.split(' ') ?? []), ...command.args];
  return tool.split(' ').every((word, index) => typed[index] === word || typed[index]?.endsWith(`/${word}`));
}

function partsOf(command: ShellCommand, output: string): string[] {
  const script = scriptOf(command);
  const named = script === undefined ? scriptFileOf(command) : script.operands.length > 0 ? script.name : undefined;
  return [command.subcommand ?? (named === undefined ? verbOf(command, output) : undefined), named].filter(isSet);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** The head of a command with what it does, also where no table knows the program. */
export function callOf(command: ShellCommand): string {
  return [...command.runner, command.program, ...partsOf(command, '')].join(' ');
}
