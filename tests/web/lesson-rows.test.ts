import { afterAll, describe, expect, it } from 'vitest';
import type { Lessons } from '../../src/web/answers/lessons.ts';
import { clearStages } from '../e2e/stage.ts';
import { endServers, serveWorld } from './served.ts';

afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('the queue', () => {
  it('loses what is decided on, and nothing else', async () => {
    const { server, decide } = await serveWorld();
    const queue = async () => (await server.get<Lessons>('/api/lessons?show=review')).rows.map(({ id }) => id).sort();
    const before = await queue();
    const [first = '', second = ''] = before;
    expect(before.length).toBeGreaterThan(2);
    // The first decision writes every lesson that was found to the memory.
    expect((await decide(first, { action: 'accept' })).status).toBe(200);
    expect(await queue()).toEqual(before.filter((id) => id !== first));
    expect((await decide(second, { action: 'reject', reason: 'not true here' })).status).toBe(200);
    expect(await queue()).toEqual(before.filter((id) => id !== first && id !== second));
  });

  it('lists what was rejected, and gets it back', async () => {
    const { server, decide, project } = await serveWorld();
    const rejected = async () => server.get<Lessons>('/api/lessons?show=rejected');
    const [row] = (await server.get<Lessons>('/api/lessons?show=all')).rows;
    await decide(row?.id ?? '', { action: 'reject', reason: 'not true here' });
    expect(await rejected()).toMatchObject({
      counts: { rejected: 1 },
      rejected: [{ project, id: row?.id, title: row?.title, reason: 'not true here', writable: true }],
    });
    await decide(row?.id ?? '', { action: 'restore' });
    expect(await rejected()).toMatchObject({ counts: { rejected: 0 }, rejected: [] });
  });
});
