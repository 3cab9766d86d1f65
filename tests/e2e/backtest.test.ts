import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestReport } from '../../src/app/backtest/backtest-report.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

/** Eight sessions on eight days that make the same mistake, and one that makes none. */
const recurring = `
sessions:
${[1, 2, 3, 4, 5, 6, 7, 8]
  .map(
    (day) => `  - start: 2026-02-0${day}T09:00:00Z
    calls:
      - {id: a${day}, shell: python3 tools/step${day}.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: b${day}, shell: uv run python tools/step${day}.py, prints: ok}`,
  )
  .join('\n')}
  - start: 2026-02-09T09:00:00Z
    calls:
      - {id: z1, shell: python3 --version, prints: Python 3.12.1}
`;

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(recurring);
});
afterAll(clearStages);

async function report(args: readonly string[] = [], on = stage): Promise<BacktestReport & { code: number }> {
  const { code, stdout } = await on.run(['backtest', '--json', ...args]);
  return { ...JSON.parse(stdout), code };
}

describe('backtest', () => {
  it('says what would have been shown', async () => {
    const { total, projects, agents, code } = await report();
    expect(code).toBe(0);
    expect(total).toMatchObject({
      sessions: 8,
      calls: 15,
      failures: 7,
      known: 7,
      told: 6,
      warned: 6,
      shown: 6,
      falseAlarms: 1,
    });
    expect(total).toMatchObject({ fixed: 6, agreed: 6, verdict: 'measured' });
    expect(total).not.toHaveProperty('placebo');
    expect(agents).toMatchObject([{ agent: 'claude-code', known: 7 }]);
    expect(projects).toMatchObject([{ name: 'harbour', learnedFrom: 1, known: 7, folds: { length: 8 } }]);
    expect(projects[0]?.cases.at(-1)).toMatchObject({
      outcome: 'worked',
      tried: 'python3 --version',
      title: expect.any(String),
    });
  });

  it('gives the same answer each time, and changes nothing in the project', async () => {
    const [first, second] = [await report(), await report()];
    expect({ ...second, read: undefined }).toEqual({ ...first, read: undefined });
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
  });

  it('does not look at the files and the memory of today', async () => {
    const guesses = await makeStage(`
sessions:
${[1, 2, 3, 4]
  .map(
    (day) => `  - start: 2026-02-0${day}T09:00:00Z
    calls:
      - {id: a${day}, read: src/berth.ts, missing: true}
      - {id: b${day}, read: src/model/berth.ts, prints: export const berth = 1;}`,
  )
  .join('\n')}
`);
    const before = await report([], guesses);
    expect(before.total).toMatchObject({ known: 3, told: 2, warned: 2, agreed: 2 });
    await guesses.run(['learn', '--apply']);
    await guesses.write('src/berth.ts', 'export const berth = 2;\n');
    const after = await report([], guesses);
    expect({ ...after, read: undefined }).toEqual({ ...before, read: undefined });
  });

  it('cuts history where it is told to', async () => {
    const split = await report(['--split', '2026-02-05']);
    expect(split).toMatchObject({ split: '2026-02-05T00:00:00.000Z', total: { sessions: 5, known: 4, told: 4 } });
    expect(split.projects[0]).toMatchObject({ learnedFrom: 4, folds: { length: 1 } });
    expect((await report(['--folds', '2'])).projects[0]?.folds).toHaveLength(2);
  });

  it('has a view for people that fits the columns', async () => {
    for (const columns of ['80', '120']) {
      const { stdout, code } = await stage.run(['backtest', '--verbose'], { env: { COLUMNS: columns } });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^known +7 of them/m);
      expect(stdout).toMatch(/^told +6 of 7 \(86%, /m);
      expect(stdout).toContain('no other project');
      expect(stdout).not.toMatch(/prevented/);
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(Number(columns));
    }
  });

  it('compares projects with each other, and shows them in a table', async () => {
    const both = await makeStage(recurring);
    const orchard = join(both.home, 'orchard');
    await mkdir(orchard);
    // The same mistake in the same days: what is true of both is true of neither in particular.
    await both.tell(recurring, orchard);
    const { total, projects } = await report(['--all'], both);
    expect(projects.map(({ name, shown, placebo }) => [name, shown, placebo])).toEqual([
      ['harbour', 6, 6],
      ['orchard', 6, 6],
    ]);
    expect(total).toMatchObject({ known: 14, shown: 12, placebo: 12 });
    const { stdout } = await both.run(['backtest', '--all']);
    expect(stdout).toContain('All 2 projects');
    expect(stdout).toMatch(/^orchard +8 +7 +7 +6 +6 +1$/m);
    expect(stdout.replace(/\s+/g, ' ')).toContain('lessons of another project 12');
  });

  it('says that there is not enough data, and ends with 1', async () => {
    const small = await makeStage(oneLesson);
    const { stdout, code } = await small.run(['backtest']);
    expect(code).toBe(1);
    expect(stdout).toContain('not enough data: 1 later failure had a known cause, and at least 5');
    expect(stdout.replace(/\s+/g, ' ')).toContain('are needed');
    expect((await report([], small)).total.intervals).toBeUndefined();
  });

  it('says where there is nothing to read', async () => {
    const { stdout, code } = await stage.run(['backtest'], { cwd: stage.home });
    expect(code).toBe(1);
    expect(stdout).toContain('There is nothing to read');
    expect(stdout).toContain('hardwon backtest --project');
  });

  it.each([
    [['--folds', '0'], 'whole number from 1'],
    [['--folds', 'many'], 'whole number'],
    [['--split', 'yesterday'], 'Write a day as'],
    [['--split', '2026-02-05', '--folds', '3'], 'cannot be used with'],
    [['--agent', 'nobody'], 'nobody'],
  ])('refuses %j', async (args, text) => {
    const { code, stdout, stderr } = await stage.run(['backtest', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});

describe('--report', () => {
  it('writes a report, and its own again, without the name of the home folder', async () => {
    for (const _ of [1, 2]) expect(await stage.run(['backtest', '--report', 'report.md'])).toMatchObject({ code: 0 });
    const text = (await stage.read('report.md')) ?? '';
    expect(text).toMatch(/^<!-- written by hardwon backtest -->\n\n# Backtest\n/);
    expect(text).toContain('| told | 6 of 7 (86%');
    expect(text).toContain('python3 --version');
    expect(text).not.toContain(stage.home);
  });

  it('leaves a file that is not its own alone, unless it is told to replace it', async () => {
    const path = join(stage.project, 'notes.md');
    await writeFile(path, '# My notes\n');
    const refused = await stage.run(['backtest', '--report', 'notes.md']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--force');
    expect(await readFile(path, 'utf8')).toBe('# My notes\n');
    expect((await stage.run(['backtest', '--report', 'notes.md', '--force'])).code).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('# Backtest');
  });

  it('says so where the folder is not there', async () => {
    const { code, stderr } = await stage.run(['backtest', '--report', 'away/report.md']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no folder');
  });
});
