import type { Restate } from '../../delivery/journal/restate.ts';
import { KnownErrors } from '../../failures/error-lines.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import { mineToKeep, readMined } from '../../lessons/kept-session.ts';
import { type MinedSession, mineSession } from '../../lessons/mine-session.ts';
import { keyOf, type SessionKey, type SessionSummary, type TimeSpan } from '../../sessions/read.ts';
import { packSessions, type SessionIndex } from '../../sessions/session-index.ts';

/** The key under which mined sessions are cached, and the state of the index they belong to. */
export interface Keeping {
  /** The version of the program that mines. */
  maker: string;
  /** The state of the index when the sessions are read. */
  state: string;
}

/** Options for reading sessions. */
export interface MinedReading {
  /** The period to read. */
  span: TimeSpan;
  /** Rewrites a log before it is mined. */
  restate: Restate;
}

/** Larger sessions are mined again each time: their text would take more memory than all the others together. */
const MOST_CALLS = 20_000;

/**
 * Yields each session mined, in order: from the cache if it is there, else mined now and cached. Sessions without calls are left
 * out.
 *
 * This takes two passes. A line known as an error from one session can reveal in another that a call failed although a pipe
 * swallowed its exit code. The second pass mines only the sessions that this concerns.
 */
export async function* mineSessions(
  index: SessionIndex,
  sessions: readonly SessionSummary[],
  roots: Roots,
  reading: MinedReading,
  keeping: Keeping | undefined,
): AsyncGenerator<MinedSession> {
  const looked: Looked[] = [];
  for (const pack of packSessions(sessions.filter(({ calls }) => calls > 0))) {
    looked.push(...(await lookAt(index, pack, roots, reading, keeping)));
  }
  const known = new KnownErrors();
  for (const { mined } of looked) known.add(mined.errors);
  const deaf = looked.filter(({ mined, heard }) => known.among(mined.errors.open).join() !== heard.join());
  const again = new Map<string, MinedSession>();
  for (const pack of packSessions(deaf.map(({ summary }) => summary))) {
    const made: (SessionKey & { text: string })[] = [];
    for await (const log of index.stream(pack, reading.span)) {
      const { agent, session } = log;
      const { mined, text } = mineToKeep(reading.restate(log), roots, known);
      again.set(keyOf({ agent, session }), mined);
      if (log.calls.length <= MOST_CALLS) made.push({ agent, session, text });
    }
    if (keeping) await index.keepMined(made, keeping.maker, keeping.state);
  }
  for (const { summary, mined } of looked)
    yield { ...(again.get(keyOf(summary)) ?? mined), client: { agent: summary.agent, version: summary.version } };
}

/** A mined session, and the lines that were known to be errors when it was mined. */
interface Looked {
  summary: SessionSummary;
  mined: MinedSession;
  heard: readonly string[];
}

async function lookAt(
  index: SessionIndex,
  pack: readonly SessionSummary[],
  roots: Roots,
  reading: MinedReading,
  keeping: Keeping | undefined,
): Promise<Looked[]> {
  const looked: Looked[] = [];
  const kept = keeping ? await bringBack(index, pack, roots, keeping.maker) : new Map<string, Omit<Looked, 'summary'>>();
  const logs = index.stream(
    pack.filter((session) => !kept.has(keyOf(session))),
    reading.span,
  );
  const made: (SessionKey & { text: string })[] = [];
  for (const summary of pack) {
    const { agent, session, calls } = summary;
    const before = kept.get(keyOf({ agent, session }));
    if (before) {
      looked.push({ summary, ...before });
      continue;
    }
    const { value: read } = await logs.next();
    if (read === undefined || read.calls.length === 0) continue;
    const log = reading.restate(read);
    if (keeping && calls <= MOST_CALLS) {
      const { mined, text } = mineToKeep(log, roots);
      made.push({ agent, session, text });
      looked.push({ summary, mined, heard: [] });
    } else {
      // The views hold the outputs of all calls, so they must not be kept until every session is mined.
      const { views: _, ...mined } = mineSession(log, roots);
      looked.push({ summary, mined, heard: [] });
    }
  }
  if (keeping) await index.keepMined(made, keeping.maker, keeping.state);
  return looked;
}

async function bringBack(
  index: SessionIndex,
  sessions: readonly SessionKey[],
  roots: Roots,
  maker: string,
): Promise<Map<string, Omit<Looked, 'summary'>>> {
  const found = new Map<string, Omit<Looked, 'summary'>>();
  for (const [key, text] of await index.mined(sessions, maker)) {
    const kept = readMined(text, roots);
    if (kept) found.set(key, kept);
  }
  return found;
}
