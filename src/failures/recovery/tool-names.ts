import { type ShellCommand, scriptFileOf, scriptOf, verbBehind, verbOf } from '../../shell/index.ts';

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
  const task = scriptOf(command);
  if (task !== undefined) return [command.subcommand, task.operands.length > 0 ? task.name : undefined].filter(isSet);
  const script = scriptFileOf(command);
  if (script === undefined) return [verbOf(command, output)].filter(isSet);
  return [command.subcommand, script, verbBehind(command, script)].filter(isSet);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** The head of a command with what it does, also where no table knows the program; a script by its path. */
export function callOf(command: ShellCommand): string {
  const script = scriptFileOf(command);
  const parts = partsOf(command, '').map((part) =>
    part === script ? (command.args.find((arg) => arg.endsWith(part)) ?? part) : part,
  );
  return [...command.runner, command.program, ...parts].join(' ');
}
