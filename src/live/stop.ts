import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findLiveClient } from '../agents/live-registry.ts';
import { type NotedSession, notedPath, type ProposedLessons, proposedPath } from '../delivery/journal/noted.ts';
import { toFramedLine } from '../delivery/markdown-safe.ts';
import { code, joinSentences, quotableName, quote, type SafeLine, type Sentence, say } from '../lessons/quotable.ts';
import { hashText } from '../shared/hash.ts';
import { OWN_BEGINNINGS } from '../shared/own-beginnings.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Answer } from './answer.ts';
import type { HookContext } from './hook-context.ts';
import { noteSession } from './note-session.ts';

/**
 * Handles the end of a turn. The session is recorded, because it may contain a lesson. If the user wants to be asked, another
 * process works out what the lesson is; if a person is there to answer, the hook waits for it, so that the agent asks before it
 * hands over its result.
 */
export async function answerStop(visit: HookContext): Promise<Answer | undefined> {
  const { event, project, dataDir } = visit;
  const { live, root } = project.snapshot.header;
  const { agent, session } = event;
  if (live.stop === 'off' || session === '') return undefined;
  const path = notedPath(dataDir, agent, session);
  const known = readJson<NotedSession>(path)?.failures ?? 0;
  const failures = countFailures(visit);
  if (failures === 0 || failures === known) return undefined;
  noteSession(visit, root, failures);
  // A subagent ends in the middle of a turn.
  if (live.stop !== 'ask' || visit.arm === 'held-out' || event.thread !== undefined) return undefined;
  return askAtStop({ ...visit, folders: { data: dataDir } }, startProposing(visit, root, { cwd: project.checkout }));
}

/** Shorter than the timeout that `install` sets for hooks. */
const LONGEST_WAIT_MS = 4_000;

/**
 * Asks in this turn whether to keep the lessons found by then; the next prompt asks about later ones. A turn is made to continue
 * at most once, so that no agent is kept busy by questions.
 */
export async function askAtStop(
  place: Pick<HookContext, 'event' | 'facts' | 'isAttended'> & { folders: { data: string } },
  found: Promise<void>,
): Promise<Answer | undefined> {
  if (!place.isAttended || place.event.isContinued) return undefined;
  const limit = new AbortController();
  const timeout = wait(LONGEST_WAIT_MS, undefined, { signal: limit.signal }).catch(() => {});
  await Promise.race([found, timeout]);
  limit.abort();
  // Claude Code treats context at the end of a turn as a reason to continue. A block would also show the command line of the hook
  // to it.
  return askToKeep(place);
}

/** Returns the question that the agent is to ask with the next prompt. */
export function askWithPrompt({ arm, event, facts, dataDir }: HookContext): Sentence | undefined {
  return arm === 'held-out' ? undefined : askToKeep({ event, facts, folders: { data: dataDir } })?.text;
}

/** Words that lessons could be kept, and how the user can agree. Once for the same lessons. */
export function askToKeep({
  event,
  facts,
  folders,
}: Pick<HookContext, 'event' | 'facts'> & { folders: { data: string } }):
  | Extract<Answer, { kind: 'context' }>
  | undefined {
  const proposed = readJson<ProposedLessons>(proposedPath(folders.data, event.agent, event.session));
  const kept: unknown = proposed?.lessons;
  // A file of another release may contain anything.
  const lessons = Array.isArray(kept)
    ? kept.flatMap((line) => (typeof line === 'string' ? [toFramedLine(line)] : []))
    : [];
  if (lessons.length === 0 || !PLAIN_ID.test(event.session)) return undefined;
  const asked = hashText(lessons.join('\n'));
  if (facts.all.some((fact) => fact.asked === asked)) return undefined;
  facts.add({ asked });
  return { kind: 'context', text: wordQuestion(lessons, event.session) };
}

/** The id becomes part of a command that someone runs. */
const PLAIN_ID = /^[\w-]{1,100}$/;

/** More lessons than this are counted, not named. */
const MOST_NAMED = 5;

function wordQuestion(lessons: readonly SafeLine[], session: string): Sentence {
  const one = lessons.length === 1;
  const name = quotableName(session, 100) ?? quote`SESSION`;
  const capture = quote`hardwon capture --from-session ${name}`;
  const rest = lessons.length > MOST_NAMED ? [say`- and ${lessons.length - MOST_NAMED} more`] : [];
  const lines = [
    say`${OWN_BEGINNINGS.question} what failed in this session could be kept as ${one ? 'a lesson' : say`${lessons.length} lessons`} for later ones.`,
    ...lessons.slice(0, MOST_NAMED).map((line) => say`- ${line}`),
    ...rest,
    say`When the work at hand is done, ask the user once: "Keep ${one ? 'this as a lesson' : 'these as lessons'}? [Y] yes  [N] no  [E] edit". It is the user's choice.`,
    say`[Y]: run ${code(quote`${capture} --yes --human`)}. [N]: do nothing; it is not asked again. [E]: the user runs ${code(capture)} in a terminal.`,
  ];
  return joinSentences(lines, '\n');
}

/** Returns how many calls of a session have failed, if that is more than at the end of the last turn; otherwise 0. */
export function countNewFailures({ event, facts }: Pick<HookContext, 'event' | 'facts'>): number {
  const lastStop = facts.all.findLastIndex((fact) => fact.event === 'stop');
  const { hidesFailures } = findLiveClient(event.agent);
  const isNew = hidesFailures || facts.all.slice(lastStop + 1).some((fact) => fact.failed);
  const failures = isNew ? countFailures({ event, facts }) : 0;
  if (failures > 0 && !hidesFailures) facts.add({ event: 'stop' });
  return failures;
}

/** Counts failures. If a client does not report how commands ended, every turn counts as one that may have failed. */
function countFailures({ event, facts }: Pick<HookContext, 'event' | 'facts'>): number {
  const failed = facts.all.filter((fact) => fact.failed).length;
  if (!findLiveClient(event.agent).hidesFailures) return failed;
  facts.add({ event: 'stop' });
  return failed + facts.all.filter((fact) => fact.event === 'stop').length + 1;
}

/**
 * Starts the process that works out what the session taught, which may outlive this one; resolves when it has ended. Given the
 * number of failed calls, it decides from the configuration whether the session is recorded and asked about.
 */
export function startProposing(
  { event, programs }: Pick<HookContext, 'event' | 'programs'>,
  root: string,
  { cwd, failures }: { cwd: string; failures?: number },
): Promise<void> {
  const script = programs === undefined ? undefined : join(programs, 'propose-lessons.mjs');
  if (script === undefined || !existsSync(script)) return Promise.resolve();
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [script, event.agent, event.session, root, ...(failures === undefined ? [] : [String(failures)])],
      {
        cwd,
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      },
    );
    child.on('error', () => done());
    child.on('exit', () => done());
    child.unref();
  });
}

function readJson<T>(path: string): T | undefined {
  try {
    return existsSync(path) ? (JSON.parse(readRegularSync(path).toString('utf8')) as T) : undefined;
  } catch {
    return undefined;
  }
}
