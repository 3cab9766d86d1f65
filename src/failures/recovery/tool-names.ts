import { type ShellCommand, scriptFileOf, scriptOf, verbBehind, verbOf } from '../../shell/index.ts';

/**
 * Returns the program and sub-command without the runner: the tool to which flags belong. After an interpreter or a task runner
 * they belong to the script. For a program that no table knows, the output shows the sub-command if it contains the usage.
 */
export function toolOf(command: ShellCommand, output = ''): string {
  return [command.name, ...partsOf(command, output)].join(' ');
}

/** Returns the tool as typed, for a rule to match: a script by its file name, wherever it is; a program through any runner. */
export function typedToolOf(command: ShellCommand, output = ''): string {
  const parts = partsOf(command, output).map((part) => (part === scriptFileOf(command) ? `*${part}` : part));
  return [...(command.runner.length > 0 ? ['*'] : []), command.program, ...parts].join(' ');
}

/** Whether a command runs a tool, as `toolOf` names it. */
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

/** Returns the head of a command with its action, even if no table knows the program; a script by its path. */
export function callOf(command: ShellCommand): string {
  const script = scriptFileOf(command);
  const parts = partsOf(command, '').map((part) =>
    part === script ? (command.args.find((arg) => arg.endsWith(part)) ?? part) : part,
  );
  return [...command.runner, command.program, ...parts].join(' ');
}
