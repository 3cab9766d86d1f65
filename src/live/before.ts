import type { LiveSettings, SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { joinSentences } from '../lessons/quotable.ts';
import type { Answer } from './answer.ts';
import { findCandidates, type LiveCall, readLiveCalls } from './candidates.ts';
import type { HookCall } from './event.ts';
import { keepTrue } from './memory-check.ts';
import { wordDenial, wordNote, wordRewrite } from './note.ts';
import { mayMatter, observeFile } from './observe.ts';
import type { Fact } from './session-facts.ts';
import { settleBefore, startFollowUps, waitingFor } from './settle.ts';
import { findUndone, noteRewritten } from './undo-rewrite.ts';
import { noteShown, placeOf, type Visit } from './visit.ts';

/** Lessons that are said about one call. */
const MOST_NOTES = 3;

/** What is said before a call: advice where a sharp trigger matches, once in a session; a denial or another input where that is allowed. */
export async function answerBefore(visit: Visit): Promise<Answer | undefined> {
  const { event, project, facts } = visit;
  const { header } = project.snapshot;
  const [asked] = event.calls;
  if (!asked) return undefined;
  const calls = readLiveCalls(asked, visit.cwd, event.thread);
  const waiting = waitingFor(visit, asked);
  const awaited = new Set(waiting.map(({ lesson }) => lesson));
  const candidates = findCandidates(calls, event.agent, project.snapshot).filter(
    ({ id, mode }) => (mode === 'warn' && maySpeak(event.agent, header.live)) || awaited.has(id),
  );
  const observed = calls.some((call) => mayMatter(call, header.watched));
  // Taking commands apart needs a parser that takes longer to load than all the rest: most calls do without.
  const matcher = candidates.length > 0 || observed ? await import('./match.ts') : undefined;
  const matched = matcher && candidates.length > 0 ? matcher.matchLessons(calls, candidates, placeOf(visit)) : [];
  facts.add(...(await observeCalls(calls, visit)));
  settleBefore(visit, asked, calls, waiting, matched);
  const sharp = matched.filter(({ mode }) => mode === 'warn');
  const warned = keepTrue(sharp, header.memory);
  return warned.length === 0 ? undefined : decide(visit, asked, calls, warned);
}

/** What calls do that conditions ask for, as notes for later hooks. */
export async function observeCalls(calls: readonly LiveCall[], visit: Visit): Promise<Fact[]> {
  const { watched } = visit.project.snapshot.header;
  const matter = calls.filter((call) => mayMatter(call, watched));
  const matcher = matter.length > 0 ? await import('./match.ts') : undefined;
  return calls.flatMap((call) => {
    const fact =
      matcher && matter.includes(call) ? matcher.observeCommand(call, watched, placeOf(visit)) : observeFile(call, watched);
    if (Object.keys(fact).length === 0) return [];
    const { id, thread } = call;
    return [{ id, ...(thread === undefined ? {} : { thread }), ...fact }];
  });
}

/** Gemini CLI drops what is said before a call, but for a denial or another input. */
function maySpeak(agent: string, { mode, denyRepeated }: LiveSettings): boolean {
  return agent !== 'gemini' || mode !== 'advise' || denyRepeated;
}

function decide(
  visit: Visit,
  asked: HookCall,
  calls: readonly LiveCall[],
  matched: readonly SnapshotLesson[],
): Answer | undefined {
  const { live } = visit.project.snapshot.header;
  // What a lesson rewrote has failed: it decides about no more calls.
  const undone = live.mode === 'rewrite' ? findUndone(visit) : new Set<string>();
  const warned = matched.filter(({ id }) => !undone.has(id));
  const told = visit.facts.told(visit.event.thread);
  const fresh = warned.filter(({ id }) => !told.has(id)).slice(0, MOST_NOTES);
  if (live.mode === 'rewrite') {
    const rewritten = rewrite(visit, asked, calls, warned, told);
    if (rewritten) return rewritten;
  }
  const repeated = live.denyRepeated ? warned.find((lesson) => told.has(lesson.id) && isDeniable(lesson)) : undefined;
  const denied = repeated ?? (live.mode === 'advise' ? undefined : fresh.find(isDeniable));
  if (denied) {
    // It does not run: what it would have done did not happen.
    if (visit.arm !== 'held-out') visit.facts.add({ id: asked.id, failed: true });
    show(visit, asked, [denied], 'denial');
    return { kind: 'deny', text: wordDenial(denied, live.denyRepeated) };
  }
  if (fresh.length === 0 || visit.event.agent === 'gemini') return undefined;
  show(visit, asked, fresh, 'advice');
  return { kind: 'context', text: joinSentences(fresh.map(wordNote), '\n') };
}

/** A call is stopped only for what was seen several times and nearly always failed. */
function isDeniable({ confidence, failed, succeeded }: SnapshotLesson): boolean {
  return confidence !== 'low' && failed >= 3 && succeeded * 10 <= failed;
}

/** The same call with the words that work. Only a plain command is touched: in a chain, what comes before may matter. */
function rewrite(
  visit: Visit,
  asked: HookCall,
  [call]: readonly LiveCall[],
  warned: readonly SnapshotLesson[],
  told: ReadonlySet<string>,
): Answer | undefined {
  const command = call?.input.command;
  const { input } = asked;
  if (command === undefined || typeof input !== 'object' || input === null || !('command' in input)) return undefined;
  if (input.command !== command || /[;&|<>()`$\n\\]/.test(command)) return undefined;
  for (const lesson of warned) {
    const { from, to } = lesson.rewrite ?? {};
    if (from === undefined || to === undefined || (command !== from && !command.startsWith(`${from} `))) continue;
    const isNew = !told.has(lesson.id);
    if (isNew) show(visit, asked, [lesson], 'rewrite');
    const changed = { ...input, command: `${to}${command.slice(from.length)}` };
    if (visit.arm !== 'held-out') noteRewritten(visit, asked, lesson, changed);
    return {
      kind: 'rewrite',
      input: changed,
      ...(isNew ? { text: wordRewrite(lesson, from, to) } : {}),
    };
  }
  return undefined;
}

function show(visit: Visit, asked: HookCall, lessons: readonly SnapshotLesson[], as: 'advice' | 'denial' | 'rewrite'): void {
  noteShown(visit, lessons, as, asked.id);
  startFollowUps(visit, asked, lessons, as);
}
