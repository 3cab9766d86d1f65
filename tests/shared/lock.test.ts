import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

async function leaveLock(holder: { pid: number | undefined; host: string }): Promise<void> {
  await withLock(path, async () => undefined);
  await writeFile(path, JSON.stringify({ ...holder, token: 'gone', since: '2026-01-02T03:04:05.000Z' }));
}
