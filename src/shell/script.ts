import type { ShellCommand } from '../programs/command.ts';
import { familyOf } from './program-names.ts';
import { OWN_SUBCOMMANDS, RUN_SUBCOMMANDS, SCRIPT_SHORTHANDS, TARGET_PROGRAMS } from './tables/scripts.ts';

/** A named task of a project: `npm run build`, `make lint`, `mise run test:unit`. */
export interface ScriptCall {
  /** Its name; several targets in order. */
  readonly name: string;
  /** The operands that spell it; none where the subcommand does. */
  readonly operands: readonly string[];
}

/** The script, task or target a command runs, if it is that kind of command. */
export function scriptOf(command: ShellCommand): ScriptCall | undefined {
  const family = familyOf(command.name);
  const { subcommand } = command;
  if (TARGET_PROGRAMS.has(family)) return targetsOf(command);
  const running = RUN_SUBCOMMANDS.get(family);
  if (running === undefined || subcommand === undefined) return undefined;
  if (running.has(subcommand)) {
    const name = command.operands[0];
    return name === undefined ? undefined : { name, operands: [name] };
  }
  const shorthand = SCRIPT_SHORTHANDS.get(family);
  if (shorthand !== undefined)
    return shorthand.has(subcommand) ? { name: subcommand === 't' ? 'test' : subcommand, operands: [] } : undefined;
  const own = OWN_SUBCOMMANDS.get(family);
  return own === undefined || own.has(subcommand) ? undefined : { name: subcommand, operands: [] };
}

function targetsOf(command: ShellCommand): ScriptCall | undefined {
  const targets = command.operands.filter((operand) => /^[\w:.@/+-]+$/.test(operand) && !operand.includes('='));
  const shown = command.name === 'just' || command.name === 'task' ? targets.slice(0, 1) : targets;
  return shown.length === 0 ? undefined : { name: shown.join(' '), operands: shown };
}
