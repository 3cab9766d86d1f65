import { statSync } from 'node:fs';
import type { SnapshotHeader, SnapshotLesson, WatchedFacts } from '../delivery/snapshot/snapshot.ts';
import { makeRoots } from '../failures/recovery/project-roots.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import { CallView } from '../lessons/triggers/call-view.ts';
import { isTriggered } from '../lessons/triggers/compile.ts';
import type { Condition } from '../lessons/triggers/condition.ts';
import type { Machine } from '../lessons/triggers/holds.ts';
import { matchWords } from '../lessons/triggers/rule.ts';
import { listNames } from '../lessons/triggers/this-machine.ts';
import { printCommand, WatchList } from '../lessons/triggers/watch-list.ts';
import { writtenBy } from '../lessons/triggers/written-files.ts';
import { baseName } from '../shared/paths.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { LiveCall } from './candidates.ts';
import { PastFacts } from './past.ts';
import type { Fact, ObservedFacts } from './session-facts.ts';

/** The surroundings in which triggers are matched: the project, the session so far, and the machine. */
export interface MatchContext {
  header: SnapshotHeader;
  /** The checkout that the agent works in. */
  checkout: string;
  facts: ObservedFacts;
  /** The user's shell, according to the environment. */
  shell?: string | undefined;
}

/** Returns the lessons whose trigger matches one of the calls. The condition on the error is not checked here. */
export function matchLessons(
  calls: readonly LiveCall[],
  lessons: readonly SnapshotLesson[],
  place: MatchContext,
): SnapshotLesson[] {
  const roots = rootsOf(place);
  const machine = { ...disk, ...(place.shell === undefined ? {} : { shell: baseName(place.shell) }) };
  const watches = new WatchList();
  const compiled = lessons
    .filter((lesson) => lesson.conditions === undefined || canDecide(lesson.conditions, place.facts))
    .flatMap((lesson) =>
      lesson.rule ? [{ lesson, rule: lesson.rule, conditions: watches.numberAll(lesson.conditions ?? []) }] : [],
    );
  const matched = new Set<SnapshotLesson>();
  for (const call of calls) {
    const view = new CallView(call, roots, call.cwd);
    const past = new PastFacts(needsPast(compiled) ? place.facts.all : [], call.thread, roots, watches, call.id);
    for (const one of compiled) if (isTriggered(one, view, past, machine)) matched.add(one.lesson);
  }
  return [...matched];
}

/**
 * Observes the effects of a shell call that conditions may ask about later: watched commands that it runs, and files that it
 * writes.
 */
export function observeCommand(call: LiveCall, watched: WatchedFacts, place: MatchContext): Fact {
  const { command = '' } = call.input;
  const view = new CallView(call, rootsOf(place), call.cwd);
  const ran = watched.commands.filter((wanted) => view.commands.some(({ words }) => matchWords(wanted, words)));
  const written = watched.writes ? writtenBy(view, command) : { everything: false, paths: [] };
  const wrote = written.everything ? ['*'] : written.paths;
  return { ran: ran.length > 0 ? ran.map(printCommand) : undefined, wrote: wrote.length > 0 ? wrote : undefined };
}

/** Whether conditions can be decided: absence only if everything was seen; presence even if the beginning was not. */
function canDecide(conditions: readonly Condition[], facts: ObservedFacts): boolean {
  if (conditions.some(({ kind }) => ABSENCE.has(kind))) return facts.isComplete;
  return !conditions.some(({ kind }) => PRESENCE.has(kind)) || !facts.isFull;
}

const ABSENCE = new Set<Condition['kind']>(['not-read', 'not-run']);
const PRESENCE = new Set<Condition['kind']>(['changed-since-read', 'ran-since-read', 'edited-since', 'running']);

function needsPast(compiled: readonly { conditions: readonly Condition[] }[]): boolean {
  return compiled.some(({ conditions }) => conditions.some(({ kind }) => ABSENCE.has(kind) || PRESENCE.has(kind)));
}

function rootsOf({ header, checkout }: MatchContext): Roots {
  return makeRoots({ root: header.root, folders: [...new Set([...header.folders, checkout])] });
}

/** Larger files are not read while an agent is waiting: 1 MB takes a millisecond. */
const LARGEST_FILE = 1024 * 1024;

const disk: Machine = {
  readFile(path) {
    try {
      return readRegularSync(path, LARGEST_FILE).toString('utf8');
    } catch {
      return undefined;
    }
  },
  listFolder: listNames,
  isFolder(path) {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      return false;
    }
  },
};
