import { type Confidence, TEAM_ORIGIN } from '../lessons/lesson.ts';
import type { NewEntry } from '../memory/entry-lesson.ts';
import type { JoinedGroup } from './join.ts';
import type { TeamKnowledge } from './knowledge.ts';
import { EVERYWHERE } from './project-key.ts';
import type { TeamWords } from './team-words.ts';
import type { GroupName, JoinedDecision } from './totals.ts';

/**
 * Whether a lesson of the team is told to everybody. `few`: too few people found it, or they do not say the same. `over`: for enough
 * people it no longer holds. `disputed`: as many people rejected it as found it, or what it calls wrong mostly works for so many of them
 * that too few are left.
 */
export type TeamStanding = 'ready' | 'few' | 'over' | 'disputed' | 'rejected';

/** A lesson of the team, with what everybody together saw. */
export interface TeamLesson {
  key: string;
  standing: TeamStanding;
  /** The people and machines that found it, whatever their words. */
  people: number;
  machines: number;
  /** The people who confirmed, rejected and promoted it. */
  confirmed: number;
  rejected: number;
  promoted: number;
  /** When enough people had found it, in milliseconds; absent if they have not. */
  readyAt?: number;
  /** What it says; absent if no words may be told. */
  words?: TeamWords;
  group: JoinedGroup;
}

/** Returns the lessons of the team that concern a project on this machine. */
export function listTeamLessons(known: TeamKnowledge, project: string | undefined): TeamLesson[] {
  const byKey = new Map<string, JoinedGroup[]>();
  for (const group of known.groups) {
    if (group.project !== project && group.project !== EVERYWHERE) continue;
    byKey.set(group.key, [...(byKey.get(group.key) ?? []), group]);
  }
  const decisions = new Map<string, JoinedDecision[]>();
  for (const decision of known.decisions)
    decisions.set(decision.key, [...(decisions.get(decision.key) ?? []), decision]);
  return [...byKey].flatMap(([key, wordings]) => judge(wordings, decisions.get(key) ?? [], known) ?? []);
}

/**
 * Judges a failure group. A wording counts by the people who use it: somebody who sends other words under the same key adds nothing
 * to it, so that nobody can put words into the mouth of the others.
 */
function judge(
  wordings: readonly JoinedGroup[],
  decisions: readonly JoinedDecision[],
  known: TeamKnowledge,
): TeamLesson | undefined {
  const [group] = [...wordings].sort(
    (a, b) =>
      Number(known.words[b.words] !== undefined) - Number(known.words[a.words] !== undefined) ||
      b.people - a.people ||
      b.last_at - a.last_at ||
      (a.words < b.words ? -1 : 1),
  );
  if (!group) return undefined;
  const words = known.words[group.words];
  const decided = decisions.filter(({ project }) => project === group.project);
  const count = (verdict: string) =>
    decided.find((each) => each.scope === 'own' && each.verdict === verdict)?.people ?? 0;
  const isRejected = decided.some(({ scope, verdict }) => scope === 'team' && verdict === 'rejected');
  const people = Math.max(...wordings.map((each) => each.people));
  return {
    key: group.key,
    standing: isRejected ? 'rejected' : standingOf(group, words, count('rejected'), known.people),
    people,
    machines: Math.max(...wordings.map(({ machines }) => machines)),
    confirmed: count('confirmed'),
    rejected: count('rejected'),
    promoted: count('promoted'),
    readyAt: group.ready_at === null ? undefined : group.ready_at,
    words,
    group,
  };
}

function standingOf(group: JoinedGroup, words: TeamWords | undefined, rejected: number, needed: number): TeamStanding {
  if (!words || group.people < needed || group.ready_at === null) return 'few';
  // One person who says that it is over, or who rejects it, does not decide for everybody.
  if (group.over >= needed && group.over >= group.people && group.over_at > group.last_at) return 'over';
  if (rejected >= needed && rejected >= group.people) return 'disputed';
  // Counted by people: by their sums, one of them with a large count could take a lesson away from all.
  const sure = group.people - group.doubting;
  if (words.trigger && group.doubting > 0 && (sure < needed || sure <= group.doubting)) return 'disputed';
  return 'ready';
}

/** Whether a lesson is told to everybody. */
export function isReady(lesson: TeamLesson): lesson is ReadyLesson {
  return lesson.standing === 'ready' && lesson.words !== undefined;
}

/** A lesson that is told to everybody has words. */
export type ReadyLesson = TeamLesson & { words: TeamWords };

/**
 * Lists what an owner rejected for everybody in some projects, and about tools and machines. Their groups may be unknown here: too few
 * people found them, but a memory that is shared otherwise may have the lesson all the same.
 */
export function listRejected(known: TeamKnowledge, projects: readonly (string | undefined)[]): GroupName[] {
  return known.decisions.filter(
    ({ project, scope, verdict }) =>
      scope === 'team' && verdict === 'rejected' && (project === EVERYWHERE || projects.includes(project)),
  );
}

/**
 * Returns the facts about tools and machines that hold in every project. A rule of one agent's own tools does not concern other
 * agents, and is told only where somebody ran into it.
 */
export function listEverywhere(known: TeamKnowledge): NewEntry[] {
  return listTeamLessons(known, undefined)
    .filter(isReady)
    .filter(({ words }) => words.kind !== 'tool-use')
    .map(asEntry);
}

/** Returns a lesson of the team as an entry for memory. It has no evidence: the calls are on the machines of others. */
export function asEntry({ group, words, people }: ReadyLesson): NewEntry {
  const { rule, when } = words.trigger ?? {};
  return {
    fingerprint: group.key,
    kind: words.kind,
    title: words.title,
    pattern: `It failed ${group.occurrences} times, for ${people} people of the team.`,
    guidance: words.guidance,
    trigger: rule === undefined ? undefined : { rule, when, failed: group.failed, succeeded: group.succeeded },
    scope: words.scope,
    reach: words.reach,
    status: 'ready',
    confidence: teamConfidence(people),
    occurrences: group.occurrences,
    sessions: group.sessions,
    wastedCalls: group.wasted_calls,
    wastedMinutes: group.wasted_minutes,
    firstSeen: new Date(group.first_at).toISOString(),
    lastSeen: new Date(group.last_at).toISOString(),
    evidence: [],
    origin: TEAM_ORIGIN,
  };
}

/** Returns how sure a lesson is that so many people found. */
export function teamConfidence(people: number): Confidence {
  return people >= 3 ? 'high' : 'medium';
}
