import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHistory } from '../../../src/loop/run/history.ts';
import { listRuns } from '../../../src/loop/run/run-record.ts';

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
