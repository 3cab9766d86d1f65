import type { ShellCommand } from '../programs/command.ts';
import type { CommandChange } from './change.ts';
import { textSimilarity } from './text-similarity.ts';

/**
 * Returns the similarity of two commands: 1 minus the changed share, each part weighted by how much it says about the intent. The
 * program weighs as much as three operands; wrappers, redirections and variables hardly count.
 */
export function similarityOf(a: ShellCommand, b: ShellCommand, changes: readonly CommandChange[]): number {
  let cost = 0;
  for (const change of changes) cost += costOf(change);
  const total = (weightOf(a) + weightOf(b)) / 2;
  return Math.max(0, Math.min(1, 1 - cost / total));
}

const PROGRAM = 3;
const SUBCOMMAND = 3;
const SCRIPT = 4;
const OPERAND = 1;
const FLAG = 0.5;
const SMALL = 0.25;

function weightOf(command: ShellCommand): number {
  let weight = PROGRAM;
  if (command.subcommand !== undefined) weight += SUBCOMMAND;
  for (const argument of command.arguments) weight += argument.kind === 'flag' ? FLAG : OPERAND;
  return weight;
}

function costOf(change: CommandChange): number {
  const { old = '', new: fresh = '' } = change;
  switch (change.kind) {
    case 'program-replaced':
      // python and python3, npm and pnpm are another spelling; grep and docker are another intent.
      return change.sameBasename ? SMALL : PROGRAM * (1 - 0.8 * textSimilarity(old, fresh));
    case 'subcommand-replaced':
      return SUBCOMMAND * (1 - 0.7 * textSimilarity(old, fresh));
    case 'script-replaced':
      // `run` says nothing: the script is the intent.
      return SCRIPT * (1 - textSimilarity(old, fresh));
    case 'operand-replaced':
      return change.sameBasename ? 0.3 : OPERAND * (1 - 0.8 * textSimilarity(old, fresh));
    case 'operand-added':
    case 'operand-removed':
      return OPERAND;
    case 'flag-added':
    case 'flag-removed':
      return FLAG;
    case 'flag-replaced':
      return FLAG * 0.6;
    case 'runner-added':
    case 'runner-removed':
    case 'runner-replaced':
    case 'dir-changed':
      return 0.5;
    default:
      return SMALL;
  }
}
