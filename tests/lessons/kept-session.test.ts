import { describe, expect, it } from 'vitest';
import type { Roots } from '../../src/failures/recovery/session-view.ts';
import { distilProject } from '../../src/lessons/distil-project.ts';
import { mineToKeep, readMined } from '../../src/lessons/kept-session.ts';
import type { MinedSession } from '../../src/lessons/mine-session.ts';
import { call, roots } from './story.ts';

const missing = { outcome: 'failed', output: 'sh: 1: python: not found', exitCode: 127 } as const;

/** A session in which `python` is not there, and `python3` is. */
function mineDay(session: string): { mined: MinedSession; text: string } {
  const calls = [
    call(session, 1, { command: 'python tools/tides.py' }, missing),
    call(session, 2, { command: 'python3 tools/tides.py' }, { output: 'high at noon', endedAt: 9 }),
    call(session, 3, { command: 'npm run lint' }, { output: 'all good' }),
    call(session, 4, { path: '/srv/orchard/src/pears.ts' }, { thread: 'helper' }),
  ];
  const messages = [{ session, seq: 5, at: 5, text: 'never use default exports' }];
  return mineToKeep({ agent: 'claude-code', session, calls, messages, statements: [] }, roots);
}

async function* stream(sessions: readonly MinedSession[]) {
  yield* sessions;
}

describe('what is kept of a session', () => {
  const sessions = ['s1', 's2', 's3'].map(mineDay);

  it('teaches what the session itself does', async () => {
    const findings = await distilProject(stream(sessions.map(({ mined }) => mined)));
    expect(findings.lessons.length).toBeGreaterThan(0);
    const kept = sessions.flatMap(({ text }) => readMined(text, roots)?.mined ?? []);
    expect(kept).toHaveLength(3);
    expect(await distilProject(stream(kept))).toEqual(findings);
  });

  it('has no outputs', () => {
    const [first] = sessions;
    expect(first?.mined.claims.length).toBeGreaterThan(0);
    expect(first?.text).not.toMatch(/high at noon|all good/);
  });

  it('holds while the folders of the project say of its paths what they said, and no longer', () => {
    const calls = [
      call('s4', 1, { path: '/srv/orchard/src/pears.ts' }, { outcome: 'failed', output: 'File does not exist.' }),
      call('s4', 2, { path: '/srv/orchard/lib/pears.ts' }),
      call('s4', 3, { command: 'cd /srv/orchard/lib && make' }),
    ];
    const { text } = mineToKeep({ agent: 'claude-code', session: 's4', calls, messages: [], statements: [] }, roots);
    const elsewhere: Roots = {
      relative: (path, cwd) =>
        path.startsWith('/srv/meadow/') ? path.slice('/srv/meadow/'.length) : roots.relative(path, cwd),
      checkout: roots.checkout,
    };
    expect(readMined(text, elsewhere)).toBeDefined();
    const deeper: Roots = {
      relative: (path, cwd) => roots.relative(path, cwd)?.replace(/^src\//, ''),
      checkout: roots.checkout,
    };
    expect(readMined(text, deeper)).toBeUndefined();
    const noCheckout: Roots = { relative: roots.relative, checkout: () => undefined };
    expect(readMined(text, noCheckout)).toBeUndefined();
  });
});
