import type { ShellCommand } from '../programs/command.ts';
import { familyOf, holdsFor, programOf } from '../programs/lookup.ts';
import { wordsOf } from '../shared/word-set.ts';

/** Whether a command asks a question whose exit code is the answer, so that a non-zero one is no failure. */
export function isProbe(command: ShellCommand): boolean {
  if (command.runner.length > 0) return false;
  // Waiting ends with an error where it was in vain, whatever the program.
  if (command.subcommand === undefined && command.args[0] === 'wait') return true;
  const program = programOf(familyOf(command.name));
  if (program === undefined) return false;
  if (holdsFor(program.asks, command.subcommand) || program.asksIf?.(command)) return true;
  if (command.stderrDiscarded && program.asksQuietly) return true;
  const asking = program.asksWith?.[command.subcommand ?? ''];
  if (asking === undefined) return false;
  return asking === '' || command.flags.some((flag) => wordsOf(asking).has(flag));
}

/** Whether this exit code is the answer to what the command asks: 1 mostly means "no", a few programs have codes of their own. */
export function isAnswerCode(command: ShellCommand, code: number): boolean {
  const program = programOf(familyOf(command.name));
  if (program?.answers?.[command.subcommand ?? '']?.includes(code)) return true;
  // `ls a b 2>/dev/null` ends with 2 where only one of them is there.
  return isProbe(command) && (code <= 1 || (code === 2 && command.stderrDiscarded && program?.asksQuietly === true));
}

/** Whether a command looks for text in files. */
export function isSearch(command: ShellCommand): boolean {
  return programOf(familyOf(command.name))?.searches === true;
}
