import { type Lesson, ON_MATCH } from '../lessons/lesson.ts';
import { modeOf } from '../lessons/triggers/mode.ts';
import { lossEachTime } from './budget.ts';
import { measureBullet } from './render.ts';

/** A lesson that may not have a number in memory yet. */
type Weighed = Omit<Lesson, 'id'>;

/**
 * Marks the lessons whose line in a context file would cost more than it saves: those are told by hooks, `consult` and the MCP
 * server when they match. `sessionEnds` are the ends of all sessions in which the lessons were found, in milliseconds. Decision
 * 0039 gives the reasons.
 */
export function spareLines<L extends Weighed>(lessons: readonly L[], sessionEnds: readonly number[]): L[] {
  return lessons.map((lesson) => {
    const first = Date.parse(lesson.firstSeen);
    const sessions = sessionEnds.filter((end) => end >= first).length;
    return earnsLine(lesson, sessions) ? lesson : { ...lesson, told: ON_MATCH };
  });
}

/**
 * Whether the line of a lesson saves what it costs: the tokens that a session is likely to lose without it, against those of the
 * line, which every session pays. `sessions` counts those since it was first seen.
 */
export function earnsLine(lesson: Weighed, sessions: number): boolean {
  if (lesson.status !== 'ready' || !isCounted(lesson)) return true;
  const times = Math.sqrt(Math.max(1, lesson.occurrences) * Math.max(1, lesson.sessions));
  const lostCalls = (lossEachTime(lesson) * times) / (sessions + UNSEEN_SESSIONS);
  // A lesson that no hook can tell in time gets the benefit of the doubt.
  const share = modeOf(lesson.trigger) === 'warn' ? 1 : UNWARNED_SHARE;
  return lostCalls * CALL_TOKENS >= measureBullet({ ...lesson, id: 'L-001' }) * share;
}

/**
 * Whether the frequency of a lesson is known. Lessons from people or other tools are told as those wish: no call shows how often
 * they matter.
 */
function isCounted({ kind, origin, evidence }: Weighed): boolean {
  return kind !== 'preference' && origin === undefined && evidence.some(({ call }) => call !== undefined);
}

/** Added to the sessions that were seen: two mistakes in the first two sessions do not mean one in every session. */
const UNSEEN_SESSIONS = 10;
/** The tokens of a lost call, including those that the log does not show: contents of files, and the model's reasoning. */
const CALL_TOKENS = 600;
const UNWARNED_SHARE = 0.25;
