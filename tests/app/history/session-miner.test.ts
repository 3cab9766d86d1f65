import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type MinedText, SessionMiner } from '../../../src/app/history/session-miner.ts';
import type { MinedSession } from '../../../src/lessons/mine-session.ts';
import type { Project } from '../../../src/sessions/projects/project.ts';
import { openIndex, type SessionIndex } from '../../../src/sessions/session-index.ts';
import { LogBuilder } from '../../agents/claude-code/log.ts';
import { Home, removeHomes } from '../../sessions/home.ts';

afterAll(removeHomes);

let home: Home;

beforeEach(() => {
  home = new Home();
  for (let number = 1; number <= 9; number++) {
    const log = Object.assign(new LogBuilder(), { session: `6f1c2e7a-0000-4000-8000-00000000000${number}` });
    log.user(`Build number ${number}`).shell(`a${number}`, `make step-${number}`, 'done');
    log
      .use(`b${number}`, 'Bash', { command: 'make all' })
      .fail(`b${number}`, 'Exit code 2\nmake: *** No rule to make target all');
    home.write(log);
  }
});

/** What is mined, and what was kept of it. */
async function mine() {
  const index = await openIndex(home.database);
  try {
    await index.refresh(home.options());
    return await mineIn(index);
  } finally {
    index.close();
  }
}

async function mineIn(index: SessionIndex) {
  const sessions = await index.sessions();
  const project: Project = {
    id: 'harbour',
    name: 'harbour',
    root: '/home/dev/harbour',
    folders: ['/home/dev/harbour'],
    remotes: [],
    exists: false,
    container: false,
    sessions: sessions.map(({ session }) => session),
  };
  const kept: MinedText[] = [];
  const keep = (texts: readonly MinedText[]) => void kept.push(...texts);
  const miner = new SessionMiner({
    index,
    span: {},
    restate: (log) => log,
    maker: 'test',
    keep,
  });
  const mined: Omit<MinedSession, 'roots'>[] = [];
  for await (const { roots: _, ...session } of miner.mine(project, sessions)) mined.push(session);
  return { mined, kept: kept.sort((a, b) => (a.session < b.session ? -1 : 1)) };
}

describe('mining sessions', () => {
  it('gives every session in order, and keeps each once', async () => {
    const { mined, kept } = await mine();
    expect(mined.map(({ threads }) => threads[0]?.session.at(-1))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
    expect(mined.every(({ figures }) => figures.failures === 1)).toBe(true);
    expect(kept.map(({ session }) => session.at(-1))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('remembers of a very long session only that it was mined', async () => {
    const log = Object.assign(new LogBuilder(), { session: '6f1c2e7a-0000-4000-8000-000000000010' });
    for (let call = 0; call <= 20_000; call++) log.shell(`long-${call}`, 'ls', 'a');
    home.write(log);
    const { mined, kept } = await mine();
    expect(mined).toHaveLength(10);
    expect(kept.filter(({ text }) => text === '').map(({ session }) => session)).toEqual([log.session]);
  });
});
