import { type Contradiction, contradictionsPath, readContradictions } from '../delivery/journal/contradictions.ts';
import { FULL_REWRITTEN, type RewrittenCall, rewrittenPaths } from '../delivery/journal/rewritten.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import type { Sentence } from '../lessons/quotable.ts';
import { redactId } from '../redaction/redact-id.ts';
import { appendLines, moveAside, sizeOf } from './append-line.ts';
import { type HookCall, makeId } from './event.ts';
import { type HookContext, noteUndone } from './hook-context.ts';
import { judgeOutcome } from './judge-outcome.ts';
import { wordUndone } from './note.ts';
import type { HookedCallEnd } from './outcome.ts';

/**
 * Records that a call is rewritten, and returns whether it could: the outcome of the call decides whether others will be
 * rewritten, and its log must not be taken for a run of the words that were sent.
 */
export function noteRewritten(
  visit: HookContext,
  asked: HookCall,
  { id: lesson }: SnapshotLesson,
  input: object,
): boolean {
  const { event, facts, dataDir, now } = visit;
  const [path, before] = rewrittenPaths(dataDir);
  if (sizeOf(path) > FULL_REWRITTEN) moveAside(path, before);
  const at = now.toISOString();
  const ours = { session: redactId(event.session), call: redactId(asked.id) };
  const noted: RewrittenCall = { at, lesson, agent: event.agent, ...ours };
  // A client without ids reports the end of the call with the input that it got from us.
  const ids = [...new Set([asked.id, makeId(asked.name, input)])];
  return appendLines(path, [noted]) && facts.add(...ids.map((id) => ({ id, rewrote: lesson })));
}

/**
 * Finds the lessons that were wrong about a call, in this session or since the snapshot was written: the snapshot has the earlier
 * ones.
 */
export function findContradicted({ facts, dataDir, project: { snapshot } }: HookContext): Set<string> {
  const here = facts.all.flatMap(({ undone = [] }) => undone);
  const known = readContradictions(dataDir, snapshot.header.root).values();
  const since = [...known].filter(({ at }) => Date.parse(at) >= snapshot.writtenAt);
  return new Set([...here, ...since.map(({ lesson }) => lesson)]);
}

/** Records that a lesson was wrong: it no longer stops or rewrites calls by itself in any session. */
export function contradict(visit: HookContext, lesson: string, as: Contradiction['as'], call: string): void {
  const { event, facts, project, dataDir, now } = visit;
  facts.add({ undone: [lesson] });
  const { root } = project.snapshot.header;
  const noted: Contradiction = {
    ...{ as, at: now.toISOString(), project: root, lesson },
    ...{ agent: event.agent, session: redactId(event.session), call: redactId(call) },
  };
  appendLines(contradictionsPath(dataDir), [noted]);
}

/** Disables rewriting for a lesson whose rewritten call failed. Returns the note for the agent. */
export async function undoFailedRewrite(
  visit: HookContext,
  call: HookCall,
  end: HookedCallEnd,
): Promise<Sentence | undefined> {
  const { facts } = visit;
  if (end.outcome === 'ok') return undefined;
  const lesson = facts.all.find(({ id, rewrote }) => id === call.id && rewrote !== undefined)?.rewrote;
  if (
    lesson === undefined ||
    findContradicted(visit).has(lesson) ||
    (await judgeOutcome(visit, call, end)) !== 'failed'
  )
    return undefined;
  contradict(visit, lesson, 'rewrite', call.id);
  noteUndone(visit, lesson, call.id);
  return wordUndone(lesson);
}
