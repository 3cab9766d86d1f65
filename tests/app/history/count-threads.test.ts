import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { countThreads, readCpuLimit } from '../../../src/app/history/count-threads.ts';

const roots: string[] = [];

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

/** A file system with these files below /sys/fs/cgroup. */
async function makeRoot(files: Record<string, string>): Promise<string> {
  const root = `${await mkdtemp(join(tmpdir(), 'hardwon-cgroup-'))}/`;
  roots.push(root);
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, 'sys/fs/cgroup', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return root;
}

describe('readCpuLimit', () => {
  it.each([
    ['one and a half processors', { 'cpu.max': '150000 100000\n' }, 1.5],
    ['no limit', { 'cpu.max': 'max 100000\n' }, Number.POSITIVE_INFINITY],
    ['two processors, version 1', { 'cpu/cpu.cfs_quota_us': '200000\n', 'cpu/cpu.cfs_period_us': '100000\n' }, 2],
    [
      'no limit, version 1',
      { 'cpu/cpu.cfs_quota_us': '-1\n', 'cpu/cpu.cfs_period_us': '100000\n' },
      Number.POSITIVE_INFINITY,
    ],
    ['no container', {}, Number.POSITIVE_INFINITY],
    ['a file of another kind', { 'cpu.max': 'what is this' }, Number.POSITIVE_INFINITY],
  ])('reads %s', async (_, files, limit) => {
    expect(readCpuLimit(await makeRoot(files))).toBe(limit);
  });
});

describe('countThreads', () => {
  it('is what was asked for', () => {
    expect(countThreads({ HARDWON_THREADS: '3' })).toBe(3);
    expect(countThreads({ HARDWON_THREADS: '1' })).toBe(1);
  });

  it.each(['0', '-1', '1.5', '65', 'all'])('refuses %s', (text) => {
    expect(() => countThreads({ HARDWON_THREADS: text })).toThrow(
      `HARDWON_THREADS is not a number of threads: ${text}`,
    );
  });

  it('is between one and eight if nothing was asked for', () => {
    expect(countThreads({})).toBeGreaterThanOrEqual(1);
    expect(countThreads({ HARDWON_THREADS: '' })).toBeLessThanOrEqual(8);
  });
});
