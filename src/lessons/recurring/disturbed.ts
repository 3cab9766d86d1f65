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
  /**
   * The command that ran beside nearly all of them: a program, perhaps with its subcommand; absent if any command disturbs them.
   */
  beside?: string;
  counts: Counts;
}

/** The numbers of calls of one kind, by whether another call was beside them in their turn. */
interface Counts {
  failedBeside: number;
  failedAlone: number;
  workedBeside: number;
  workedAlone: number;
}

/** The minimum of failures beside a sibling, and of calls that worked without one: fewer prove nothing. */
const FEWEST_BESIDE = 3;
const FEWEST_ALONE = 5;
/** The highest acceptable probability that so clear a difference is due to chance. */
const CHANCE = 0.05;
/** The share of calls from which a sibling counts as common to all of them. */
const NEARLY_ALL = 0.8;

/**
 * Finds calls that fail because of others sent in the same turn: a lock, a port, a scratch folder, a limit of requests. Their
 * complaint comes up beside a sibling, in two sessions, and hardly ever without one; the same calls work unchanged without it;
 * and the difference is too large for chance, because some agents send most of their calls together. The loser of a race
 * complains in one of several ways: every line of an output is considered, not only the one by which its group is named.
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

/** Groups the failures of each program by every line of their output, if enough were beside a sibling. */
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
  const candidates = siblingsOf(group.failures).map((sibling) => ({
    sibling,
    counts: count(group.failures, worked, sibling),
  }));
  // Every further candidate is another chance to be fooled.
  const asked = new Set(candidates.map(({ counts }) => counts.workedBeside)).size;
  const [best] = candidates
    .map(({ sibling, counts }) => ({ sibling, counts, chance: chanceOf(counts) * asked }))
    .filter(
      ({ sibling, counts, chance }) =>
        chance <= CHANCE && isClear(counts) && worksAlone(group.failures, worked, sibling),
    )
    .sort((a, b) => a.chance - b.chance || b.sibling.length - a.sibling.length);
  return best && { group, counts: best.counts, beside: best.sibling === ANY ? undefined : best.sibling };
}

/** Any call sent beside another. */
const ANY = '';

/**
 * Returns the candidates for the disturbance: any call, and each program and subcommand that nearly all of them had beside them.
 */
function siblingsOf(failures: readonly Unexplained[]): string[] {
  const counts = new Map<string, number>();
  for (const { beside = [] } of failures)
    for (const name of new Set(beside.flatMap((tool) => [tool, tool.split(' ', 1)[0] ?? tool])))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [ANY, ...[...counts].flatMap(([name, having]) => (having >= failures.length * NEARLY_ALL ? name : []))];
}

/** Whether one of the names is the sibling: in full, or by its program. */
function hasBeside(names: readonly string[] | undefined, sibling: string): boolean {
  return names?.some((name) => sibling === ANY || name === sibling || name.split(' ', 1)[0] === sibling) ?? false;
}

/** A call that worked: its command as typed, and the calls sent beside it. */
interface Worked {
  texts: readonly string[];
  beside: readonly string[] | undefined;
}

/** Returns the calls of the same program and subcommand, or of the same tool, that worked. */
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

/** Whether nothing else is wrong with the calls: half of them, in two sessions, worked unchanged without the sibling. */
function worksAlone(failures: readonly Unexplained[], worked: readonly Worked[], sibling: string): boolean {
  const texts = new Set(worked.flatMap((call) => (hasBeside(call.beside, sibling) ? [] : call.texts)));
  const shown = failures.filter(
    ({ failure: { command, call }, cure }) =>
      cure?.changes.some(({ kind }) => kind === 'unchanged') ||
      texts.has(command ? textOf(command) : JSON.stringify(call.input)),
  );
  return shown.length * 2 >= failures.length && countSessions(shown) >= 2;
}

function countSessions(failures: readonly Unexplained[]): number {
  return new Set(failures.map(({ failure }) => failure.call.session)).size;
}

/**
 * Returns the probability that at least so many of the failures have the sibling if it is unrelated to them, by Fisher's exact
 * test: with few calls it stays large however clear the difference looks.
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
