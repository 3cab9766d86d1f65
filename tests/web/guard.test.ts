import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppParts, buildApp } from '../../src/web/app.ts';
import { clearStages, makeStage } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';
import { endServers, type ServedStage, serveStage, TOKEN } from './served.ts';

let server: ServedStage;
let reader: ServedStage;
let host: string;
let project: string;
beforeAll(async () => {
  const stage = await makeStage(oneLesson);
  server = await serveStage(stage);
  reader = await serveStage(stage, { readOnly: true });
  host = new URL(server.address).host;
  project = server.picture.shown.projects[0]?.project.id ?? '';
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

const bearer = { authorization: `Bearer ${TOKEN}` };

describe('the server', () => {
  it('listens on this machine alone', () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.link).toBe(`${server.address}/#token=${TOKEN}`);
  });

  it('tells nothing without the key', async () => {
    for (const path of ['/api/status', '/api/overview', '/api/lessons', '/api/sessions', '/api/diff', '/api/events']) {
      const answer = await server.raw(path, { host });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.body).not.toContain('harbour');
    }
    expect((await server.raw('/api/status', { host, authorization: `Bearer ${TOKEN}x` })).status).toBe(401);
    expect((await server.raw('/api/status', { host, ...bearer })).status).toBe(200);
  });

  it('guards every route that there is', async () => {
    const parts = { page: new Map(), guard: { token: TOKEN, hosts: () => [], readOnly: false } } as unknown as AppParts;
    const routes = buildApp(parts).routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL');
    expect(routes.length).toBeGreaterThan(15);
    const json = { 'content-type': 'application/json' };
    for (const { method, path } of routes) {
      const address = path.replaceAll(/:\w+/g, 'x');
      const ask = async (headers: Record<string, string>) =>
        (await server.raw(address, { ...json, ...headers }, method, method === 'POST' ? '{}' : undefined)).status;
      expect([path, await ask({ host: 'attacker.example', ...bearer })]).toEqual([path, 403]);
      expect([path, await ask({ host, origin: 'http://attacker.example', ...bearer })]).toEqual([path, 403]);
      expect([path, await ask({ host, 'sec-fetch-site': 'cross-site', ...bearer })]).toEqual([path, 403]);
      // The entrance is asked without the key, and with a body that holds it.
      const refused = path === '/api/enter' ? 400 : 401;
      expect([path, await ask({ host, origin: `http://${host}` })]).toEqual([path, refused]);
      if (method === 'POST') expect([path, await ask({ host })]).toEqual([path, 403]);
    }
  });

  it('gives the page itself to anybody: there is nothing in it', async () => {
    const answer = await server.raw('/', { host });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    const again = await server.raw('/', { host, 'if-none-match': String(answer.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('takes the key of the link for a cookie that no script reads and no other site sends', async () => {
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
    const wrong = await server.raw('/api/enter', headers, 'POST', JSON.stringify({ token: 'something else' }));
    expect(wrong.status).toBe(401);
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const right = await server.raw('/api/enter', headers, 'POST', JSON.stringify({ token: TOKEN }));
    const cookie = String(right.headers['set-cookie']);
    expect(cookie).toMatch(/^hardwon-\d+=/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    const inside = await server.raw('/api/status', { host, cookie: cookie.split(';')[0] ?? '' });
    expect(inside.status).toBe(200);
  });

  it('answers under its own names only, so that no other site can be this machine', async () => {
    const { port } = new URL(server.address);
    for (const name of [
      'harbour.example',
      `harbour.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.harbour.example:${port}`,
      '',
    ]) {
      expect([name, (await server.raw('/api/status', { host: name, ...bearer })).status]).toEqual([name, 403]);
      expect((await server.raw('/', { host: name })).status).toBe(403);
    }
    expect((await server.raw('/api/status', { host: `localhost:${port}`, ...bearer })).status).toBe(200);
  });

  it('refuses questions of other pages, with the key as well', async () => {
    for (const origin of ['http://harbour.example', 'null', `https://${host}`, 'http://127.0.0.1:1']) {
      const answer = await server.raw('/api/status', { host, origin, ...bearer });
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
    const cross = await server.raw('/api/status', { host, 'sec-fetch-site': 'cross-site', ...bearer });
    expect(cross.status).toBe(403);
  });

  it('takes changes from its own page, as JSON', async () => {
    const cookie = `hardwon-${new URL(server.address).port}=${TOKEN}`;
    const body = JSON.stringify({ project });
    const post = (headers: Record<string, string>) =>
      server.raw('/api/undo', { host, cookie, ...headers }, 'POST', body);
    expect((await post({ 'content-type': 'application/json' })).status).toBe(403);
    expect((await post({ 'content-type': 'text/plain', origin: `http://${host}` })).status).toBe(415);
    expect((await post({ 'content-type': 'application/json', origin: 'http://harbour.example' })).status).toBe(403);
    // There is nothing to take back: it got as far as that.
    expect((await post({ 'content-type': 'application/json', origin: `http://${host}` })).status).toBe(404);
    expect((await server.raw('/api/undo', { host, ...bearer }, 'DELETE')).status).toBe(405);
  });

  it('lets a page load from here alone, and nobody frame it', async () => {
    for (const path of ['/', '/api/status', '/nowhere']) {
      const { headers } = await server.raw(path, { host, ...bearer });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('changes nothing with --read-only', async () => {
    const paths = ['/api/apply', '/api/undo', '/api/report', '/api/backtest', `/api/lessons/${project}/L-001`];
    for (const path of paths) {
      const answer = await reader.post<{ error: string }>(path, { project, action: 'accept' });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.body.error).toContain('--read-only');
    }
    expect(await reader.get('/api/status')).toMatchObject({ readOnly: true });
  });

  it('reaches no file but those of the page', async () => {
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/app.js/../../etc/passwd', '/.memory'])
      expect([path, (await server.raw(path, { host })).status]).toEqual([path, 404]);
  });

  it('refuses bodies that nobody types', async () => {
    const answer = await server.post('/api/report', { project, type: 'other', description: 'x'.repeat(100_000) });
    expect(answer.status).toBe(413);
  });
});
