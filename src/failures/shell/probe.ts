import type { ShellCommand } from './command.ts';
import { familyOf } from './program-names.ts';
import { listsSubcommand } from './subcommand-lists.ts';
import { HEALTH_ADDRESS, PROBE_FLAGS, PROBE_PROGRAMS, PROBE_SUBCOMMANDS, QUIET_PROBES } from './tables/probes.ts';

/** Whether a command asks a question whose exit code is the answer, so that a non-zero one is no failure. */
export function isProbe(command: ShellCommand): boolean {
  if (command.runner.length > 0) return false;
  const family = familyOf(command.name);
  if (PROBE_PROGRAMS.has(family)) return true;
  if (listsSubcommand(PROBE_SUBCOMMANDS, command.name, command.subcommand)) return true;
  if (command.stderrDiscarded && QUIET_PROBES.has(family)) return true;
  if (family === 'curl' || family === 'wget') return asksForHealth(command);
  if (family === 'redis-cli' || family === 'mysqladmin') return command.operands.includes('ping');
  if (family === 'git' && command.subcommand === 'config' && readsOneSetting(command)) return true;
  const key = command.subcommand === undefined ? family : `${family} ${command.subcommand}`;
  const asking = PROBE_FLAGS.get(key);
  return asking !== undefined && (asking.size === 0 || command.flags.some((flag) => asking.has(flag)));
}

function asksForHealth(command: ShellCommand): boolean {
  const sends = command.flags.some((flag) => /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T)$/.test(flag));
  return !sends && command.operands.some((operand) => HEALTH_ADDRESS.test(operand));
}

function readsOneSetting(command: ShellCommand): boolean {
  return command.operands.length === 1 && command.flags.every((flag) => flag === '--global' || flag === '--local');
}
