import { complaintsOf } from '../failures/complaint.ts';
import type { FailureKind } from '../programs/cause-rule.ts';
import { isSearch } from '../shell/index.ts';
import type { Failing } from './case.ts';
import { findEmptyForms } from './empty-forms.ts';
import { codesIn } from './finding-codes.ts';
import type { PastCommands } from './past-commands.ts';
import { programAbout } from './program-about.ts';
import type { CaseHistory } from './read-history.ts';

/** Failing calls with one cause. */
export interface Group {
  key: string;
  /** The line that all of them print, as the first of them printed it. */
  line: string;
  failing: Failing[];
}

/** The groups that recur, and the failing calls that no group explains. */
export interface FailingGroups {
  recurring: Group[];
  single: Failing[];
}

/**
 * Groups failing calls by their cause, whatever the tool: by the missing thing that the error names, or by the first complaint that
 * other sessions have, too. A line that calls which worked print as well is no complaint. What is left over is grouped by program:
 * one cause may come with many messages.
 */
export function groupFailing(all: readonly Failing[], past: PastCommands, history: CaseHistory): FailingGroups {
  const shared = withoutPrinted(countSessions(all), all, past);
  const codes = countCodes(all);
  const groups = new Map<string, Group>();
  const add = (key: string, line: string, one: Failing): void => {
    const group = groups.get(key);
    if (group) group.failing.push(one);
    else groups.set(key, { key, line, failing: [one] });
  };
  for (const one of all) {
    const own = [...codesIn(one.step.call.output)].filter(([code]) => (codes.get(code)?.size ?? 0) >= 2);
    for (const [code, line] of own) add(`finding ${code}`, line, one);
    const at = chooseLine(one, shared);
    if (own.length === 0) add(keyOf(one, at, history), one.lines[at] ?? '', one);
  }
  for (const { part, count, empty } of findEmptyForms(history)) {
    const failing = all.filter(({ step }) => empty.has(step));
    groups.set(`empty with ${part}`, {
      key: `empty with ${part}`,
      line: `found nothing: ${part} (${count})`,
      failing,
    });
  }
  const recurring = [...groups.values()].filter(recurs);
  const grouped = new Set(recurring.flatMap(({ failing }) => failing));
  return { recurring, single: all.filter((one) => !grouped.has(one)) };
}

/** Twice in one session may be one slip; in two sessions it is not. */
function recurs({ failing }: Group): boolean {
  return failing.length >= 3 || new Set(failing.map(({ session }) => session)).size >= 2;
}

/** Returns the sessions in which each code is named. */
function countCodes(all: readonly Failing[]): Map<string, Set<unknown>> {
  const codes = new Map<string, Set<unknown>>();
  for (const one of all)
    for (const code of codesIn(one.step.call.output).keys()) {
      const seen = codes.get(code);
      if (seen) seen.add(one.session);
      else codes.set(code, new Set([one.session]));
    }
  return codes;
}

/** Returns in how many sessions each complaint is printed by failing calls. */
function countSessions(all: readonly Failing[]): Map<string, number> {
  const sessions = new Map<string, Set<unknown>>();
  for (const { keys, session } of all)
    for (const key of keys) {
      const seen = sessions.get(key);
      if (seen) seen.add(session);
      else sessions.set(key, new Set([session]));
    }
  return new Map([...sessions].map(([key, seen]) => [key, seen.size]));
}

/** Leaves out lines that calls which worked print as well, in half as many calls as failing ones have sessions. */
function withoutPrinted(
  shared: ReadonlyMap<string, number>,
  all: readonly Failing[],
  past: PastCommands,
): ReadonlyMap<string, number> {
  const printed = new Map<string, number>();
  for (const program of new Set(all.map(programAbout)))
    for (const { step } of past.of(program).filter((call) => past.worked(call)))
      for (const { key } of complaintsOf(step.call.output, { isAll: false }))
        printed.set(key, (printed.get(key) ?? 0) + 1);
  return new Map([...shared].filter(([key, sessions]) => (printed.get(key) ?? 0) * 2 <= sessions));
}

function chooseLine({ keys }: Failing, shared: ReadonlyMap<string, number>): number {
  return Math.max(
    0,
    keys.findIndex((key) => (shared.get(key) ?? 0) >= 2),
  );
}

function keyOf(one: Failing, at: number, history: CaseHistory): string {
  const { trouble, step, keys } = one;
  if (trouble === 'rejected') return `rejected ${programAbout(one)}`;
  if (trouble === 'endless' || trouble === 'flooded') return `${trouble} ${programAbout(one)}`;
  if (trouble === 'empty') return `empty ${searchedPlace(one, history)}`;
  if (trouble === 'elsewhere') return trouble;
  const { failure } = step;
  const subject = failure && NAMING.has(failure.kind) ? failure.subject : undefined;
  if (failure && subject !== undefined && subject !== '')
    return `${failure.kind} ${failure.kind === 'file-missing' ? placeOf(subject, one, history) : subject}`;
  return keys[at] ?? '';
}

/** Kinds whose cause is the thing that the error names. */
const NAMING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'file-missing',
  'is-directory',
  'command-not-found',
  'module-missing',
  'script-missing',
  'bad-flag',
  'bad-subcommand',
  'unknown-tool',
]);

function placeOf(path: string, { step: { call } }: Failing, { roots }: CaseHistory): string {
  return roots.relative(path, call.cwd) ?? path;
}

function searchedPlace(one: Failing, history: CaseHistory): string {
  const { main } = one.step.call.tool === 'shell' ? (one.step.parsed ?? {}) : {};
  if (main) {
    const places = main.operands.slice(isSearch(main) && main.operands.length > 1 ? 1 : 0);
    return places.map((place) => placeOf(place, one, history)).join(' ');
  }
  const { path, glob, pattern } = one.step.call.input;
  const place = path === undefined ? '' : placeOf(path, one, history);
  return `${place} ${glob ?? ''} ${place === '' ? (pattern ?? '') : ''}`.trim();
}
