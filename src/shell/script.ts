import type { ShellCommand } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { wordsOf } from '../shared/word-set.ts';

/** A named task of a project: `npm run build`, `make lint`, `mise run test:unit`. */
export interface ScriptCall {
  /** The name; several targets in order. */
  readonly name: string;
  /** The operands that spell the name; empty if the subcommand does. */
  readonly operands: readonly string[];
}

/** Returns the script, task or target that a command runs, if it runs one. */
export function scriptOf(command: ShellCommand): ScriptCall | undefined {
  const program = programOf(familyOf(command.name));
  const { subcommand } = command;
  if (program?.hasTargets) return targetsOf(command);
  if (program?.runsScripts === undefined || subcommand === undefined) return undefined;
  if (wordsOf(program.runsScripts).has(subcommand)) {
    const name = command.operands[0];
    return name === undefined ? undefined : { name, operands: [name] };
  }
  const { scriptShorthands, ownSubcommands } = program;
  if (scriptShorthands !== undefined) {
    const isOne = wordsOf(scriptShorthands).has(subcommand);
    return isOne ? { name: subcommand === 't' ? 'test' : subcommand, operands: [] } : undefined;
  }
  const isScript = ownSubcommands !== undefined && !wordsOf(ownSubcommands).has(subcommand);
  return isScript ? { name: subcommand, operands: [] } : undefined;
}

function targetsOf(command: ShellCommand): ScriptCall | undefined {
  const targets = command.operands.filter((operand) => /^[\w:.@/+-]+$/.test(operand) && !operand.includes('='));
  const shown = command.name === 'just' || command.name === 'task' ? targets.slice(0, 1) : targets;
  return shown.length === 0 ? undefined : { name: shown.join(' '), operands: shown };
}
