import type { CallInput } from '../../agents/call.ts';
import { settingsOf, writeSetting } from '../../failures/recovery/call-settings.ts';
import { toolOf } from '../../failures/recovery/tool-names.ts';
import { parseShell, provesNothing, type ShellCommand } from '../../shell/index.ts';
import type { History } from '../history.ts';
import type { RecurringGroup } from './groups.ts';

/** A part of a call that may be wrong or missing. */
type PartKind = 'flag' | 'word' | 'operands' | 'variable' | 'sourced' | 'behind' | 'setting';

/** A difference between the failing calls of a group and those that worked. */
export interface Contrast {
  kind: PartKind;
  /** The part as typed; for operands, the number that is too many. */
  part: string;
  /** Whether all failing calls have it, or none has while nearly all that worked do. */
  side: 'present' | 'absent';
  /** The number of failing calls. */
  failed: number;
  /** The number of calls that worked like the failing ones, and of those that worked the other way. */
  worked: number;
  workedOtherwise: number;
}

/** Fewer calls that worked the other way prove nothing: perhaps nobody tried. */
const FEWEST_OTHERWISE = 2;
/** A part may be missing in the failing calls by chance: more of the others must have it. */
const FEWEST_WITH = 5;
/** The share of calls from which a part counts as common to all of them. */
const NEARLY_ALL = 0.9;

/**
 * Returns the differences between the failing calls of a group and those of the same program and subcommand that worked, in any
 * session: the simplest difference that explains all of them comes first. A flag is simpler than a word, and a word simpler than
 * a number.
 */
export function contrast(group: RecurringGroup, history: History): Contrast[] {
  const failing = group.failures.flatMap(({ failure: { command, call } }) =>
    command ? [{ command, text: call.input.command ?? '', input: call.input }] : [],
  );
  if (failing.length < Math.max(2, group.failures.length * NEARLY_ALL)) return [];
  const tools = new Set(failing.map(({ command }) => toolOf(command)));
  const calls = new Set(group.failures.map(({ failure }) => failure.call.id));
  const working = history.ranWell(group.program).filter(({ id }) => !calls.has(id));
  const sets = working.flatMap(({ command: text, name, rest }) =>
    parseShell(text, name)
      .commands.filter((command) => !command.nested && !provesNothing(command) && tools.has(toolOf(command)))
      .map((command) => partsOf(command, text, { rest })),
  );
  const failed = failing.map(({ command, text, input }) => partsOf(command, text, input));
  return [...presentIn(failed, sets), ...absentFrom(failed, sets)].sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.worked - b.worked || a.part.localeCompare(b.part),
  );
}

const ORDER: readonly PartKind[] = ['flag', 'variable', 'setting', 'sourced', 'behind', 'word', 'operands'];

/** Returns the parts that all failing calls have, and hardly any that worked. */
function presentIn(failing: readonly ReadonlySet<string>[], working: readonly ReadonlySet<string>[]): Contrast[] {
  return [...countParts(failing)].flatMap(([name, failed]): Contrast[] => {
    if (failed < failing.length * NEARLY_ALL) return [];
    const worked = working.filter((parts) => parts.has(name)).length;
    const workedOtherwise = working.length - worked;
    if (workedOtherwise < FEWEST_OTHERWISE || worked * 10 > failed) return [];
    return [{ ...readPart(name), side: 'present', failed, worked, workedOtherwise }];
  });
}

/** Returns the parts that nearly all calls that worked have, and none that failed. */
function absentFrom(failing: readonly ReadonlySet<string>[], working: readonly ReadonlySet<string>[]): Contrast[] {
  if (working.length < FEWEST_WITH) return [];
  return [...countParts(working)].flatMap(([name, having]): Contrast[] => {
    const { kind, part } = readPart(name);
    if (kind === 'word' || kind === 'operands' || having < Math.max(FEWEST_WITH, working.length * NEARLY_ALL))
      return [];
    if (failing.some((parts) => parts.has(name))) return [];
    return [
      { kind, part, side: 'absent', failed: failing.length, worked: working.length - having, workedOtherwise: having },
    ];
  });
}

function countParts(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const parts of sets) for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}

/** Returns the parts of a command in its call, and the settings with which the call is run. */
function partsOf(command: ShellCommand, text: string, input: Pick<CallInput, 'rest'>): Set<string> {
  const parts = new Set<string>();
  for (const flag of command.flags) parts.add(`flag ${flag}`);
  for (const operand of command.operands) if (/^[\w:.@/+-]{2,40}$/.test(operand)) parts.add(`word ${operand}`);
  for (let count = 2; count <= Math.min(command.operands.length, 4); count++) parts.add(`operands ${count}`);
  for (const [name, value] of Object.entries(command.env)) parts.add(`variable ${name}=${value}`);
  for (const file of command.sourced) parts.add(`sourced ${file}`);
  for (const [name, value] of settingsOf(input)) parts.add(`setting ${writeSetting(name, value)}`);
  for (const before of standingBefore(command, text)) parts.add(`behind ${before}`);
  return parts;
}

/** Returns the parts before a command in the same call: they determine how the command is run. */
function standingBefore(command: ShellCommand, text: string): string[] {
  if (!text.includes('&&') && !text.includes(';') && !text.includes('\n')) return [];
  const { commands } = parseShell(text, 'Bash');
  const at = commands.findIndex(({ source }) => source === command.source);
  const before = at < 0 ? [] : commands.slice(0, at);
  return before
    .filter(({ nested, piped, name }) => !nested && !piped && !placing.has(name))
    .map(({ source }) => source.slice(0, 120));
}

/**
 * Commands that only set the directory or the input of another command, which are visible in that command itself, and downloads,
 * which it does not need each time.
 */
const placing = new Set([
  'curl',
  'wget',
  'cd',
  'pushd',
  'popd',
  'export',
  'set',
  'source',
  '.',
  'echo',
  'printf',
  'sleep',
  'true',
  'ls',
  'pwd',
  'cat',
]);

function readPart(name: string): { kind: PartKind; part: string } {
  const at = name.indexOf(' ');
  return { kind: name.slice(0, at) as PartKind, part: name.slice(at + 1) };
}
