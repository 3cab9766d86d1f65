import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LessonEntry } from '../../src/delivery/journal/entry.ts';
import { writeJournal } from '../../src/live/journal.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import type { Overview } from '../../src/web/answers/overview.ts';
import type { SessionDetail } from '../../src/web/answers/sessions.ts';
import { clearStages, makeStage, type Stage } from '../e2e/stage.ts';
import { endServers, type ServedStage, serveStage } from './served.ts';

const story = `sessions:
  - start: 2026-03-01T09:00:00Z
    calls:
      - {id: failed, shell: python3 tools/tide.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: fixed, shell: uv run python tools/tide.py, prints: loaded}
  - start: 2026-03-02T09:00:00Z
    calls:
      - {id: stopped, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: right, shell: uv run python tools/load.py, prints: loaded}
`;

let stage: Stage;
let server: ServedStage;
let session: string;
beforeAll(async () => {
  stage = await makeStage(story);
  const { calls = new Map<string, string>(), sessions = [] } = stage.logs ?? {};
  session = sessions[1] ?? '';
  const entry = {
    lesson: 'L-001',
    project: stage.project,
    agent: 'claude-code',
    session,
    at: '2026-03-02T09:00:01.000Z',
  };
  const call = (label: string) => calls.get(label) ?? '';
  const entries: LessonEntry[] = [
    { ...entry, what: 'shown', as: 'session-start' },
    { ...entry, what: 'shown', as: 'denial', call: call('stopped') },
    { ...entry, what: 'followed', as: 'denial', yes: true, call: call('right'), of: call('stopped') },
    { ...entry, what: 'helped', as: 'denial', yes: true, call: call('right'), of: call('stopped') },
    { ...entry, what: 'shown', as: 'asked', lesson: 'L-007', at: '2026-03-02T09:00:06.000Z' },
    // A client that sends hooks no ids of calls.
    {
      ...entry,
      what: 'shown',
      as: 'known-issue',
      call: 'made of it, too',
      lesson: 'L-008',
      at: '2026-03-02T09:00:06.000Z',
    },
    {
      ...entry,
      what: 'shown',
      as: 'advice',
      call: 'made of what was sent',
      lesson: 'L-009',
      at: '2026-03-02T09:30:00.000Z',
    },
    {
      ...entry,
      what: 'shown',
      as: 'advice',
      call: 'x',
      agent: 'codex',
      session: 'other',
      at: '2026-03-05T09:00:00.000Z',
    },
    { ...entry, what: 'mistake', as: 'advice', call: 'x', of: 'x', agent: 'codex', session: 'other' },
    { ...entry, what: 'shown', as: 'denial', call: 'y', session: 'third', project: '/home/ada/elsewhere' },
  ];
  writeJournal(findOwnFolders({ home: stage.home, env: {} }).data, entries);
  server = await serveStage(stage);
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('what hardwon said', () => {
  it('stands at the call that it was about, with the lesson and what came of it', async () => {
    const detail = await server.get<SessionDetail>(`/api/sessions/claude-code/${session}?offset=0&limit=10`);
    const project = detail.about.project;
    const lesson = { project, lesson: 'L-001', title: expect.stringContaining('uv run python') };
    const stopped = { ...lesson, as: 'denial', came: 'prevented', index: 0 };
    expect(detail.told).toEqual([
      { ...lesson, as: 'session-start' },
      stopped,
      { project, lesson: 'L-007', as: 'asked', index: 1 },
      { project, lesson: 'L-008', as: 'known-issue', index: 1 },
      // The session was over by then.
      { project, lesson: 'L-009', as: 'advice' },
    ]);
    expect(detail.calls.map(({ told = [] }) => told.map(({ lesson: id }) => id))).toEqual([
      ['L-001'],
      ['L-007', 'L-008'],
    ]);
    const [first] = stage.logs?.sessions ?? [];
    expect((await server.get<SessionDetail>(`/api/sessions/claude-code/${first}?offset=0&limit=10`)).told).toEqual([]);
  });

  it('is counted on the overview, for the projects, agents and days that are asked for', async () => {
    const live = async (query = '') => (await server.get<Overview>(`/api/overview${query}`)).live;
    expect(await live()).toEqual({
      ...{
        shown: 5,
        stopped: 1,
        asked: 1,
        followed: 1,
        ignored: 0,
        mistakes: 1,
        helped: 1,
        falseAlarms: 0,
        wrongStops: 0,
      },
      ...{ prevented: 1, unknown: 4, opened: 1, withheld: 0 },
    });
    expect(await live('?agent=codex')).toMatchObject({ shown: 1, mistakes: 1, prevented: 0 });
    expect(await live('?since=2026-03-04')).toMatchObject({ shown: 1, stopped: 0 });
    expect(await live('?until=2026-03-02')).toMatchObject({ shown: 4, prevented: 1 });
    expect(await live('?since=2026-04-01')).toBeUndefined();
    expect((await stage.run(['stats', '--json'])).stdout).toContain('"prevented": 1');
  });
});
