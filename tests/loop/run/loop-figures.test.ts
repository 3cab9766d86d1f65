import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteRun, readHistory } from '../../../src/loop/run/history.ts';
import { addUp } from '../../../src/loop/run/loop-figures.ts';
import type { Attempt, RunRecord } from '../../../src/loop/run/run-record.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hardwon history '));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const attempt = (number: number, passed: boolean, costUsd?: number): Attempt => ({
  number,
  startedAt: '2026-03-09T10:00:00Z',
  rules: [],
  agent: { outcome: 'done', answer: '', turns: 3, durationMs: 1, costUsd },
  lostTests: 0,
  passed,
  files: [],
});

const run = (id: string, more: Partial<RunRecord>): RunRecord => ({
  version: 1,
  id,
  task: 'x',
  status: 'passed',
  root: '/orchard',
  prefix: '',
  agent: 'claude',
  teacher: 'builtin',
  maxRetries: 3,
  startedAt: '2026-03-09T10:00:00Z',
  attempts: [attempt(1, true, 0.5)],
  rules: [],
  owner: { pid: 1, host: 'here' },
  children: [],
  ...more,
});

const rule = (number: number, verdict: 'helped' | 'no-help', category?: string): RunRecord['rules'][number] => ({
  number,
  attempt: number,
  rule: `rule ${number}`,
  when: '',
  why: '',
  analysis: '',
  failing: [],
  verdict,
  category,
});

describe('the history of runs', () => {
  it('is added up', async () => {
    await noteRun(dataDir, run('a', {}));
    const attempts = [
      attempt(1, false, 0.25),
      attempt(2, false),
      attempt(3, true, 0.25),
      { ...attempt(4, true), isAblation: true as const },
    ];
    const rules = [rule(1, 'no-help', 'testing'), rule(2, 'helped', 'testing')];
    await noteRun(dataDir, run('b', { attempts, rules, agent: 'codex', teachingCostUsd: 0.5 }));
    await noteRun(dataDir, run('c', { status: 'failed', attempts: [attempt(1, false)], rules: [rule(1, 'no-help')] }));
    expect(addUp(await readHistory(dataDir))).toEqual({
      runs: 3,
      passed: 2,
      failed: 1,
      stopped: 0,
      errored: 0,
      passedAtOnce: 1,
      passedLater: 1,
      attempts: 5,
      passedAttempts: 2,
      rules: {
        made: 3,
        helped: 1,
        byCategory: [
          { category: 'testing', made: 2, helped: 1 },
          { category: 'other', made: 1, helped: 0 },
        ],
      },
      turns: 18,
      costUsd: 1.5,
      unpriced: 3,
      agents: [
        { agent: 'claude-code', runs: 2, passed: 1 },
        { agent: 'codex', runs: 1, passed: 1 },
      ],
    });
  });

  it('counts a run that was gone on with once, as it ended, and survives a line that was cut off', async () => {
    await noteRun(dataDir, run('a', { status: 'stopped', attempts: [attempt(1, false)] }));
    await noteRun(dataDir, run('a', { attempts: [attempt(1, false), attempt(2, true)] }));
    appendFileSync(join(dataDir, 'loop/history.ndjson'), '{"id":"b","ro');
    const history = await readHistory(dataDir);
    expect(history.map(({ id, status, attempts }) => [id, status, attempts])).toEqual([['a', 'passed', 2]]);
  });

  it('is empty before the first run', async () => {
    expect(addUp(await readHistory(dataDir))).toMatchObject({
      runs: 0,
      rules: { made: 0, byCategory: [] },
      agents: [],
    });
  });
});
