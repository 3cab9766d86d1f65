import type { Roots } from './failures/recovery/session-view.ts';
import { mineToKeep, readMined } from './lessons/kept-session.ts';
import { type MinedSession, mineSession } from './lessons/mine-session.ts';
import { keyOf, type SessionKey, type SessionSummary, type Span } from './sessions/read.ts';
import { packSessions, type SessionIndex } from './sessions/session-index.ts';

/** Under what name what sessions show is kept, and of which state of the index. */
export interface Keeping {
  /** The program that mines. */
  maker: string;
  /** The state that the sessions are read in. */
  state: string;
}

/** Larger sessions are mined again each time: their text would take more memory than all the rest. */
const MOST_CALLS = 20_000;

/** What each session shows, in order: brought back where it was kept, else mined and kept. Those without calls are left out. */
export async function* mineSessions(
  index: SessionIndex,
  sessions: readonly SessionSummary[],
  roots: Roots,
  span: Span,
  keeping: Keeping | undefined,
): AsyncGenerator<MinedSession> {
  for (const pack of packSessions(sessions.filter(({ calls }) => calls > 0))) {
    const kept = keeping ? await bringBack(index, pack, roots, keeping.maker) : new Map<string, MinedSession>();
    const logs = index.stream(
      pack.filter((session) => !kept.has(keyOf(session))),
      span,
    );
    const made: (SessionKey & { text: string })[] = [];
    for (const { agent, session, calls } of pack) {
      const known = kept.get(keyOf({ agent, session }));
      if (known) {
        yield known;
        continue;
      }
      const { value: log } = await logs.next();
      if (log === undefined || log.calls.length === 0) continue;
      if (keeping && calls <= MOST_CALLS) {
        const { mined, text } = mineToKeep(log, roots);
        made.push({ agent, session, text });
        yield mined;
      } else yield mineSession(log, roots);
    }
    if (keeping) await index.keepMined(made, keeping.maker, keeping.state);
  }
}

async function bringBack(
  index: SessionIndex,
  sessions: readonly SessionKey[],
  roots: Roots,
  maker: string,
): Promise<Map<string, MinedSession>> {
  const found = new Map<string, MinedSession>();
  for (const [key, text] of await index.mined(sessions, maker)) {
    const mined = readMined(text, roots);
    if (mined) found.set(key, mined);
  }
  return found;
}
