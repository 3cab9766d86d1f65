import { textOf } from '../../failures/recovery/relation.ts';
import { runsWhat } from '../../failures/recovery/siblings.ts';
import { toolOf } from '../../failures/recovery/tool-names.ts';
import type { Unexplained } from '../../failures/recovery/unexplained.ts';
import { parseShell, provesNothing } from '../../shell/index.ts';
import type { History } from '../history.ts';
import type { RecurringGroup } from './groups.ts';

/** Calls that fail beside others of the same turn, and work without them. */
export interface Disturbance {
  group: RecurringGroup;
  /** What ran beside nearly all of them: a program, perhaps with its sub-command; absent where anything does. */
  beside?: string;
  counts: Counts;
}

/** Calls of one kind, by whether something stood beside them in their turn. */
interface Counts {
  failedBeside: number;
  failedAlone: number;
  workedBeside: number;
  workedAlone: number;
}

/** Failures beside a sibling, and calls that worked without one: fewer prove nothing. */
const FEWEST_BESIDE = 3;
const FEWEST_ALONE = 5;
/** How likely so clear a difference may be if it is a matter of chance. */
const CHANCE = 0.05;
/** What so many have beside them counts as what all have. */
const NEARLY_ALL = 0.8;

/**
 * Calls that fail because of what was sent in the same turn: a lock, a port, a scratch folder, a limit of requests. Their complaint comes up
 * beside a sibling, in two sessions, and hardly ever without; the same calls work unchanged without it; and the difference is too much for
 * chance, since some agents send most of their calls in company. Who loses a race complains in one of several ways: every line of an
 * output is asked, not only the one that its group is named for.
 */
export function findDisturbances(groups: readonly RecurringGroup[], history: History): Disturbance[] {
  const taken = new Set<Unexplained>();
  return regroup(groups)
    .sort((a, b) => b.failures.length - a.failures.length)
    .flatMap((group) => {
      if (group.failures.some((failure) => taken.has(failure))) return [];
      const found = findDisturbance(group, history);
      if (!found) return [];
      for (const failure of group.failures) taken.add(failure);
      return [found];
    });
}

/** The failures of each program by every line of theirs, where enough stood beside a sibling. */
function regroup(groups: readonly RecurringGroup[]): RecurringGroup[] {
  const byLine = new Map<string, { program: string; key: string; texts: string[]; failures: Unexplained[] }>();
  for (const { program, failures } of groups)
    for (const failure of failures)
      for (const { key, text } of failure.lines) {
        const name = `${program}\n${key}`;
        const group = byLine.get(name) ?? { program, key, texts: [], failures: [] };
        byLine.set(name, group);
        if (group.failures.at(-1) === failure) continue;
        group.texts.push(text);
        group.failures.push(failure);
      }
  return [...byLine.values()]
    .filter(({ failures }) => failures.filter(({ beside }) => beside !== undefined).length >= FEWEST_BESIDE)
    .map((group) => ({ ...group, sessions: countSessions(group.failures) }));
}

function findDisturbance(group: RecurringGroup, history: History): Disturbance | undefined {
  const worked = listWorked(group, history);
  const candidates = siblingsOf(group.failures).map((sibling) => ({ sibling, counts: count(group.failures, worked, sibling) }));
  // Every further question is another chance to be fooled.
  const asked = new Set(candidates.map(({ counts }) => counts.workedBeside)).size;
  const [best] = candidates
    .map(({ sibling, counts }) => ({ sibling, counts, chance: chanceOf(counts) * asked }))
    .filter(({ sibling, counts, chance }) => chance <= CHANCE && isClear(counts) && worksAlone(group.failures, worked, sibling))
    .sort((a, b) => a.chance - b.chance || b.sibling.length - a.sibling.length);
  return best && { group, counts: best.counts, ...(best.sibling === ANY ? {} : { beside: best.sibling }) };
}

/** Anything that was sent beside a call. */
const ANY = '';

/** What may disturb them: anything, and each program and sub-command that nearly all of them had beside them. */
function siblingsOf(failures: readonly Unexplained[]): string[] {
  const counts = new Map<string, number>();
  for (const { beside = [] } of failures)
    for (const name of new Set(beside.flatMap((tool) => [tool, tool.split(' ', 1)[0] ?? tool])))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [ANY, ...[...counts].flatMap(([name, having]) => (having >= failures.length * NEARLY_ALL ? name : []))];
}

/** Whether one of the names is the sibling: the whole of it, or its program. */
function hasBeside(names: readonly string[] | undefined, sibling: string): boolean {
  return names?.some((name) => sibling === ANY || name === sibling || name.split(' ', 1)[0] === sibling) ?? false;
}

/** A call that worked: what it ran, as it was typed, and what was sent beside it. */
interface Worked {
  texts: readonly string[];
  beside: readonly string[] | undefined;
}

/** Calls of the same program and sub-command, or of the same tool, that worked. */
function listWorked({ failures, program }: RecurringGroup, history: History): Worked[] {
  const tools = new Set(failures.flatMap(({ failure: { command } }) => (command ? toolOf(command) : [])));
  if (tools.size === 0)
    return history.usedWell(program).map(({ batch, input }) => ({
      texts: [JSON.stringify(input)],
      beside: batch === undefined ? undefined : [program],
    }));
  return history.ranWell(program).flatMap((call): Worked[] => {
    const commands = parseShell(call.command, call.name).commands.filter(
      (command) => !command.nested && !provesNothing(command) && tools.has(toolOf(command)),
    );
    const others = call.batch?.filter(({ id }) => id !== call.id);
    return commands.length === 0
      ? []
      : [{ texts: commands.map(textOf), beside: others?.map(({ name, command }) => runsWhat(name, command)) }];
  });
}

function count(failures: readonly Unexplained[], worked: readonly Worked[], sibling: string): Counts {
  const failedBeside = failures.filter(({ beside }) => hasBeside(beside, sibling)).length;
  const workedBeside = worked.filter(({ beside }) => hasBeside(beside, sibling)).length;
  return {
    failedBeside,
    failedAlone: failures.length - failedBeside,
    workedBeside,
    workedAlone: worked.length - workedBeside,
  };
}

function isClear({ failedBeside, failedAlone, workedAlone }: Counts): boolean {
  return failedBeside >= FEWEST_BESIDE && failedAlone * 10 <= failedBeside && workedAlone >= FEWEST_ALONE;
}

/** Whether nothing else is wrong with the calls: half of them, in two sessions, worked as they are without the sibling. */
function worksAlone(failures: readonly Unexplained[], worked: readonly Worked[], sibling: string): boolean {
  const texts = new Set(worked.flatMap((call) => (hasBeside(call.beside, sibling) ? [] : call.texts)));
  const shown = failures.filter(
    ({ failure: { command, call }, cure }) =>
      cure?.changes.some(({ kind }) => kind === 'unchanged') || texts.has(command ? textOf(command) : JSON.stringify(call.input)),
  );
  return shown.length * 2 >= failures.length && countSessions(shown) >= 2;
}

function countSessions(failures: readonly Unexplained[]): number {
  return new Set(failures.map(({ failure }) => failure.call.session)).size;
}

/**
 * The chance that at least so many of the failures have the sibling if it has nothing to do with them, by Fisher's exact test: with few
 * calls it stays large however clear the difference looks.
 */
function chanceOf({ failedBeside, failedAlone, workedBeside, workedAlone }: Counts): number {
  const failed = failedBeside + failedAlone;
  const beside = failedBeside + workedBeside;
  const all = failed + workedBeside + workedAlone;
  let chance = 0;
  for (let having = failedBeside; having <= Math.min(failed, beside); having++)
    chance += Math.exp(logChoose(beside, having) + logChoose(all - beside, failed - having) - logChoose(all, failed));
  return Math.min(1, chance);
}

function logChoose(all: number, chosen: number): number {
  if (chosen < 0 || chosen > all) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let step = 1; step <= chosen; step++) sum += Math.log((all - chosen + step) / step);
  return sum;
}
