import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import type { DescribedSession, Step } from '../support/described-session.ts';
import { makeHome, type TestHome } from '../support/home.ts';
import { runCli } from '../support/run.ts';

const missing = "ModuleNotFoundError: No module named 'polars'";

let home: TestHome;
beforeAll(async () => {
  home = await makeHome([session('2026-03-01', 'a', 'load'), session('2026-03-02', 'b', 'check')]);
});
afterAll(() => home.remove());

describe('hardwon learn, as built', () => {
  it('finds the lesson of two sessions, with its calls', async () => {
    const { code, stdout } = await runCli(['learn', '--all', '--json'], {
      home: home.path,
      now: '2026-03-03T09:00:00Z',
    });
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as LearnReport;
    expect(report.projects).toHaveLength(1);
    const [lesson] = report.projects[0]?.lessons ?? [];
    expect(lesson).toMatchObject({ kind: 'environment', occurrences: 2, sessions: 2 });
    expect(lesson?.evidence.map(({ call, fix }) => [call, fix])).toEqual([
      [home.logs.calls.get('a1'), home.logs.calls.get('a2')],
      [home.logs.calls.get('b1'), home.logs.calls.get('b2')],
    ]);
  });

  it('changes no file but its own index, and says the same when run again', async () => {
    const before = await theirs();
    const first = await runCli(['learn', '--all'], { home: home.path, now: '2026-03-03T09:00:00Z' });
    const second = await runCli(['learn', '--all'], { home: home.path, now: '2026-03-03T09:00:00Z' });
    expect(await theirs()).toEqual(before);
    expect(first.stdout).toContain('uv run');
    expect(second.stdout).toBe(first.stdout);
  });

  it('answers no where there is nothing to learn from', async () => {
    const empty = await makeHome();
    try {
      expect((await runCli(['learn', '--all', '--json'], { home: empty.path })).code).toBe(1);
      expect((await runCli(['lern'], { home: empty.path })).stderr).toContain('learn');
    } finally {
      await empty.remove();
    }
  });
});

function session(day: string, label: string, script: string): DescribedSession {
  const steps: Step[] = [
    { user: `${script} the tides` },
    {
      id: `${label}1`,
      use: { tool: 'shell', command: `python3 tools/${script}.py` },
      end: { how: 'exit', code: 1, prints: missing },
    },
    {
      id: `${label}2`,
      use: { tool: 'shell', command: `uv run python tools/${script}.py` },
      end: { how: 'ok', prints: 'done' },
    },
  ];
  return { start: `${day}T09:00:00Z`, cwd: '/home/ada/harbour', branch: 'main', steps };
}

/** The files in the home folder that are not the tool's own. */
async function theirs(): Promise<string[]> {
  return (await home.snapshot()).filter((line) => !line.startsWith('.cache/hardwon/'));
}
