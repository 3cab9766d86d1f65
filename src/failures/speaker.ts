import type { ParsedCommand, ShellCommand } from '../shell/index.ts';

/**
 * The program that reports the failure of a call.
 *
 * `typed`: a program of the command. `wrapper`: a program that nobody typed and that takes the typed one as its argument:
 * something rewrites commands before they run. `inner`: another program that nobody typed, which a typed one started. `shell`,
 * and `harness`, the agent's own client.
 */
type Speaker =
  | { readonly by: 'typed'; readonly command: ShellCommand }
  | { readonly by: 'wrapper' | 'inner'; readonly name: string }
  | { readonly by: 'shell' | 'harness' };

/**
 * Finds the program that speaks in the output of a failed command; `line` is the one that gives the reason. Undefined if none is
 * named.
 */
export function findSpeaker(parsed: ParsedCommand, output: string, line: string): Speaker | undefined {
  if (HARNESS.test(line)) return { by: 'harness' };
  if (SHELL.test(line)) return { by: 'shell' };
  return findByUsage(parsed, output, line) ?? findByPrefix(parsed, line);
}

const HARNESS =
  /^(?:Command timed out after|Command was aborted|This command requires approval|Permission to use|exec_command failed|apply_patch verification failed|Shell cwd was reset)/;

const SHELL = /^(?:\/[\w./-]{1,60}\/)?-?(?:ba|z|da|k|fi)?sh(?:\[\d{1,6}\])?: ?|^\(eval\):\d{1,6}:/;

/** Finds the speaker by its usage: `Usage: tide show [OPTIONS]`, on one line or on two. */
function findByUsage(parsed: ParsedCommand, output: string, line: string): Speaker | undefined {
  const usage = USAGE.exec(output.slice(0, LONGEST_SEARCHED))?.[1];
  const words = usage?.trim().split(/ +/) ?? [];
  const name = baseName(words[0] ?? '');
  if (!/^[a-zA-Z][\w.+-]{0,40}$/.test(name)) return undefined;
  const command = findTyped(parsed, name);
  if (command) return { by: 'typed', command };
  const refused = /['"`]([\w.+-]{1,40})['"`]/.exec(line)?.[1];
  const isWrapped = parsed.commands.some(
    (one) => one.name === words[1] || (refused !== undefined && one.name === refused) || startsNothing.has(one.name),
  );
  return { by: isWrapped ? 'wrapper' : 'inner', name };
}

/** Programs that start no others: a different program that speaks for them was put in their place. */
const startsNothing = new Set(['cat', 'head', 'tail', 'ls', 'grep', 'wc', 'diff', 'tree', 'cut', 'sort', 'uniq']);

const USAGE = /(?:^|\n)[^\S\n]{0,8}usage:[^\S\n]{0,8}(?:\n[^\S\n]{1,8})?([^\n]{1,200})/i;
const LONGEST_SEARCHED = 6000;

/**
 * Finds the speaker by its prefix: `tide: cannot reach the gauge`. A prefix that nobody typed may be anything: a file, a library,
 * a remote.
 */
function findByPrefix(parsed: ParsedCommand, line: string): Speaker | undefined {
  const prefix = /^([\w./+-]{1,60}): /.exec(line)?.[1];
  const name = prefix === undefined ? '' : baseName(prefix);
  const command = parsed.commands.findLast((one) => !one.nested && one.name === name);
  return command && { by: 'typed', command };
}

/** Returns the command that has a word as its program, in front of the program, or as the script that it runs. */
function findTyped({ commands }: ParsedCommand, name: string): ShellCommand | undefined {
  const isNamed = (word: string) => baseName(word) === name || baseName(word).replace(/\.\w{1,4}$/, '') === name;
  return (
    commands.findLast((command) => command.name === name || isNamed(command.program)) ??
    commands.findLast(({ runner, wrappers, operands }) =>
      [...runner, ...wrappers.flatMap((text) => text.split(' ')), ...operands.slice(0, 2)].some(isNamed),
    )
  );
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
