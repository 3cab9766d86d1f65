import { describe, expect, it } from 'vitest';
import { distilProject } from '../../src/lessons/distil-project.ts';
import { readMined, writeMined } from '../../src/lessons/kept-session.ts';
import { type MinedSession, mineSession } from '../../src/lessons/mine-session.ts';
import { call, roots } from './story.ts';

const missing = { outcome: 'failed', output: 'sh: 1: python: not found', exitCode: 127 } as const;

/** A session in which `python` is not there, and `python3` is. */
function mineDay(session: string): MinedSession {
  const calls = [
    call(session, 1, { command: 'python tools/tides.py' }, missing),
    call(session, 2, { command: 'python3 tools/tides.py' }, { output: 'high at noon', endedAt: 9 }),
    call(session, 3, { command: 'npm run lint' }, { output: 'all good' }),
    call(session, 4, { path: '/srv/orchard/src/pears.ts' }, { thread: 'helper' }),
  ];
  const messages = [{ session, seq: 5, at: 5, text: 'never use default exports' }];
  return mineSession({ agent: 'claude-code', session, calls, messages }, roots);
}

async function* stream(sessions: readonly MinedSession[]) {
  yield* sessions;
}

describe('what is kept of a session', () => {
  const sessions = ['s1', 's2', 's3'].map(mineDay);

  it('teaches what the session itself does', async () => {
    const findings = await distilProject(stream(sessions));
    expect(findings.lessons.length).toBeGreaterThan(0);
    const kept = sessions.map((session) => readMined(writeMined(session), roots));
    expect(await distilProject(stream(kept))).toEqual(findings);
  });

  it('has no outputs', () => {
    const [first] = sessions;
    expect(first?.claims.length).toBeGreaterThan(0);
    expect(first && writeMined(first)).not.toMatch(/high at noon|all good/);
  });
});
