import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BacktestDesk } from '../../src/web/backtest-desk.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-desk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const total = { verdict: 'measured', sessions: 4, calls: 90, failures: 9, known: 3, shown: 2, fixed: 1, agreed: 1 };
const one = { agent: 'claude-code', session: 's1', at: '2026-03-04T09:00:00Z', told: false, warned: false };
const report = {
  at: '2026-03-09T12:00:00Z',
  total: { ...total, falseAlarmsPer1000: 0.5, tokensPerSession: 120 },
  projects: [
    {
      id: 'harbour',
      cases: [
        { ...one, call: 'a', outcome: 'shown', title: 'Use `uv run python`' },
        { ...one, call: 'b', outcome: 'missed' },
        { ...one, call: 'c', outcome: 'worked' },
      ],
    },
  ],
};

/** A program that counts its runs in a file and prints a report. */
async function makeCommand(): Promise<{ command: string[]; runs: () => Promise<number> }> {
  const script = join(folder, 'backtest.mjs');
  const log = join(folder, 'runs');
  await writeFile(
    script,
    `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(log)}, 'x');\nconsole.log(${JSON.stringify(JSON.stringify(report))});\n`,
  );
  return { command: [process.execPath, script], runs: () => readFile(log, 'utf8').then((text) => text.length) };
}

describe('the backtest', () => {
  it('runs by itself once for the same sessions, and is kept', async () => {
    const { command, runs } = await makeCommand();
    let changes = 0;
    const desk = new BacktestDesk(folder, command, {}, () => (changes += 1));
    desk.keepUp('4 90');
    expect(desk.isRunning).toBe(true);
    await expect.poll(() => changes).toBe(1);
    expect(desk.last?.avoidable).toEqual([
      {
        project: 'harbour',
        agent: 'claude-code',
        session: 's1',
        call: 'a',
        at: one.at,
        inTime: true,
        title: 'Use `uv run python`',
      },
      { project: 'harbour', agent: 'claude-code', session: 's1', call: 'b', at: one.at, inTime: false },
    ]);
    desk.keepUp('4 90');
    expect(desk.isRunning).toBe(false);
    const next = new BacktestDesk(folder, command, {});
    await next.load();
    expect(next.last).toEqual(desk.last);
    next.keepUp('4 90');
    expect(next.isRunning).toBe(false);
    expect(await runs()).toBe(1);
  });

  it('waits a while before it runs again for new calls', async () => {
    const { command, runs } = await makeCommand();
    const desk = new BacktestDesk(folder, command, {});
    desk.keepUp('4 90', 0);
    await expect.poll(() => desk.isRunning).toBe(false);
    desk.keepUp('4 91', 60_000);
    expect(desk.isRunning).toBe(false);
    desk.keepUp('4 91', 700_000);
    await expect.poll(() => desk.last?.basis).toBe('4 91');
    expect(await runs()).toBe(2);
  });

  it('says why it failed, and does not try again for the same sessions', async () => {
    const desk = new BacktestDesk(folder, [process.execPath, '--version'], {});
    desk.keepUp('4 90');
    await expect.poll(() => desk.problem).toContain('The backtest failed');
    desk.keepUp('4 90', Date.now() + 3_600_000);
    expect(desk.isRunning).toBe(false);
  });
});
