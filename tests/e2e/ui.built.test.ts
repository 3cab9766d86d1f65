import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeBuiltStage, NOW, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';
import { takeTree } from './tree.ts';

const dist = resolve(import.meta.dirname, '../../dist');
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await clearStages();
});

/** Starts the page and waits for what it prints. */
async function start(
  stage: Stage,
  args: readonly string[],
): Promise<{ child: ChildProcess; printed: string; stderr: () => string }> {
  const env = isolatedEnvironment({ home: stage.home, now: NOW });
  const child = spawn(process.execPath, [join(dist, 'cli.js'), 'ui', ...args], {
    cwd: stage.project,
    env,
    stdio: 'pipe',
  });
  running.push(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.endsWith('}\n') || printed.includes('Ctrl+C')) break;
  }
  return { child, printed, stderr: () => stderr };
}

describe('hardwon ui', () => {
  it('prints where it is, serves the built page, and ends with Ctrl+C', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const { child, printed, stderr } = await start(stage, ['--json', '--port', '0']);
    const { address, token, link } = JSON.parse(printed) as Record<'address' | 'token' | 'link', string>;
    expect(link).toBe(`${address}/#token=${token}`);
    const page = await (await fetch(address)).text();
    for (const [, file] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await fetch(address + file)).status).toBe(200);
    expect((await fetch(`${address}/api/status`)).status).toBe(401);
    const status = await fetch(`${address}/api/status`, { headers: { authorization: `Bearer ${token}` } });
    expect(status.status).toBe(200);
    // The sessions are read by a thread, which is handed what the command was asked.
    const ask = async () =>
      (await fetch(`${address}/api/projects`, { headers: { authorization: `Bearer ${token}` } })).json();
    await expect.poll(ask, { timeout: 60_000 }).toMatchObject({ projects: [{ name: 'harbour', sessions: 2 }] });
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: '' });
  });

  it('opens the example sessions with --demo, and touches nothing of the user', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const before = await takeTree(stage.home);
    const { child, printed } = await start(stage, ['--demo', '--json', '--port', '0']);
    const { address, token } = JSON.parse(printed) as Record<'address' | 'token', string>;
    const ask = async (path: string) =>
      (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
    await expect
      .poll(() => ask('/api/status'), { timeout: 60_000 })
      .toMatchObject({ ready: true, projects: [{ name: 'harbour', root: '~/harbour', sessions: 13 }] });
    // The lessons were applied a week ago, and hooks have told them since.
    expect(await ask('/api/overview')).toMatchObject({
      live: { shown: 7, stopped: 4, followed: 6, helped: 6, prevented: 3, ignored: 0, falseAlarms: 0 },
    });
    const { marks } = (await ask('/api/failures')) as { marks: { day: string; lessons: string[] }[] };
    expect(marks).toMatchObject([{ day: '2026-03-03' }]);
    const { rows } = (await ask('/api/lessons?show=all')) as { rows: { id: string; title: string }[] };
    expect(rows.find(({ id }) => id === 'L-001')?.title).toContain('`services/booking/domain/berth.py`');
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(await takeTree(stage.home)).toEqual(before);
  });

  it('tells people what the link is good for', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const { child, printed } = await start(stage, ['--no-open', '--read-only', '--port', '0']);
    expect(printed).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/#token=\S+\nAnyone with this link can read your sessions\. The page changes nothing\. Press Ctrl\+C to stop\.\n$/,
    );
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.each([
    [['--host', '0.0.0.0'], 'needs --token', 'ssh tunnel'],
    [['--token', 'short'], 'at least 16 characters', 'openssl rand'],
    [['--demo', '--config', 'mine.json'], 'nothing else', 'Leave out --demo'],
    [['--port', '70000'], 'from 0 to 65535', 'hardwon ui --help'],
  ])('refuses %j', async (args, what, hint) => {
    const stage = await makeBuiltStage(oneLesson);
    const { code, stdout, stderr } = await stage.run(['ui', '--no-open', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(what);
    expect(stderr).toContain(hint);
  });

  it('says that a port is taken', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const { child, printed } = await start(stage, ['--json', '--port', '0']);
    const { port } = new URL((JSON.parse(printed) as { address: string }).address);
    const { code, stderr } = await stage.run(['ui', '--no-open', '--port', port]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `hardwon: Port ${port} is in use.\n  Choose another one with --port, or use --port 0 for any free port.\n`,
    });
    child.kill('SIGINT');
    await once(child, 'exit');
  });
});

describe('the built page', () => {
  it('is less than 120 kB on its way', async () => {
    const files = await Promise.all(
      ['index.html', 'app.js', 'app.css', 'icon.svg'].map((name) => readFile(join(dist, 'page', name))),
    );
    const size = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    expect(size).toBeLessThan(120_000);
  });

  it('loads nothing from elsewhere', async () => {
    const texts = await Promise.all(
      ['index.html', 'app.js', 'app.css'].map((name) => readFile(join(dist, 'page', name), 'utf8')),
    );
    const addresses = texts.flatMap((text) => text.match(/https?:\/\/[\w.-]+/g) ?? []);
    // Names of namespaces, which nobody asks for.
    expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
  });
});
