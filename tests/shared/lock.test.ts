import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryPath } from '../../src/shared/files.ts';
import { withLock } from '../../src/shared/lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(folder, 'data', 'apply.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('withLock', () => {
  it('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    let total = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      const seen = total;
      await new Promise((done) => setTimeout(done, 1));
      total = seen + 1;
      inside--;
    };
    await Promise.all(Array.from({ length: 12 }, () => withLock(path, work)));
    expect({ most, total }).toEqual({ most: 1, total: 12 });
  });

  it('gives the lock back when the work fails, and leaves no file', async () => {
    await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(path, async () => 'in')).toBe('in');
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  it('gives up after the time-out and says who holds it', async () => {
    const attempt = withLock(path, () => withLock(path, async () => 'never', { timeoutMs: 30 }));
    await expect(attempt).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
      hint: expect.stringContaining('delete that file'),
    });
  });

  it('takes over from a process that died', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await leaveLock({ pid: child.pid, host: hostname() });
    expect(await withLock(path, async () => 'in', { timeoutMs: 0 })).toBe('in');
  });

  it('takes over a lock that nobody refreshed, whoever made it', async () => {
    await leaveLock({ pid: 1, host: 'another-machine' });
    await expect(withLock(path, async () => 'in', { timeoutMs: 0 })).rejects.toMatchObject({ code: 'locked' });
    const old = new Date(Date.now() - 3_600_000);
    await utimes(path, old, old);
    expect(await withLock(path, async () => 'in', { timeoutMs: 0 })).toBe('in');
  });

  it.each([
    ['is empty', ''],
    ['says nothing that can be read', '{"pid": 12'],
  ])('takes over a lock that %s, as soon as it cannot be one that is being made', async (_what, text) => {
    await withLock(path, async () => undefined);
    await writeFile(path, text);
    await expect(withLock(path, async () => 'in', { timeoutMs: 0 })).rejects.toMatchObject({ code: 'locked' });
    const before = new Date(Date.now() - 3_000);
    await utimes(path, before, before);
    expect(await withLock(path, async () => 'in', { timeoutMs: 0 })).toBe('in');
  });

  it('is never there without its holder, so that nobody can be killed in between', async () => {
    await withLock(path, async () => undefined);
    let isOver = false;
    const seen = new Set<boolean>();
    const watching = (async () => {
      while (!isOver) {
        try {
          seen.add(readFileSync(path, 'utf8').endsWith('}'));
        } catch {
          // Not there just now.
        }
        await new Promise(setImmediate);
      }
    })();
    for (let round = 0; round < 100; round++) await withLock(path, async () => undefined);
    isOver = true;
    await watching;
    expect([...seen]).toEqual([true]);
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  it('takes over from a process that died while it took over from another', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await leaveLock({ pid: child.pid, host: hostname() });
    const dead = { pid: child.pid, host: hostname(), token: 'gone', since: '2026-01-02T03:04:05.000Z' };
    await writeFile(`${path}.clear`, JSON.stringify(dead));
    await writeFile(`${path}.clear.clear`, JSON.stringify(dead));
    expect(await withLock(path, async () => 'in', { timeoutMs: 1_000 })).toBe('in');
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'takes over where the number of the process was given to another one',
    async () => {
      await leaveLock({ pid: process.pid, host: hostname(), born: '1' });
      expect(await withLock(path, async () => 'in', { timeoutMs: 0 })).toBe('in');
    },
  );

  it('removes what a process left that was killed before it had the lock', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const draft = temporaryPath(path).replace(String(process.pid), String(child.pid));
    const ours = temporaryPath(path);
    await withLock(path, async () => undefined);
    await writeFile(draft, '');
    await writeFile(ours, '');
    await withLock(path, async () => undefined);
    expect(await readdir(join(folder, 'data'))).toEqual([basename(ours)]);
  });

  it('lets one of many take over, not several', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await leaveLock({ pid: child.pid, host: hostname() });
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((done) => setTimeout(done, 1));
      inside--;
    };
    await Promise.all(Array.from({ length: 12 }, () => withLock(path, work)));
    expect(most).toBe(1);
  });
});

async function leaveLock(holder: { pid: number | undefined; host: string; born?: string }): Promise<void> {
  await withLock(path, async () => undefined);
  await writeFile(path, JSON.stringify({ ...holder, token: 'gone', since: '2026-01-02T03:04:05.000Z' }));
}
