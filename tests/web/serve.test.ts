import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from '../e2e/stage.ts';
import { endServers, serveStage } from './served.ts';

afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('serving', () => {
  it('listens elsewhere only with a key of one’s own', async () => {
    const stage = await makeStage();
    const serve = (options: object) => serveStage(stage, options);
    await expect(serve({ host: '0.0.0.0', token: undefined })).rejects.toThrow('needs --token');
    await expect(serve({ host: '0.0.0.0', token: 'short' })).rejects.toThrow('at least 16 characters');
    const open = await serve({ host: '0.0.0.0', token: 'long enough for nobody'.replaceAll(' ', '-') });
    expect(open.address).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  });

  it('makes a new key for each start', async () => {
    const stage = await makeStage();
    const [one, other] = await Promise.all([serveStage(stage, withoutKey), serveStage(stage, withoutKey)]);
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(other.token).not.toBe(one.token);
  });

  it('says that a port is in use, and what to do', async () => {
    const stage = await makeStage();
    const first = await serveStage(stage);
    const port = Number(new URL(first.address).port);
    await expect(serveStage(stage, { port })).rejects.toMatchObject({
      message: `Port ${port} is in use.`,
      hint: expect.stringContaining('--port'),
    });
  });

  it('shows an empty home as one', async () => {
    const server = await serveStage(await makeStage());
    const { body } = await server.raw('/api/overview', {
      host: new URL(server.address).host,
      authorization: `Bearer ${server.token}`,
    });
    expect(JSON.parse(body)).toMatchObject({ totals: { calls: 0, failures: 0 }, causes: [], projects: [] });
  });
});

/** A key that is not there. */
const withoutKey = { token: undefined } as unknown as { token: string };
