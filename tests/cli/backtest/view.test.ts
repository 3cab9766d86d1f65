import { describe, expect, it } from 'vitest';
import type { BacktestReport, ProjectFigures, ReportedCase } from '../../../src/app/backtest/backtest-report.ts';
import { renderBacktest } from '../../../src/cli/backtest/markdown.ts';
import { type BacktestViewOptions, viewBacktest } from '../../../src/cli/backtest/view.ts';
import { createPaint } from '../../../src/cli/views/text.ts';
import { sumUp } from '../../../src/proof/figures.ts';
import { emptyTally, type Tally } from '../../../src/proof/tally.ts';

const options: BacktestViewOptions = { paint: createPaint(false), columns: 80, home: '/home/ada', verbose: false };

const session: Tally = {
  ...emptyTally(),
  sessions: 1,
  calls: 700,
  failures: 9,
  refused: 1,
  known: 4,
  told: 2,
  warned: 1,
  shown: 3,
  general: 1,
  fixed: 2,
  agreed: 1,
  listed: 1,
  lostCalls: 6,
  lostMinutes: 2.4,
  lostTokens: 1_234,
  falseAlarms: 1,
  otherReasons: 2,
  stops: 2,
  stopsSaved: 7,
  wrongStops: 1,
  work: 5,
  workKnown: 2,
  workShown: 1,
  tokens: 300,
};

const example: ReportedCase = {
  at: '2026-03-01T09:00:00.000Z',
  agent: 'claude-code',
  session: 's1',
  call: 'c1',
  tried: 'python3 load.py',
  error: "No module named 'polars'",
  outcome: 'shown',
  title: 'Use `uv run python`, not `python3`',
  fingerprint: 'f',
  told: true,
  warned: false,
};

function project(
  name: string,
  cases: ReportedCase[] = [],
  tallies: Tally[] = [session, session, session],
): ProjectFigures {
  return {
    id: name,
    name,
    root: `/home/ada/${name}`,
    learnedFrom: 4,
    folds: [{ at: '2026-03-01T00:00:00.000Z', ready: 3, delivered: 2, triggers: 1, tokens: 300 }],
    cases,
    ...sumUp(tallies, false),
  };
}

function reportOf(...projects: ProjectFigures[]): BacktestReport {
  const figures = sumUp([session, session, session], projects.length > 1);
  return {
    schema: 1,
    at: '2026-03-10T00:00:00.000Z',
    folds: 10,
    budget: 1500,
    total: figures,
    agents: [{ agent: 'claude-code', ...figures }],
    projects,
    read: { files: 1, bytes: 0, badLines: 0, bad: [], unreadable: 0, agents: [] },
    notices: [],
  };
}

const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('the view of a backtest', () => {
  it('says every figure in words', () => {
    const text = viewBacktest(reportOf(project('harbour')), { ...options, columns: 120 });
    for (const line of [
      'harbour ~/harbour',
      'replayed  3 sessions, 2,100 calls',
      'failures  27, 3 of them refused by a person, hook or rule; besides 15 of work in progress (red tests, findings)',
      'known     12 of them had a cause that an earlier session had: the upper bound',
      'told      6 of 12 (50%, 50 to 50%) by the block that the session started with',
      'warned    3 of 12 (25%, 25 to 25%) by a trigger, before the call ran',
      'shown     9 of 12 (75%, 75 to 75%) told or warned; 3 of them by lessons that hold everywhere',
      'fix       in 3 of 6 with a fix to compare the guidance is what then worked',
      'spent     18 calls, 7 minutes and about 3,700 tokens from these failures to their fixes',
      'alarms    a trigger matched 3 of 2,100 calls that worked (1.43 per 1,000, 1.4 to 1.4); 6 more failed for another reason',
      'stopped   6 calls that failed, which would have saved 21 calls (10 per 1,000); 3 calls without need (1.43 per 1,000)',
      'cost      300 tokens at the start of a session, on average',
      'work      of 15 red tests and findings 6 had a known cause; 3 would have been shown',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).not.toMatch(/prevent/);
  });

  it('has a table of projects where there are several, within the columns', () => {
    for (const columns of [80, 120]) {
      const name = 'a-harbour-with-a-very-long-name-that-no-table-has-room-for';
      const text = viewBacktest(reportOf(project(name), project('orchard', [], [])), { ...options, columns });
      expect(longest(text)).toBeLessThanOrEqual(columns);
      expect(text).toContain('All 2 projects');
      expect(text).toMatch(/orchard +0 {2}nothing to replay/);
    }
  });

  it('lists cases only when it is asked to, each on lines of its own', () => {
    const hostile: ReportedCase = { ...example, outcome: 'worked', tried: 'echo \u001b[31mred\nnext'.repeat(20) };
    const report = reportOf(project('harbour', [example, hostile]));
    expect(viewBacktest(report, options)).not.toContain('load.py');
    const text = viewBacktest(report, { ...options, verbose: true });
    expect(text).toContain('  2026-03-01 09:00 python3 load.py\n      told: Use `uv run python`, not `python3`');
    expect(text).toContain('False alarms');
    expect(text).not.toContain('\u001b');
    expect(longest(text)).toBeLessThanOrEqual(80);
  });
});

describe('the report', () => {
  it('has the same figures, and lets no call out of its cell', () => {
    const hostile: ReportedCase = {
      ...example,
      tried: 'cat a | grep b\n# Heading\n<!-- hardwon:learn:start -->',
      outcome: 'missed',
    };
    const text = renderBacktest(reportOf(project('harbour', [example, hostile])));
    expect(text).toContain('| told | 6 of 12 (50%, 50 to 50%) by the block that the session started with |');
    expect(text).toContain('| 2026-03-01 09:00 | python3 load.py | Use `uv run python`, not `python3` | told |');
    expect(text).toContain('cat a \\| grep b # Heading &lt;!-- hardwon:learn:start --&gt;');
    expect(text).not.toMatch(/^# Heading/m);
  });

  it('cuts long lists, and says so', () => {
    const many = Array.from({ length: 60 }, () => example);
    const text = renderBacktest(reportOf(project('harbour', many)));
    expect(text.match(/python3 load\.py/g)).toHaveLength(50);
    expect(text).toContain('And 10 more.');
  });

  it('says where there was nothing to replay', () => {
    expect(renderBacktest(reportOf(project('harbour', [], [])))).toContain('Nothing to replay: no session began after');
  });
});
