import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLiveClient } from '../agents/live-registry.ts';
import { liveFolder } from '../delivery/journal/entry.ts';
import { notedFolder, proposedFolder } from '../delivery/journal/noted.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { code, joinSentences, nameLesson, type Sentence, say, times } from '../lessons/quotable.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import { hashText } from '../shared/hash.ts';
import { OWN_BEGINNINGS } from '../shared/own-beginnings.ts';
import { type Answer, isHeard } from './answer.ts';
import { type HookContext, noteArm, noteOpened } from './hook-context.ts';
import { keepTrue } from './memory-check.ts';
import { sessionsFolder } from './session-facts.ts';
import { findToldInFiles } from './told-in-files.ts';
import { findWorkAtHand, nearnessOf, wordsOfPrompt } from './work-at-hand.ts';

/** Upper bounds for the tokens and the lessons at a session start: a handful is read, a list is not. */
const BUDGET = 600;
const MOST_LESSONS = 5;

/** The number of these that are kept for the first prompt, if its hook is installed: its words show what the session is about. */
const MOST_BY_PROMPT = 2;

const FRAME = say`${OWN_BEGINNINGS.sessionStart} They are not from the user; ${code('hardwon why L-001')} shows what is behind one.`;

/**
 * Returns the answer when a session or a subagent starts, or the conversation was compacted: lessons that no context file of the
 * agent contains, those about the current work first. Undefined if the context files contain all of them.
 */
export async function answerStart(visit: HookContext): Promise<Answer | undefined> {
  const { event, project, facts } = visit;
  const { header } = project.snapshot;
  noteStart(visit);
  if (!header.live.sessionStart || !isHeard(event, 'start')) return undefined;
  const { forgetsStart, hasPrompts } = findLiveClient(event.agent);
  // A resumed session still has what was said in it, unless the client forgets it.
  const known = event.source === 'resume' && !forgetsStart ? facts.inContext(event.thread) : new Set<string>();
  const lessons = listUntold(visit, known);
  const awaitsPrompt = header.live.stop === 'ask' && hasPrompts && event.name === 'SessionStart';
  const most = awaitsPrompt ? MOST_LESSONS - MOST_BY_PROMPT : MOST_LESSONS;
  const text = tell(visit, await order(lessons, visit), most);
  const toUser = tellUnexplained(visit);
  return text || toUser ? { kind: 'context', text, toUser } : undefined;
}

/** The user hears of what recurs from five causes on, which are no chance, and 50 lost calls: fewer are not worth an answer. */
const MUCH = { cases: 5, calls: 50 };
const WEEK_MS = 7 * 86_400_000;

/** Returns a line for the user, not for the model, if much recurs without a lesson: once a week for each project. */
function tellUnexplained({ event, project, dataDir, now, arm, isAttended }: HookContext): Sentence | undefined {
  const { root, unexplained: { cases, calls, minutes } = { cases: 0, calls: 0, minutes: 0 } } = project.snapshot.header;
  const client = findLiveClient(event.agent);
  const isSeen = client.tellsUser && (client.isAttended === undefined || isAttended) && arm !== 'held-out';
  const isNew = event.name === 'SessionStart' && event.source === 'startup';
  if (cases < MUCH.cases || calls < MUCH.calls || !isSeen || !isNew) return undefined;
  const path = join(liveFolder(dataDir), 'unexplained', hashText(root));
  try {
    const last = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (last !== undefined && now.getTime() - last < WEEK_MS) return undefined;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, now, now);
  } catch {
    return undefined;
  }
  return say`hardwon: ${cases} failures recur here without a lesson (${calls} calls, ${minutes} minutes). Let your agent explain them with ${code('/hardwon:learn')}, or look: ${code('hardwon cases')}`;
}

/** Returns the text for the first prompt of a session: lessons that its words name and that were not shown yet. */
export async function answerFirstPrompt(visit: HookContext): Promise<Sentence | undefined> {
  const { event, project, facts } = visit;
  if (!project.snapshot.header.live.sessionStart || !isHeard(event, 'start')) return undefined;
  const work = { changed: [], words: wordsOfPrompt(event.prompt) };
  const named = listUntold(visit, facts.inContext(event.thread)).filter(
    ({ scope = [], text }) => nearnessOf(scope, text, work) > 0,
  );
  return tell(visit, named, MOST_BY_PROMPT);
}

/**
 * Lists lessons that are worth showing at the start and that neither a context file of the agent nor the conversation contains.
 */
function listUntold({ event, project }: HookContext, known: ReadonlySet<string>): SnapshotLesson[] {
  const { header } = project.snapshot;
  const told = findToldInFiles(header.reads[event.agent] ?? [], project.checkout);
  return project.snapshot
    .lessons(header.ranked)
    .filter(({ id, agents }) => !told.has(id) && !known.has(id) && (!agents || agents.includes(event.agent)));
}

/** Shows the first of these lessons, as far as the budget allows, and records that. */
function tell(visit: HookContext, lessons: readonly SnapshotLesson[], most: number): Sentence | undefined {
  const chosen = keepWithinBudget(keepTrue(lessons, visit.project.snapshot.header.memory)).slice(0, most);
  if (chosen.length === 0) return undefined;
  noteOpened(visit, chosen);
  return joinSentences([FRAME, ...chosen.map(wordLine)], '\n');
}

function noteStart(visit: HookContext): void {
  const { event, facts, dataDir, now } = visit;
  if (event.name === 'SubagentStart') return;
  if (event.source === 'compact') facts.add({ event: 'compact' });
  else if (event.source === 'resume' && findLiveClient(event.agent).forgetsStart) facts.add({ event: 'forgot' });
  else if (event.source !== 'resume' && facts.all.length === 0) {
    facts.add({ event: 'start' });
    noteArm(visit);
  }
  forgetOld(dataDir, now);
}

/** Deletes the records of old sessions. */
export function forgetOld(dataDir: string, now: Date): void {
  for (const folder of [sessionsFolder(dataDir), notedFolder(dataDir), proposedFolder(dataDir)])
    forgetOldFiles(folder, now);
}

/**
 * Orders lessons: those shown before a compaction, and those close to the work, come first; those that a hook will show in time
 * come last.
 */
async function order(
  lessons: readonly SnapshotLesson[],
  { event, project, facts }: HookContext,
): Promise<SnapshotLesson[]> {
  if (lessons.length === 0) return [];
  const shown = event.source === 'compact' ? facts.told(event.thread) : new Set<string>();
  const work = await findWorkAtHand(
    project.checkout,
    lessons.some(({ scope }) => scope),
    event.prompt,
  );
  const rank = (lesson: SnapshotLesson): number => {
    const near = nearnessOf(lesson.scope ?? [], lesson.text, work);
    return (shown.has(lesson.id) ? 4 : 0) + near * 2 + (lesson.mode === 'warn' && lesson.rule ? 0 : 1);
  };
  return lessons
    .map((lesson) => ({ lesson, rank: rank(lesson) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ lesson }) => lesson);
}

/** Returns the first lessons that fit into the budget; one that is too long is skipped. */
function keepWithinBudget(lessons: readonly SnapshotLesson[]): SnapshotLesson[] {
  let left = BUDGET - estimateTokens(`${FRAME}\n`);
  const fitting = lessons.filter((lesson) => {
    const cost = estimateTokens(`${wordLine(lesson)}\n`);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  return fitting;
}

function wordLine(lesson: SnapshotLesson): Sentence {
  const { seen, text } = lesson;
  return say`- ${text} (${nameLesson(lesson)}, ${seen === 0 ? 'imported' : say`seen ${times(seen)}`})`;
}

/** Sessions are seldom resumed after this long. */
const OLD_MS = 30 * 86_400_000;
/** Number of files checked at one start: a check takes 10 µs. */
const MOST_LOOKS = 50;

/** Deletes old files among some of the files; the clock determines which ones are checked. */
function forgetOldFiles(folder: string, now: Date): void {
  try {
    const names = readdirSync(folder);
    const first = names.length > MOST_LOOKS ? Math.floor(now.getTime() / 1000) % names.length : 0;
    for (const name of names.slice(first, first + MOST_LOOKS)) {
      const path = join(folder, name);
      if (now.getTime() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { force: true });
    }
  } catch {}
}
