import { findOpposed } from '../lessons/contradictions.ts';
import type { NewLesson } from '../lessons/distil.ts';
import { markConflict } from '../lifecycle/capture/conflict.ts';
import { takeOut } from '../lifecycle/judge-entry.ts';
import type { NewEntry } from '../memory/entry-lesson.ts';
import type { Memory } from '../memory/memory.ts';
import { mergeLessons } from '../memory/merge.ts';
import type { Notice } from '../memory/notice.ts';
import type { TeamKnowledge } from './knowledge.ts';
import { TEAM_REJECTED } from './own-rows.ts';
import { asEntry, isReady, listRejected, listTeamLessons, type TeamLesson, teamConfidence } from './team-lessons.ts';

/** What the team adds to the lessons of a project. */
export interface TeamView {
  /** The lessons of the project with those of the team: what came up once here, and for somebody else, has recurred. */
  lessons: NewEntry[];
  /** Applies decisions of the team to the memory of the project, and adds lessons that contradict one of its own, marked. */
  take(memory: Memory): { memory: Memory; notices: Notice[] };
}

/** Joins the lessons of a project with those of the team. */
export function viewTeam(
  own: readonly NewLesson[],
  seenOnce: readonly string[],
  known: TeamKnowledge,
  project: string | undefined,
  now: Date,
): TeamView {
  const team = new Map(listTeamLessons(known, project).map((lesson) => [lesson.key, lesson]));
  const once = new Set(seenOnce);
  const finds = new Map(
    own.map((find): [string, NewEntry] => [find.fingerprint, raise(find, once, team, known.people)]),
  );
  const rejected = new Set(listRejected(known, [project]).map(({ key }) => key));
  for (const key of rejected) finds.delete(key);
  // Facts about tools would be told in every project: those belong into the user's own files.
  const fresh = [...team.values()]
    .filter(isReady)
    .filter(({ key, group }) => group.project === project && !finds.has(key));
  const added = new Map(fresh.map((lesson): [string, NewEntry] => [lesson.key, asEntry(lesson)]));
  const contested = findContested(finds, added);
  return {
    lessons: [...finds.values(), ...added.values()],
    take(before) {
      let memory = buryRejected(before, rejected, now);
      const notices: Notice[] = [];
      const isKnown = (key: string) =>
        memory.entries.some(({ fingerprint }) => fingerprint === key) ||
        memory.graveyard.stones.some(({ fingerprint }) => fingerprint === key);
      for (const [key, opponents] of contested) {
        const entry = added.get(key);
        if (!entry || isKnown(key)) continue;
        const others = opponents.flatMap((other) => finds.get(other) ?? added.get(other) ?? []);
        const merged = mergeLessons(memory, [...others, { ...entry, status: 'watching' }], now);
        const idOf = (fingerprint: string) =>
          merged.memory.entries.find((each) => each.fingerprint === fingerprint)?.id;
        const id = idOf(key);
        memory = others.reduce((marked, { fingerprint }) => {
          const other = idOf(fingerprint);
          return id === undefined || other === undefined ? marked : markConflict(marked, id, other);
        }, merged.memory);
        notices.push({
          code: 'contradicted',
          message: `the team's lesson "${entry.title}" contradicts one of yours: hardwon resolve shows both`,
        });
      }
      return { memory, notices };
    },
  };
}

/** Raises a lesson that came up once here to ready, if enough people found it. */
function raise(
  find: NewLesson,
  once: ReadonlySet<string>,
  team: ReadonlyMap<string, TeamLesson>,
  needed: number,
): NewEntry {
  const shared = team.get(find.fingerprint);
  const isShared = shared !== undefined && shared.people >= needed && shared.standing === 'ready';
  if (!isShared || find.status !== 'watching' || !once.has(find.fingerprint)) return find;
  const { told: _, ...raised } = find;
  return { ...raised, status: 'ready', confidence: teamConfidence(shared.people) };
}

/** Finds the lessons of the team that contradict another one, with those that they contradict. */
function findContested(
  finds: ReadonlyMap<string, NewEntry>,
  added: ReadonlyMap<string, NewEntry>,
): Map<string, string[]> {
  if (added.size === 0) return new Map();
  const contested = new Map<string, string[]>();
  const note = (key: string, other: string) => {
    if (added.has(key)) contested.set(key, [...(contested.get(key) ?? []), other]);
  };
  const stances = [...finds.values(), ...added.values()].map((lesson) => ({ lesson, ...toolsOf(lesson) }));
  for (const [loser, winners] of findOpposed(stances)) {
    for (const winner of winners) {
      if (!added.has(loser) && !added.has(winner)) continue;
      // Of two lessons of the team, the weaker one waits.
      if (added.has(loser)) note(loser, winner);
      else note(winner, loser);
    }
  }
  return contested;
}

/** Returns the command that the flags and values of a lesson belong to, as its trigger names it: `Bash(pack crates *)`. */
function toolsOf({ trigger }: NewEntry): { tools?: string[] } {
  const [, words = ''] = /^Bash\(([\w./ -]+)/.exec(trigger?.rule ?? '') ?? [];
  return words.trim() === '' ? {} : { tools: [words.trim()] };
}

/** Takes out what an owner rejected for everybody, unless somebody here confirmed it. */
export function buryRejected(memory: Memory, rejected: ReadonlySet<string>, now: Date): Memory {
  const gone = memory.entries.filter(
    ({ fingerprint, validated }) => rejected.has(fingerprint) && validated === undefined,
  );
  if (gone.length === 0) return memory;
  return takeOut(
    memory,
    gone.map(({ id }) => ({ id, departure: 'rejected', reason: TEAM_REJECTED })),
    now,
  );
}
