import type { Roots } from './failures/recovery/session-view.ts';
import { readMined, writeMined } from './lessons/kept-session.ts';
import { type MinedSession, mineSession } from './lessons/mine-session.ts';
import { keyOf, type SessionSummary, type Span } from './sessions/read.ts';
import { packSessions, type SessionIndex } from './sessions/session-index.ts';

/** Under what name what sessions show is kept, and of which state of the index. */
export interface Keeping {
  /** Everything but the session itself that mining it depends on: the program and the roots. */
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
    const kept = keeping ? await index.mined(pack, keeping.maker) : new Map<string, string>();
    const logs = index.stream(
      pack.filter((session) => !kept.has(keyOf(session))),
      span,
    );
    const made: { agent: string; session: string; text: string }[] = [];
    for (const { agent, session, calls } of pack) {
      const text = kept.get(keyOf({ agent, session }));
      if (text !== undefined) {
        yield readMined(text, roots);
        continue;
      }
      const { value: log } = await logs.next();
      if (log === undefined || log.calls.length === 0) continue;
      const mined = mineSession(log, roots);
      if (keeping && calls <= MOST_CALLS) made.push({ agent, session, text: writeMined(mined) });
      yield mined;
    }
    if (keeping) await index.keepMined(made, keeping.maker, keeping.state);
  }
}
