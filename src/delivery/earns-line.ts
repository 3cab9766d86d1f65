import { type Lesson, ON_MATCH } from '../lessons/lesson.ts';
import { modeOf } from '../lessons/triggers/mode.ts';
import { lossEachTime } from './budget.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { renderBullet } from './render.ts';

/** A lesson that memory may not have numbered yet. */
type Weighed = Omit<Lesson, 'id'>;

/**
 * Marks the lessons whose line in a context file would cost more than it saves: those are told by hooks, `consult` and the MCP server, when
 * they match. `sessionEnds` are the ends of all sessions that the lessons were found in, in milliseconds. Decision 0039 gives the reasons.
 */
export function spareLines<L extends Weighed>(lessons: readonly L[], sessionEnds: readonly number[]): L[] {
  return lessons.map((lesson) => {
    const first = Date.parse(lesson.firstSeen);
    const sessions = sessionEnds.filter((end) => end >= first).length;
    return earnsLine(lesson, sessions) ? lesson : { ...lesson, told: ON_MATCH };
  });
}

/**
 * Whether the line of a lesson saves what it costs: the tokens that a session is likely to lose for want of it, against those of the line, which every
 * session pays. `sessions` are those since it was first seen.
 */
export function earnsLine(lesson: Weighed, sessions: number): boolean {
  if (lesson.status !== 'ready' || !isCounted(lesson)) return true;
  const times = Math.sqrt(Math.max(1, lesson.occurrences) * Math.max(1, lesson.sessions));
  const lostCalls = (lossEachTime(lesson) * times) / (sessions + UNSEEN_SESSIONS);
  // What no hook can say in time is given the benefit of the doubt.
  const share = modeOf(lesson.trigger) === 'warn' ? 1 : UNWARNED_SHARE;
  return lostCalls * CALL_TOKENS >= estimateTokens(`${renderBullet({ ...lesson, id: 'L-001' })}\n`) * share;
}

/** What people said or other tools found is told as they wish: no call says how often it comes up. */
function isCounted({ kind, origin, evidence }: Weighed): boolean {
  return kind !== 'preference' && origin === undefined && evidence.some(({ call }) => call !== undefined);
}

/** Put to the sessions that were seen: two mistakes in the first two sessions do not mean one in every session. */
const UNSEEN_SESSIONS = 10;
/** A lost call, with what the log does not show of it: contents of files, and what the model thought. */
const CALL_TOKENS = 600;
const UNWARNED_SHARE = 0.25;
