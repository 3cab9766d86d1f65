import { afterAll, describe, expect, it } from 'vitest';
import type { Sessions } from '../../src/web/answers/sessions.ts';
import { clearStages, makeStage } from '../e2e/stage.ts';
import { laterLesson, oneLesson } from '../e2e/stories.ts';
import { endServers, serveStage } from './served.ts';

afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('while agents work', () => {
  it('new sessions appear by themselves, and the page is told', async () => {
    const stage = await makeStage(oneLesson);
    const server = await serveStage(stage);
    const before = await server.get<Sessions>('/api/sessions');
    // The folders are watched as soon as the first reading is done.
    await server.watching;
    const events = await fetch(`${server.address}/api/events`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? '';
    const { version } = server.picture;
    expect(first).toContain(`"version":${version}`);
    await stage.tell(laterLesson);
    let told = '';
    while (!told.includes(`"version":${version + 1}`)) told += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect((await server.get<Sessions>('/api/sessions')).total).toBe(before.total + 2);
  });

  it('what another hardwon writes is seen, too', async () => {
    const stage = await makeStage(oneLesson);
    const server = await serveStage(stage);
    await server.watching;
    const { version } = server.picture;
    const seen = new Promise<void>((done) => {
      server.picture.onChange(() => {
        if (server.picture.version > version) done();
      });
    });
    await stage.run(['learn', '--apply']);
    await seen;
    expect(server.picture.shown.projects[0]?.report.changes).toEqual([]);
  });
});
