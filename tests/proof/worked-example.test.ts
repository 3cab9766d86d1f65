import { expect, it } from 'vitest';
import { call } from '../lessons/story.ts';
import { walk } from './walk.ts';

/** The example of docs/backtest.md, day by day. */
it('gives the figures that the page on backtests promises', async () => {
  const lacks = { outcome: 'failed', exitCode: 1, output: "ModuleNotFoundError: No module named 'polars'" } as const;
  const mistake = (day: number, script: string) => [
    call(`s${day}`, 1, { command: `python3 ${script}` }, lacks),
    call(`s${day}`, 2, { command: `uv run python ${script}` }),
  ];
  const { figures, cases } = await walk(
    [
      mistake(1, 'load.py'),
      mistake(2, 'check.py'),
      [
        ...mistake(3, 'plot.py'),
        call(
          's3',
          3,
          { command: 'npm test' },
          { outcome: 'failed', exitCode: 1, output: 'Tests  1 failed | 2 passed (3)' },
        ),
      ],
      [
        call('s4', 1, { command: 'python3 --version' }),
        call(
          's4',
          2,
          { command: 'make chart' },
          { outcome: 'failed', exitCode: 2, output: "make: *** No rule to make target 'chart'.  Stop." },
        ),
      ],
      [
        call(
          's5',
          1,
          { command: 'python3 plot.py' },
          {
            outcome: 'failed',
            exitCode: 2,
            output: "python3: can't open file '/srv/orchard/plot.py': [Errno 2] No such file or directory",
          },
        ),
      ],
    ],
    { choice: { folds: 4 } },
  );
  expect(figures).toMatchObject({
    sessions: 4,
    failures: 4,
    known: 2,
    told: 1,
    warned: 1,
    shown: 1,
    fixed: 1,
    agreed: 1,
    listed: 2,
    falseAlarms: 1,
    otherReasons: 1,
    stops: 0,
    stopsSaved: 0,
    wrongStops: 0,
    work: 1,
    verdict: 'not enough data',
  });
  expect(cases.map(({ call: { id }, outcome }) => [id, outcome])).toEqual([
    ['s2-1', 'missed'],
    ['s3-1', 'shown'],
    ['s4-1', 'worked'],
    ['s5-1', 'other-reason'],
  ]);
});
