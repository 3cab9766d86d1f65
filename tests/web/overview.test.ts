import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PastRun } from '../../src/loop/run/history.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import type { Overview } from '../../src/web/answers/overview.ts';
import { clearStages, makeStage } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';
import { endServers, serveStage } from './served.ts';

afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('the learning loop on the overview', () => {
  it('counts the tasks of the projects and the days that are asked for', async () => {
    const stage = await makeStage(oneLesson);
    const { data } = findOwnFolders({ home: stage.home, env: {} });
    await remember(data, [
      past('one', {
        root: stage.project,
        at: '2026-03-01T10:00:00Z',
        status: 'passed',
        firstPassed: true,
        costUsd: 0.25,
      }),
      past('two', {
        root: stage.project,
        at: '2026-03-02T10:00:00Z',
        status: 'passed',
        attempts: 2,
        passedAttempts: 1,
        rules: [
          { category: 'prerequisite', verdict: 'helped' },
          { category: 'prerequisite', verdict: 'no-help' },
        ],
        unpriced: 1,
      }),
      past('elsewhere', { root: join(stage.home, 'orchard'), at: '2026-03-02T10:00:00Z', status: 'failed' }),
    ]);
    const server = await serveStage(stage);
    const asked = async (query: string) => (await server.get<Overview>(`/api/overview${query}`)).loop;
    expect(await asked('')).toMatchObject({ runs: 3, passed: 2, passedAtOnce: 1, passedLater: 1 });
    const project = server.picture.shown.projects[0]?.project.id;
    expect(await asked(`?project=${project}`)).toMatchObject({
      runs: 2,
      rules: { made: 2, helped: 1, byCategory: [{ category: 'prerequisite', made: 2, helped: 1 }] },
      costUsd: 0.25,
      unpriced: 1,
    });
    expect(await asked('?since=2026-03-02')).toMatchObject({ runs: 2, passedAtOnce: 0 });
    expect(await asked('?until=2026-03-01')).toMatchObject({ runs: 1, passedAtOnce: 1 });
    // The history has it as `claude`, as earlier releases wrote it.
    expect(await asked('?agent=claude-code')).toEqual(await asked(''));
    expect(await asked('?agent=codex')).toBeUndefined();
    expect(await asked('?since=2026-04-01')).toBeUndefined();
  });

  it('is not there before a task was run, and appears with the first', async () => {
    const stage = await makeStage(oneLesson);
    const { data } = findOwnFolders({ home: stage.home, env: {} });
    const server = await serveStage(stage);
    expect((await server.get<Overview>('/api/overview')).loop).toBeUndefined();
    const { version } = server.picture;
    await remember(data, [past('one', { root: stage.project, at: '2026-03-01T10:00:00Z' })]);
    await server.picture.refresh();
    expect(server.picture.version).toBe(version + 1);
    expect((await server.get<Overview>('/api/overview')).loop).toMatchObject({ runs: 1 });
  });
});

async function remember(data: string, runs: readonly PastRun[]): Promise<void> {
  await mkdir(join(data, 'loop'), { recursive: true });
  await writeFile(join(data, 'loop/history.ndjson'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
}

function past(id: string, told: Partial<PastRun>): PastRun {
  return {
    ...{ id, at: '', root: '', status: 'failed', agent: 'claude', teacher: 'builtin' },
    ...{ attempts: 1, passedAttempts: 0, firstPassed: false, rules: [], turns: 3, costUsd: 0, unpriced: 0 },
    ...told,
  };
}
