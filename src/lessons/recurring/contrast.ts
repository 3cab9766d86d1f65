import { toolOf } from '../../failures/recovery/tool-names.ts';
import { parseShell, type ShellCommand } from '../../failures/shell/index.ts';
import type { History } from '../history.ts';
import type { RecurringGroup } from './groups.ts';

/** What all failing calls of a group have and hardly any that worked. */
export interface Contrast {
  kind: 'flag' | 'operands' | 'word' | 'without-flag';
  /** The flag or word; of operands, how many are too many. */
  part: string;
  /** Failing calls that have it. */
  failed: number;
  /** Calls that worked and have it, and that worked without. */
  worked: number;
  workedWithout: number;
}

/** Fewer calls that worked without it prove nothing: nobody may have tried. */
const FEWEST_WITHOUT = 2;

/**
 * What separates the failing calls of a group from those of the same program and sub-command that worked: the simplest difference that
 * explains all of them. A flag is simpler than a word, and a word than a number.
 */
export function contrast(group: RecurringGroup, history: History): Contrast[] {
  const failing = group.failures.flatMap(({ failure }) => failure.command ?? []);
  if (failing.length < group.failures.length * 0.9) return [];
  const tools = new Set(failing.map((command) => toolOf(command)));
  const calls = new Set(group.failures.map(({ failure }) => failure.call.id));
  const working = history
    .naming(group.program)
    .filter(({ outcome, call }) => outcome === 'ok' && !calls.has(call))
    .flatMap(({ text }) => parseShell(text, 'Bash').main ?? [])
    .filter((command) => tools.has(toolOf(command)));
  const shared = countParts(failing);
  const found = [...shared].flatMap(([name, failed]): Contrast[] => {
    if (failed < failing.length * 0.9 || failed < 2) return [];
    const part = readPart(name);
    const worked = working.filter((command) => partsOf(command).has(name)).length;
    const workedWithout = working.length - worked;
    if (workedWithout < FEWEST_WITHOUT || worked * 10 > failed) return [];
    return [{ ...part, failed, worked, workedWithout }];
  });
  return [...found, ...absent(failing, working)].sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.failed - a.failed,
  );
}

const ORDER: readonly Contrast['kind'][] = ['flag', 'word', 'operands', 'without-flag'];

/** A flag that nearly all calls that worked have, and none that failed. */
function absent(failing: readonly ShellCommand[], working: readonly ShellCommand[]): Contrast[] {
  if (working.length < 4) return [];
  return [...countParts(working)].flatMap(([name, worked]): Contrast[] => {
    const { kind, part } = readPart(name);
    if (kind !== 'flag' || worked < working.length * 0.9 || failing.some((command) => partsOf(command).has(name))) return [];
    return [{ kind: 'without-flag', part, failed: failing.length, worked: working.length - worked, workedWithout: worked }];
  });
}

function countParts(commands: readonly ShellCommand[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const command of commands) for (const part of partsOf(command)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}

/** The parts of a command that may be wrong with it. */
function partsOf(command: ShellCommand): Set<string> {
  const parts = new Set<string>();
  for (const flag of command.flags) parts.add(`flag ${flag}`);
  for (const operand of command.operands) if (/^[\w:.@/+-]{2,40}$/.test(operand)) parts.add(`word ${operand}`);
  for (let count = 2; count <= Math.min(command.operands.length, 4); count++) parts.add(`operands ${count}`);
  return parts;
}

function readPart(name: string): { kind: 'flag' | 'operands' | 'word'; part: string } {
  const at = name.indexOf(' ');
  return { kind: name.slice(0, at) as 'flag' | 'operands' | 'word', part: name.slice(at + 1) };
}
