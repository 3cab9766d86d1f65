import type { ShellCommand } from '../programs/command.ts';
import { familyOf } from './program-names.ts';
import { listsSubcommand } from './subcommand-lists.ts';
import {
  ANSWER_CODES,
  HEALTH_ADDRESS,
  PROBE_FLAGS,
  PROBE_PROGRAMS,
  PROBE_SUBCOMMANDS,
  QUIET_PROBES,
  SEARCH_PROGRAMS,
} from './tables/probes.ts';

/** Whether a command asks a question whose exit code is the answer, so that a non-zero one is no failure. */
export function isProbe(command: ShellCommand): boolean {
  if (command.runner.length > 0) return false;
  const family = familyOf(command.name);
  if (PROBE_PROGRAMS.has(family)) return true;
  // Waiting ends with an error where it was in vain, whatever the program.
  if (command.subcommand === undefined && command.args[0] === 'wait') return true;
  if (listsSubcommand(PROBE_SUBCOMMANDS, command.name, command.subcommand)) return true;
  if (command.stderrDiscarded && QUIET_PROBES.has(family)) return true;
  if (family === 'curl' || family === 'wget') return asksForHealth(command);
  if (family === 'redis-cli' || family === 'mysqladmin') return command.operands.includes('ping');
  if (family === 'git' && command.subcommand === 'config' && readsOneSetting(command)) return true;
  const key = command.subcommand === undefined ? family : `${family} ${command.subcommand}`;
  const asking = PROBE_FLAGS.get(key);
  return asking !== undefined && (asking.size === 0 || command.flags.some((flag) => asking.has(flag)));
}

/** Whether this exit code is the answer to what the command asks: 1 mostly means "no", a few programs have codes of their own. */
export function isAnswerCode(command: ShellCommand, code: number): boolean {
  const family = familyOf(command.name);
  if (ANSWER_CODES.get(command.subcommand === undefined ? family : `${family} ${command.subcommand}`)?.has(code)) return true;
  // `ls a b 2>/dev/null` ends with 2 where only one of them is there.
  return isProbe(command) && (code <= 1 || (code === 2 && command.stderrDiscarded && QUIET_PROBES.has(family)));
}

/** Whether a command looks for text in files. */
export function isSearch(command: ShellCommand): boolean {
  return SEARCH_PROGRAMS.has(command.name);
}

function asksForHealth(command: ShellCommand): boolean {
  const sends = command.flags.some((flag) => /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T)$/.test(flag));
  return !sends && command.operands.some((operand) => HEALTH_ADDRESS.test(operand));
}

function readsOneSetting(command: ShellCommand): boolean {
  return command.operands.length === 1 && command.flags.every((flag) => flag === '--global' || flag === '--local');
}
