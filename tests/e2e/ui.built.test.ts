import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeBuiltStage, NOW, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

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
  const child = spawn(process.execPath, [join(dist, 'cli.js'), 'ui', ...args], { cwd: stage.project, env, stdio: 'pipe' });
  running.push(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.endsWith('}\n') || printed.includes('Ctrl-C')) break;
  }
  return { child, printed, stderr: () => stderr };
}

describe('hardwon ui', () => {
  it('prints where it is, serves the built page, and ends with Ctrl-C', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const { child, printed, stderr } = await start(stage, ['--json', '--port', '0']);
    const { address, token, link } = JSON.parse(printed) as Record<'address' | 'token' | 'link', string>;
    expect(link).toBe(`${address}/#token=${token}`);
    const page = await (await fetch(address)).text();
    for (const [, file] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect((await fetch(address + file)).status).toBe(200);
    expect((await fetch(`${address}/api/status`)).status).toBe(401);
    const status = await fetch(`${address}/api/status`, { headers: { authorization: `Bearer ${token}` } });
    expect(status.status).toBe(200);
    // The sessions are read by a thread, which is handed what the command was asked.
    const ask = async () => (await fetch(`${address}/api/projects`, { headers: { authorization: `Bearer ${token}` } })).json();
    await expect.poll(ask, { timeout: 60_000 }).toMatchObject({ projects: [{ name: 'harbour', sessions: 2 }] });
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: '' });
  });

  it('tells people what the link is good for', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const { child, printed } = await start(stage, ['--no-open', '--read-only', '--port', '0']);
    expect(printed).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/#token=\S+\nIt shows everything and changes nothing\. Ctrl-C ends it\.\n$/,
    );
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.each([
    [['--host', '0.0.0.0'], 'needs --token', 'ssh tunnel'],
    [['--token', 'short'], 'at least 16 characters', 'openssl rand'],
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
      stderr: `hardwon: Port ${port} is in use.\n  Choose another with --port, or 0 for any that is free.\n`,
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
