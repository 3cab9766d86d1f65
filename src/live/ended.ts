import { findLiveClient } from '../agents/live-registry.ts';
import { keysOfError } from '../delivery/snapshot/keys.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { joinSentences, type Sentence } from '../lessons/quotable.ts';
import { type Answer, isHeard } from './answer.ts';
import { observeCalls } from './before.ts';
import { findCandidates, findLessons, readLiveCalls } from './candidates.ts';
import { undoFailedRewrite } from './contradict.ts';
import type { HookCall } from './event.ts';
import { type HookContext, noteKnownFailure, noteShown, placeOf } from './hook-context.ts';
import { wordNote } from './note.ts';
import { noteFailedCalls } from './note-session.ts';
import { type HookedCallEnd, readEnd } from './outcome.ts';
import { settleAfter, startFollowUps } from './settle.ts';

/** How much of each end of an answer is searched for words that find a lesson; errors are at its beginning or its end. */
const EDGE = 4_000;

/** An error longer than this is left to the client, if a note would have to replace it. */
const LONGEST_ORIGINAL = 30_000;

/**
 * Returns the answer after calls ended: for a failed one, the known issues about such failures; three lessons at most, none twice
 * in a session.
 */
export async function answerEnded(visit: HookContext): Promise<Answer | undefined> {
  const { event, facts } = visit;
  const ends = event.calls.map((call) => ({ call, end: readEnd(event, call) }));
  if (event.moment === 'batch') await observeUnseen(visit);
  const failed = ends.filter(({ end }) => end.outcome === 'failed');
  facts.add(...failed.map(({ call: { id } }) => ({ id, failed: true as const })));
  const { live, root, watched } = visit.project.snapshot.header;
  // If the agent asks, the end of the turn records it.
  if (live.stop === 'candidates') noteFailedCalls(visit, root, ends);
  if (watched.running) facts.add(...ends.map(({ call: { id } }) => ({ id, ended: true as const })));
  for (const { call, end } of ends) await settleAfter(visit, call, end);
  if (visit.arm !== undefined) await compareFailures(visit, ends);
  const isTelling = live.failures && isHeard(event, 'after');
  const told = facts.told(event.thread);
  for (const { call, end } of ends) {
    const issues = isTelling ? await findIssues(visit, call, end, ({ id }) => !told.has(id)) : [];
    const undone = await undoFailedRewrite(visit, call, end);
    const other = isTelling && issues.length === 0 ? await lookFurther(visit, call, end) : undefined;
    if (issues.length === 0 && undone === undefined && other === undefined) continue;
    const { dropsFailureNotes } = findLiveClient(event.agent);
    if (dropsFailureNotes && end.text.length > LONGEST_ORIGINAL) return undefined;
    noteShown(visit, issues, 'known-issue', call.id);
    startFollowUps(visit, call, issues, 'known-issue');
    const own = [undone, other].filter((sentence) => sentence !== undefined);
    const text = joinSentences([...own, ...issues.map(wordNote)], '\n');
    return dropsFailureNotes && end.outcome === 'failed'
      ? { kind: 'error', text, original: end.text }
      : { kind: 'context', text };
  }
  return undefined;
}

/**
 * Returns a note on a failure that no lesson is about: that it recurs, and where it was last seen; once such a call works, that
 * its fix can be saved. Each once in a session.
 */
async function lookFurther(visit: HookContext, asked: HookCall, end: HookedCallEnd): Promise<Sentence | undefined> {
  const { unsolved = [] } = visit.project.snapshot.header;
  if (unsolved.length === 0) return undefined;
  const { event, facts, cwd } = visit;
  const [call] = readLiveCalls(asked, cwd, event.thread);
  const met = facts.all.find((fact) => fact.unsolved !== undefined)?.unsolved;
  if (!call || (end.outcome === 'ok' && (met === undefined || facts.all.some(({ solved }) => solved))))
    return undefined;
  const { findUnsolvedNote, isOfProgram, wordSolved, wordUnsolved } = await import('./unsolved.ts');
  if (end.outcome === 'ok') {
    if (met === undefined || !isOfProgram(call, met)) return undefined;
    facts.add({ solved: true });
    return wordSolved(met);
  }
  const found = met === undefined ? findUnsolvedNote(call, end, unsolved) : undefined;
  if (found) facts.add({ unsolved: found.program });
  return found && wordUnsolved(found);
}

/** Records every failure that a lesson is about when sessions are compared, whether or not the lesson was shown. */
async function compareFailures(
  visit: HookContext,
  ends: readonly { call: HookCall; end: HookedCallEnd }[],
): Promise<void> {
  for (const { call, end } of ends) {
    const [issue] = await findIssues(visit, call, end, () => true);
    if (issue) noteKnownFailure(visit, issue, call.id);
  }
}

/**
 * Observes calls that no hook saw before they ran: those that fail validation, and those of tools that the hook is not declared
 * for.
 */
async function observeUnseen(visit: HookContext): Promise<void> {
  const { event, facts, cwd } = visit;
  const { reads, writes, commands } = visit.project.snapshot.header.watched;
  if (!reads && !writes && commands.length === 0) return;
  const seen = new Set(facts.all.map(({ id }) => id));
  const unseen = event.calls.filter(({ id }) => !seen.has(id));
  facts.add(
    ...(await observeCalls(
      unseen.flatMap((call) => readLiveCalls(call, cwd, event.thread)),
      visit,
    )),
  );
}

/** Finds the lessons about a failed call, among those that are wanted. */
async function findIssues(
  visit: HookContext,
  call: HookCall,
  end: HookedCallEnd,
  isWanted: (lesson: SnapshotLesson) => boolean,
): Promise<SnapshotLesson[]> {
  if (end.outcome === 'ok') return [];
  const { event, project } = visit;
  const { snapshot } = project;
  const text = end.text.length > 2 * EDGE ? `${end.text.slice(0, EDGE)}\n${end.text.slice(-EDGE)}` : end.text;
  const calls = readLiveCalls(call, visit.cwd, event.thread);
  const byError = findLessons(keysOfError(text), event.agent, snapshot);
  const wanted = [...byError, ...findCandidates(calls, event.agent, snapshot)].filter(isWanted);
  if (wanted.length === 0) return [];
  const { matchKnownIssues } = await import('./known-issues.ts');
  return matchKnownIssues({ calls, outcome: end.outcome, text }, wanted, placeOf(visit));
}
