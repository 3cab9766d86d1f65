import type { Restate } from '../../delivery/journal/restate.ts';
import { KnownErrors } from '../../failures/error-lines.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import { mineToKeep, readMined } from '../../lessons/kept-session.ts';
import { type MinedSession, mineSession } from '../../lessons/mine-session.ts';
import { keyOf, type SessionKey, type SessionSummary, type TimeSpan } from '../../sessions/read.ts';
import { packSessions, type SessionIndex } from '../../sessions/session-index.ts';

/** Under what name what sessions show is kept, and of which state of the index. */
export interface Keeping {
  /** The program that mines. */
  maker: string;
  /** The state that the sessions are read in. */
  state: string;
}

/** How sessions are read. */
export interface MinedReading {
  /** Which part of them. */
  span: TimeSpan;
  /** What becomes of a log before it is mined. */
  restate: Restate;
}

/** Larger sessions are mined again each time: their text would take more memory than all the rest. */
const MOST_CALLS = 20_000;

/**
 * What each session shows, in order: brought back where it was kept, else mined and kept. Those without calls are left out.
 *
 * Sessions are looked at twice. A line that one session shows to be an error tells another one that a call failed whose status a pipe
 * swallowed; only sessions that this concerns are mined again.
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

/** What a session shows, and the lines that were known to be errors when it was mined. */
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
      // The outputs of all calls are in the views: they must not be held until every session was looked at.
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
