import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHistory } from '../../../src/loop/run/history.ts';
import { listRuns, newRunId } from '../../../src/loop/run/run-store.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hardwon-runs-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('what is kept of runs', () => {
  it('is nothing before the first one', async () => {
    expect(await listRuns(dataDir)).toEqual([]);
    expect(await readHistory(dataDir)).toEqual([]);
  });

  it('is an error where it cannot be read, and not nothing', async () => {
    mkdirSync(join(dataDir, 'loop/history.ndjson'), { recursive: true });
    writeFileSync(join(dataDir, 'loop/runs'), '');
    await expect(listRuns(dataDir)).rejects.toMatchObject({ code: 'unreadable' });
    await expect(readHistory(dataDir)).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('newRunId', () => {
  it('sorts by time, also within a second, and behind names of whole seconds', () => {
    const at = (milliseconds: number) => new Date(Date.parse('2126-03-09T09:00:00Z') + milliseconds);
    const ids = [newRunId(at(0)), newRunId(at(1)), newRunId(at(5)), newRunId(at(999)), newRunId(at(1000))];
    expect(ids.toSorted()).toEqual(ids);
    expect(ids[0]).toMatch(/^21260309-090000000-[0-9a-f]{6}$/);
    expect('21260309-090000-ffffff' < (ids[0] ?? '')).toBe(true);
  });

  it('gives no name twice, and none that sorts before an earlier one, though the clock stands still or goes back', () => {
    const now = new Date('2127-03-09T09:00:00Z');
    const ids = Array.from({ length: 50 }, (_, index) =>
      newRunId(index === 30 ? new Date(now.getTime() - 5_000) : now),
    );
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids.map((id) => id.slice(0, 18))).size).toBe(50);
  });
});
