import type { ReportedLesson } from '../app/learn/learn-report.ts';
import type { Evidence } from '../lessons/lesson.ts';
import { hasFlagOf } from '../lessons/triggers/has-flag.ts';
import { contradictedBy } from '../lifecycle/capture/conflict.ts';
import { normaliseId } from '../lifecycle/entries.ts';
import { chooseMechanism, listAlternatives } from '../lifecycle/promotion/choose-mechanism.ts';
import { findMissing } from '../lifecycle/promotion/due.ts';
import { similarFinder } from '../memory/similar.ts';
import { isToldOnMatch } from '../memory/told-how.ts';
import { AppError } from '../shared/errors.ts';
import type { TeamKnowledge } from '../team/knowledge.ts';
import { listTeamLessons } from '../team/team-lessons.ts';
import type { JournalLine, LessonDetail } from './answers/lessons.ts';
import type { Mark } from './answers/overview.ts';
import type { Excerpt } from './answers/sessions.ts';
import { excerptOf } from './excerpts.ts';
import { isEntry, rowOf } from './lesson-rows.ts';
import type { PicturedProject, Shown } from './picture.ts';
import type { SessionShelf } from './session-answers.ts';
import { isWritable } from './writable.ts';

/** Upper bound for the excerpts shown, the newest first. */
const MOST_EXCERPTS = 3;

/** Returns a lesson of a project, or throws an error that says what is missing. */
export function findLesson(
  shown: Shown,
  project: string,
  id: string,
): { pictured: PicturedProject; lesson: ReportedLesson } {
  const pictured = shown.byId.get(project);
  if (!pictured) throw new AppError('not-found', `There is no project ${project}.`);
  const wanted = normaliseId(id);
  const lesson = pictured.report.lessons.find((candidate) => candidate.id === wanted);
  if (!lesson) throw new AppError('not-found', `${pictured.project.name} has no lesson ${id}.`);
  return { pictured, lesson };
}

/** Returns who else found a lesson. */
function teamOf(
  { fingerprint }: ReportedLesson,
  { report }: PicturedProject,
  known: TeamKnowledge,
): Pick<LessonDetail, 'team'> {
  const found = listTeamLessons(known, known.roots[report.root]).find(({ key }) => key === fingerprint);
  return found ? { team: { people: found.people, machines: found.machines } } : {};
}

/** Returns all facts about a lesson, with the calls behind it. */
export async function lessonDetailOf(
  shown: Shown,
  { project, id, home }: { project: string; id: string; home: string },
  shelf: SessionShelf,
  marks: readonly Mark[],
  known?: TeamKnowledge | undefined,
): Promise<LessonDetail> {
  const { pictured, lesson } = findLesson(shown, project, id);
  const evidence = [...lesson.evidence].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const excerpts: Excerpt[] = [];
  for (const each of newestOfEach(evidence).slice(0, 3 * MOST_EXCERPTS)) {
    if (excerpts.length === MOST_EXCERPTS) break;
    const excerpt = await excerptOf(each, pictured, shelf, home);
    if (isProof(lesson, excerpt)) excerpts.push(excerpt);
  }
  const others = pictured.report.lessons.filter((other) => other.id !== lesson.id);
  const opponents = isEntry(lesson) ? contradictedBy(lesson) : [];
  // A lesson that contradicts it does not say the same, however similar the words are.
  const like = similarFinder(
    others.filter(
      ({ id: other, fingerprint }) => !opponents.includes(other) && !lesson.yieldsTo?.includes(fingerprint),
    ),
  )(lesson);
  const {
    pattern,
    scope,
    firstSeen,
    deliveredIn,
    origin,
    conflict,
    kept,
    edited = [],
    trigger,
    backtest,
    live,
  } = lesson;
  return {
    ...rowOf(pictured, lesson, shown.at),
    ...{ pattern, scope, firstSeen, deliveredIn, edited: [...edited], excerpts },
    awaitedIn: awaitedIn(lesson, pictured),
    phase: lesson.phase ?? '',
    dimension: lesson.dimension ?? '',
    onMatch: isToldOnMatch(lesson) ? true : undefined,
    origin: origin || undefined,
    ...(known ? teamOf(lesson, pictured, known) : {}),
    conflict: conflict || undefined,
    kept: kept || undefined,
    triggerDetail: trigger ? { ...trigger } : undefined,
    backtest,
    live,
    evidence: evidence.map(({ agent, session, at }) => ({ agent, session, at })),
    opponents: others.filter((other) => opponents.includes(other.id)).map((other) => rowOf(pictured, other, shown.at)),
    yieldsTo: others
      .filter(({ fingerprint }) => lesson.yieldsTo?.includes(fingerprint))
      .map((other) => rowOf(pictured, other, shown.at)),
    similar: like ? [rowOf(pictured, like, shown.at)] : [],
    missing: isEntry(lesson) && !pictured.isOwn ? findMissing(lesson, shown.at) : [],
    mechanisms:
      isEntry(lesson) && !pictured.isOwn
        ? [chooseMechanism(lesson), ...listAlternatives(lesson, chooseMechanism(lesson))]
        : [],
    journal: journalOf(lesson, pictured, marks),
    writable: isWritable(pictured),
  };
}

/** Whether an excerpt is evidence: that of an earlier release may lack the flag that a lesson is about. */
function isProof({ trigger }: ReportedLesson, { failed, calls }: Excerpt): boolean {
  const call = calls.find(({ index }) => index === failed);
  return call === undefined || hasFlagOf(trigger?.rule ?? '', call.input);
}

/** Orders evidence by how much it shows: the newest of each session, then the rest. */
function newestOfEach(evidence: readonly Evidence[]): Evidence[] {
  const newest = new Map(evidence.toReversed().map((each) => [`${each.agent}\n${each.session}`, each]));
  const first = evidence.filter((each) => newest.get(`${each.agent}\n${each.session}`) === each);
  return [...first, ...evidence.filter((each) => !first.includes(each))];
}

/**
 * Returns the files that will contain a lesson once the planned changes are written; all of them if the project is not on this
 * machine.
 */
function awaitedIn({ id, deliveredIn }: ReportedLesson, pictured: PicturedProject): string[] {
  if (!isWritable(pictured)) return deliveredIn;
  const has = (diff: string, sign: string) =>
    diff.split('\n').some((line) => line.startsWith(sign) && (line.includes(`(${id},`) || line.includes(`(${id})`)));
  return deliveredIn.filter((name) =>
    pictured.report.changes.some((change) => change.name === name && has(change.diff, '+') && !has(change.diff, '-')),
  );
}

/** Returns the history of a lesson, from its entry and the records of writes; oldest first. */
function journalOf(lesson: ReportedLesson, { project }: PicturedProject, marks: readonly Mark[]): JournalLine[] {
  const { firstSeen, lastSeen, occurrences, sessions, validated, promoted, kept, live } = lesson;
  const mark = marks.find((each) => each.project === project.id && each.lessons.includes(lesson.id));
  const lines: JournalLine[] = [{ at: firstSeen, text: 'first seen' }];
  if (lastSeen.slice(0, 10) !== firstSeen.slice(0, 10))
    lines.push({
      at: lastSeen,
      text: `last seen: ${occurrences} times in ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
    });
  if (mark) lines.push({ at: mark.day, text: 'written to a context file' });
  if (validated) lines.push({ at: validated, text: 'accepted by you' });
  if (kept) lines.push({ at: kept.slice(0, 10), text: 'kept as a lesson' });
  if (promoted) lines.push({ at: '', text: `promoted to ${promoted}` });
  if (live?.lastShown)
    lines.push({
      at: live.lastShown,
      text: `last shown by a hook; shown ${live.shown} ${live.shown === 1 ? 'time' : 'times'} in total`,
    });
  return lines.sort((a, b) => (a.at === '' ? 1 : b.at === '' ? -1 : a.at.localeCompare(b.at)));
}
