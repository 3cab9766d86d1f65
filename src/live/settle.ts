import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { adviceFor, type CallMarks, countShared, hasOneOf, isLike, isOtherValue, markCall } from './call-marks.ts';
import { type LiveCall, readLiveCalls } from './candidates.ts';
import { contradict } from './contradict.ts';
import type { HookCall } from './event.ts';
import type { FollowUp } from './follow-up.ts';
import { type HookContext, noteResult } from './hook-context.ts';
import { judgeOutcome } from './judge-outcome.ts';
import type { HookedCallEnd } from './outcome.ts';

/** Number of calls of the tool that are checked after a lesson was shown: later calls are other work. */
const PATIENCE = 5;

/** Opens follow-ups for lessons that were shown about a call. In a held-out session there is nothing to wait for. */
export function startFollowUps(
  visit: HookContext,
  asked: HookCall,
  lessons: readonly SnapshotLesson[],
  as: FollowUp['as'],
): void {
  if (visit.arm === 'held-out') return;
  const { event, cwd, project } = visit;
  const marks = markCall(asked, readLiveCalls(asked, cwd, event.thread), project.checkout);
  // A stopped call does not run; after a failure it has run.
  const stage = as === 'advice' ? 'shown' : as === 'rewrite' ? 'followed' : 'waiting';
  visit.followUps.keep(
    ...lessons.map(
      ({ id, text, error, conditions }): FollowUp => ({
        lesson: id,
        as,
        tool: asked.name,
        thread: event.thread,
        call: asked.id,
        ...marks,
        advised: adviceFor(text, asked),
        isAboutError: error ? true : undefined,
        hasConditions: conditions ? true : undefined,
        stage,
        next: stage === 'followed' ? asked.id : undefined,
        left: PATIENCE,
      }),
    ),
  );
  if (as === 'rewrite')
    noteResult(
      visit,
      lessons.map(({ id }) => ({ lesson: id, call: asked.id, as })),
      'followed',
      true,
      asked.id,
    );
}

/** Returns the open follow-ups that a call about to be made may decide. */
export function waitingFor(visit: HookContext, asked: HookCall): FollowUp[] {
  return visit.followUps
    .list(visit.event.thread)
    .filter(({ tool, stage }) => tool === asked.name && stage === 'waiting');
}

/** Decides from a call about to be made whether a lesson is followed; `matched` are the lessons whose trigger it matches. */
export function settleBefore(
  visit: HookContext,
  asked: HookCall,
  calls: readonly LiveCall[],
  waiting: readonly FollowUp[],
  matched: readonly SnapshotLesson[],
): void {
  if (waiting.length === 0) return;
  const again = new Set(matched.map(({ id }) => id));
  const marks = markCall(asked, calls, visit.project.checkout);
  // If every such call is stopped, this one is stopped again.
  const isFinal = (id: string) => matched.some((lesson) => lesson.id === id && lesson.own === 'deny');
  for (const followUp of waiting) {
    const { lesson, isAboutError } = followUp;
    const verdict = compare(followUp, asked, marks, again.has(lesson) && !isAboutError);
    if (verdict === 'followed') {
      noteResult(visit, [followUp], 'followed', true, asked.id);
      visit.followUps.keep({ ...followUp, stage: 'followed', next: asked.id });
    } else if (verdict === 'repeated' && followUp.as === 'denial' && !isFinal(lesson)) {
      visit.followUps.keep({ ...followUp, stage: 'repeated', next: asked.id });
    } else if (verdict === 'repeated') {
      noteResult(visit, [followUp], 'followed', false, asked.id);
      visit.followUps.end(followUp);
    } else if (followUp.left > 1) {
      visit.followUps.keep({ ...followUp, left: followUp.left - 1 });
    } else {
      visit.followUps.end(followUp);
    }
  }
}

/** Decides from a call that ended whether a lesson was right about it, or helped. */
export async function settleAfter(visit: HookContext, asked: HookCall, end: HookedCallEnd): Promise<void> {
  const concerned = visit.followUps
    .list(visit.event.thread)
    .filter(({ tool, stage, call, next }) => tool === asked.name && (stage === 'shown' ? call : next) === asked.id);
  if (concerned.length === 0) return;
  const outcome = await judgeOutcome(visit, asked, end);
  for (const followUp of concerned) {
    if (followUp.stage === 'shown' && outcome !== 'ok') {
      if (outcome === 'failed') noteResult(visit, [followUp], 'mistake', true, asked.id);
      visit.followUps.keep({ ...followUp, stage: 'waiting' });
      continue;
    }
    if (followUp.stage === 'followed') {
      if (outcome !== 'unknown') noteResult(visit, [followUp], 'helped', outcome === 'ok', asked.id);
    } else if (outcome === 'ok' || (followUp.stage === 'repeated' && outcome === 'unknown')) {
      noteResult(visit, [followUp], 'false-alarm', true, asked.id);
      // It no longer stops calls. If a client does not report how a call ended, the lesson gets no second chance.
      if (followUp.stage === 'repeated') contradict(visit, followUp.lesson, 'stop', asked.id);
    } else if (outcome === 'failed') {
      noteResult(visit, [followUp], 'mistake', true, asked.id);
      noteResult(visit, [followUp], 'followed', false, asked.id);
    }
    visit.followUps.end(followUp);
  }
}

/**
 * Compares a call with the one a lesson was shown about. Followed: the trigger no longer matches, and the call has code of the
 * lesson that the first one lacked, or is a variant of it. Anything else is other work in between.
 */
function compare(
  { sent, words, advised, hasConditions, isAboutError }: FollowUp,
  asked: HookCall,
  marks: CallMarks,
  isTriggered: boolean,
): 'followed' | 'repeated' | 'other' {
  const isSame = sent === marks.sent;
  // Someone may have logged in meanwhile, or started what was missing: repeating the same call shows neither.
  if (isSame && isAboutError) return 'other';
  // The requirements of conditions may have been met since: then the same call is right.
  if (isTriggered || (isSame && !hasConditions)) return 'repeated';
  const isAdvised = hasOneOf(advised, asked) && countShared(words, marks.words) > 0;
  return isAdvised || isLike(words, marks.words) || isOtherValue(words, marks.words, asked) ? 'followed' : 'other';
}
