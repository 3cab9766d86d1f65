import type { ShellCommand } from '../programs/command.ts';
import { familyOf, holdsFor, programOf } from '../programs/lookup.ts';
import { wordsOf } from '../shared/word-set.ts';

/** Whether a command asks a question that its exit code answers, so that a non-zero code is not a failure. */
export function isProbe(command: ShellCommand): boolean {
  if (command.runner.length > 0) return false;
  // Waiting ends with an error if it was in vain, whatever the program.
  if (command.subcommand === undefined && command.args[0] === 'wait') return true;
  const program = programOf(familyOf(command.name));
  if (program === undefined) return false;
  if (holdsFor(program.asks, command.subcommand) || program.asksIf?.(command)) return true;
  if (command.stderrDiscarded && program.asksQuietly) return true;
  const asking = program.asksWith?.[command.subcommand ?? ''];
  if (asking === undefined) return false;
  return asking === '' || command.flags.some((flag) => wordsOf(asking).has(flag));
}

/** Whether this exit code answers the question of the command: 1 usually means "no"; a few programs have codes of their own. */
export function isAnswerCode(command: ShellCommand, code: number): boolean {
  const program = programOf(familyOf(command.name));
  if (program?.answers?.[command.subcommand ?? '']?.includes(code)) return true;
  // `ls a b 2>/dev/null` ends with 2 if only one of them exists.
  return isProbe(command) && (code <= 1 || (code === 2 && command.stderrDiscarded && program?.asksQuietly === true));
}

/** Whether a command searches files for text. */
export function isSearch(command: ShellCommand): boolean {
  return programOf(familyOf(command.name))?.searches === true;
}
