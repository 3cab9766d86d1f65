import { diffArrays } from 'diff';
import type { Evidence } from '../lessons/lesson.ts';
import { AppError } from '../shared/errors.ts';
import type { Excerpt } from './answers/sessions.ts';
import type { PicturedProject, Shown } from './picture.ts';
import { findSession, lessonsByCall, type SessionShelf } from './session-answers.ts';
import { describeInput, type JudgedSession, showCall, tidyPaths } from './session-calls.ts';

/** Number of calls shown before a failure, and upper bound for those between it and its fix. */
const CALLS_BEFORE = 1;
const MOST_CALLS = 14;

/** Returns the part of a session that is evidence for a lesson. */
export async function excerptOf(
  evidence: Evidence,
  pictured: PicturedProject,
  shelf: SessionShelf,
  home: string,
): Promise<Excerpt> {
  const { agent, session, at } = evidence;
  const none: Excerpt = { agent, session, at, calls: [], messages: [] };
  const judged = await shelf.judged(agent, session).catch((error: unknown) => {
    // Its log no longer exists, but the lesson does.
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  });
  if (!judged) return none;
  const failed =
    evidence.call === undefined ? placeOfMessage(evidence, judged.messages) : judged.places.get(evidence.call);
  if (failed === undefined) return none;
  const fix = judged.places.get(evidence.fix ?? '');
  const excerpt = cutOut(judged, { failed, fix }, pictured, home);
  // A statement by a person has no failed call of its own.
  return evidence.call === undefined ? { ...none, ...excerpt } : { ...none, failed, ...excerpt };
}

/** Returns a failure of a session with its fix, if that is known, and the differences between the two calls. */
export async function recoveryOf(
  shown: Shown,
  shelf: SessionShelf,
  { agent, session, index, home }: { agent: string; session: string; index: number; home: string },
): Promise<Excerpt> {
  const { pictured } = findSession(shown, agent, session);
  const judged = await shelf.judged(agent, session);
  const one = judged.calls[index];
  if (!one) throw new AppError('not-found', `The session has no call ${index}.`);
  const at = new Date(one.call.at).toISOString();
  return { agent, session, at, failed: index, ...cutOut(judged, { failed: index, fix: one.fixedBy }, pictured, home) };
}

function cutOut(
  { calls, messages }: JudgedSession,
  { failed, fix }: { failed: number; fix: number | undefined },
  pictured: PicturedProject,
  home: string,
): Pick<Excerpt, 'fix' | 'calls' | 'messages' | 'difference'> {
  const from = Math.max(0, failed - CALLS_BEFORE);
  const to = Math.min(calls.length, Math.max(fix ?? 0, failed) + 1);
  const lessons = lessonsByCall(pictured);
  const tidy = tidyPaths(pictured.project, home);
  const shownCalls = calls.slice(from, to).map((each, index) => showCall(each, from + index, lessons, tidy));
  const isNear = (index: number) => index <= failed + MOST_CALLS / 2 || index >= to - MOST_CALLS / 2;
  const [one, other] = [calls[failed], calls[fix ?? -1]];
  return {
    fix,
    calls: shownCalls.filter(({ index }) => isNear(index)),
    messages: messages.filter(({ index }) => index > from && index <= to),
    difference:
      one && other && one.call.tool === other.call.tool
        ? diffWords(tidy(describeInput(one.call)), tidy(describeInput(other.call)))
        : undefined,
  };
}

function placeOfMessage({ at }: Evidence, messages: readonly { index: number; at: string }[]): number | undefined {
  const found = messages.find((message) => message.at >= at);
  return found && Math.max(0, found.index - 1);
}

/** A piece of two texts: in both, only in the first, or only in the second. */
interface DiffPiece {
  text: string;
  change: 'same' | 'removed' | 'added';
}

/** Of longer texts, the beginning is compared: the time grows with the square of the differences. */
const LONGEST = 4000;

/** Returns the differences between two calls, word by word. */
function diffWords(before: string, after: string): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  for (const { value, added, removed } of diffArrays(words(before), words(after))) {
    const change = added ? 'added' : removed ? 'removed' : 'same';
    pieces.push({ text: value.join(''), change });
  }
  return pieces;
}

/** Splits a text into words with their separators; paths and flags are split into their parts. */
function words(text: string): string[] {
  return text.slice(0, LONGEST).match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}
