import { findLiveClient } from '../agents/live-registry.ts';
import { chooseMode, type LessonMode } from '../delivery/snapshot/choose-mode.ts';
import type { SnapshotLesson, WatchedFacts } from '../delivery/snapshot/snapshot.ts';
import { joinSentences } from '../lessons/quotable.ts';
import { MAY_WRITE } from '../lessons/triggers/may-write.ts';
import { indexedWords } from '../lessons/word-index.ts';
import { joinPath } from '../shared/paths.ts';
import { type Answer, isHeard } from './answer.ts';
import { findCandidates, type LiveCall, readLiveCalls } from './candidates.ts';
import { findContradicted, noteRewritten } from './contradict.ts';
import type { HookCall } from './event.ts';
import { type HookContext, noteShown, placeOf } from './hook-context.ts';
import { keepTrue } from './memory-check.ts';
import { wordDenial, wordNote, wordRewrite } from './note.ts';
import type { Fact } from './session-facts.ts';
import { settleBefore, startFollowUps, waitingFor } from './settle.ts';

/** Upper bound for the lessons shown about one call. */
const MOST_NOTES = 3;

/**
 * Returns the answer before a call whose trigger matches, once in a session: a note, a stop or a changed input, as the lesson
 * allows.
 */
export async function answerBefore(visit: HookContext): Promise<Answer | undefined> {
  const { event, project, facts } = visit;
  const { header } = project.snapshot;
  const [asked] = event.calls;
  if (!asked) return undefined;
  const calls = readLiveCalls(asked, visit.cwd, event.thread);
  const waiting = waitingFor(visit, asked);
  const awaited = new Set(waiting.map(({ lesson }) => lesson));
  const candidates = findCandidates(calls, event.agent, project.snapshot).filter(
    (lesson) => modeFor(lesson, visit) !== 'note' || awaited.has(lesson.id),
  );
  const observed = calls.some((call) => mayMatter(call, header.watched));
  // Parsing commands needs a parser that takes longer to load than all the rest: most calls do without it.
  const matcher = candidates.length > 0 || observed ? await import('./match.ts') : undefined;
  const matched = matcher && candidates.length > 0 ? matcher.matchLessons(calls, candidates, placeOf(visit)) : [];
  facts.add(...(await observeCalls(calls, visit)));
  settleBefore(visit, asked, calls, waiting, matched);
  const sharp = matched.filter((lesson) => modeFor(lesson, visit) !== 'note');
  const warned = keepTrue(sharp, header.memory);
  return warned.length === 0 ? undefined : decide(visit, asked, calls, warned);
}

/** Observes the actions of calls that conditions ask about, as facts for later hooks. */
export async function observeCalls(calls: readonly LiveCall[], visit: HookContext): Promise<Fact[]> {
  const { watched } = visit.project.snapshot.header;
  const matter = calls.filter((call) => mayMatter(call, watched));
  const matcher = matter.length > 0 ? await import('./match.ts') : undefined;
  return calls.flatMap((call) => {
    const fact =
      matcher && matter.includes(call)
        ? matcher.observeCommand(call, watched, placeOf(visit))
        : observeFile(call, watched);
    if (Object.keys(fact).length === 0) return [];
    const { id, thread } = call;
    return [{ id, thread, ...fact }];
  });
}

/**
 * Returns the mode of a lesson for a call. Some clients drop everything said before a call, except a denial or a changed input.
 */
function modeFor(lesson: SnapshotLesson, { event, project }: HookContext): LessonMode {
  const mode = chooseMode(lesson, project.snapshot.header.live.mode);
  return mode === 'warn' && !isHeard(event, 'before') ? 'note' : mode;
}

function decide(
  visit: HookContext,
  asked: HookCall,
  calls: readonly LiveCall[],
  matched: readonly SnapshotLesson[],
): Answer | undefined {
  const told = visit.facts.told(visit.event.thread);
  const contradicted = matched.some((lesson) => IMPOSING.has(modeFor(lesson, visit)))
    ? findContradicted(visit)
    : new Set<string>();
  const isWrong = ({ id }: SnapshotLesson) => contradicted.has(id);
  const mode = (lesson: SnapshotLesson) =>
    modeFor(isWrong(lesson) ? { ...lesson, isContradicted: true } : lesson, visit);
  // A lesson whose rewritten call failed no longer decides about calls.
  const asks = matched.filter((lesson) => !(isWrong(lesson) && lesson.own === 'rewrite'));
  const rewriting = !findLiveClient(visit.event.agent).refusesInput
    ? asks.filter((lesson) => mode(lesson) === 'rewrite')
    : [];
  const rewritten = rewrite(visit, asked, calls, rewriting, told);
  if (rewritten) return rewritten;
  const fresh = asks.filter(({ id }) => !told.has(id));
  const denied = asks.find((lesson) => mode(lesson) === 'deny') ?? fresh.find((lesson) => STOPPING.has(mode(lesson)));
  if (denied && stop(visit, asked, denied, mode(denied) === 'deny'))
    return { kind: 'deny', text: wordDenial(denied, mode(denied) === 'deny') };
  if (fresh.length === 0 || !isHeard(visit.event, 'before')) return undefined;
  const said = fresh.slice(0, MOST_NOTES);
  show(visit, asked, said, 'advice');
  return { kind: 'context', text: joinSentences(said.map(wordNote), '\n') };
}

/** Modes that do more than say something; a call that should be rewritten but cannot be is stopped. */
const STOPPING: ReadonlySet<LessonMode> = new Set(['stop', 'rewrite']);
const IMPOSING: ReadonlySet<LessonMode> = new Set(['stop', 'deny', 'rewrite']);

/**
 * Records that a call is stopped, and returns whether it is. If that cannot be recorded, the call is not stopped: the same call
 * would be stopped again and again, unless that is what the user wants.
 */
function stop(visit: HookContext, asked: HookCall, lesson: SnapshotLesson, isFinal: boolean): boolean {
  const { event, facts } = visit;
  if (!isFinal && (event.session === '' || facts.isFull)) return false;
  if (!show(visit, asked, [lesson], 'denial') && !isFinal) return false;
  // It does not run: its effects did not happen.
  if (visit.arm !== 'held-out') facts.add({ id: asked.id, failed: true });
  return true;
}

/**
 * Returns the same call with the words that work. Only a plain command is changed: in a chain, the commands before it may matter.
 */
function rewrite(
  visit: HookContext,
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
    const changed = { ...input, command: `${to}${command.slice(from.length)}` };
    // If it cannot be recorded, the call is not changed: its end would be attributed to the words that were sent.
    if (visit.arm !== 'held-out' && !noteRewritten(visit, asked, lesson, changed)) return undefined;
    if (isNew) show(visit, asked, [lesson], 'rewrite');
    return {
      kind: 'rewrite',
      input: changed,
      text: isNew ? wordRewrite(lesson, from, to) : undefined,
    };
  }
  return undefined;
}

/** Records what is shown, and starts following it up. Returns whether it could be recorded. */
function show(
  visit: HookContext,
  asked: HookCall,
  lessons: readonly SnapshotLesson[],
  as: 'advice' | 'denial' | 'rewrite',
): boolean {
  const isNoted = noteShown(visit, lessons, as, asked.id);
  startFollowUps(visit, asked, lessons, as);
  return isNoted;
}

/** Whether a shell call may do something that a condition asks about: only then it is parsed. */
function mayMatter({ input: { command } }: LiveCall, { words, anyCommand, writes }: WatchedFacts): boolean {
  if (command === undefined) return false;
  if (anyCommand || (writes && MAY_WRITE.test(command))) return true;
  if (words.length === 0) return false;
  const own = new Set(indexedWords(command));
  return words.some((word) => own.has(word));
}

/** Returns the file that a call of a file tool reads or writes, if some condition asks about it. */
function observeFile({ tool, input: { path, command }, cwd }: LiveCall, { reads, writes }: WatchedFacts): Fact {
  if (path === undefined || command !== undefined) return {};
  const file = joinPath(cwd ?? '', path);
  if (tool === 'read' && reads) return { read: file };
  return (tool === 'edit' || tool === 'write') && (reads || writes) ? { edited: file } : {};
}
