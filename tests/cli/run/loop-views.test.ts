import { describe, expect, it } from 'vitest';
import type { LoopReport } from '../../../src/app/loop/loop-report.ts';
import { describeLoopEvent } from '../../../src/cli/run/events.ts';
import { viewLoop } from '../../../src/cli/run/view.ts';
import { viewLoopFigures } from '../../../src/cli/stats/loop-view.ts';
import type { Canvas } from '../../../src/cli/views/text.ts';
import { createPaint } from '../../../src/cli/views/text.ts';
import type { PastRun } from '../../../src/loop/run/history.ts';
import { addUp } from '../../../src/loop/run/loop-figures.ts';
import type { LoopEvent } from '../../../src/loop/run/loop-request.ts';

const canvas: Canvas = { paint: createPaint(false), columns: 60, home: '/home/ada' };

const past: PastRun = {
  id: '1',
  at: '2026-03-09T10:00:00Z',
  root: '/home/ada/harbour',
  status: 'passed',
  agent: 'claude',
  teacher: 'builtin',
  attempts: 2,
  passedAttempts: 1,
  firstPassed: false,
  rules: [{ category: 'testing', verdict: 'helped' }],
  turns: 12,
  costUsd: 0.4,
  unpriced: 0,
};

describe('viewLoopFigures', () => {
  it('adds up what came of tasks, by category and agent', () => {
    const runs = [
      past,
      {
        ...past,
        id: '2',
        status: 'failed' as const,
        passedAttempts: 0,
        rules: [],
        agent: 'codex',
        costUsd: 0,
        turns: 0,
        unpriced: 2,
      },
    ];
    expect(viewLoopFigures(addUp(runs), canvas)).toBe(
      [
        '2 tasks: 1 passed (50%), 1 failed.',
        '0 at the first attempt, 1 after a failure.',
        '4 attempts; 1 passed (25%).',
        '1 rule made; 1 helped.',
        '$0.40; 2 attempts did not report their cost. 12 turns.',
        '',
        'Rules by category',
        '  testing  1 made  1 helped',
        '',
        'By agent',
        '  claude  1 task  1 passed',
        '  codex   1 task  0 passed',
        '',
      ].join('\n'),
    );
  });

  it('names no cost that nobody told', () => {
    const told = viewLoopFigures(addUp([{ ...past, costUsd: 0, turns: 0, unpriced: 1 }]), canvas);
    expect(told).toContain('\n1 attempt did not report its cost.\n');
    expect(told).not.toContain('$');
    expect(viewLoopFigures(addUp([]), canvas)).toContain('No task has been run yet');
  });
});

describe('describeLoopEvent', () => {
  const events: [LoopEvent, string][] = [
    [
      { type: 'attempt', number: 2, of: 4, rules: [], toldFailures: 2, purpose: 'task' },
      'Attempt 2 of 4, told which tests failed',
    ],
    [
      { type: 'attempt', number: 3, of: 4, rules: [], toldFailures: 0, purpose: 'without-rules' },
      'Once more without the rules',
    ],
    [
      {
        type: 'tests',
        tests: {
          outcome: 'failed',
          passed: 1,
          failed: 1,
          skipped: 0,
          failing: ['a'],
          flaky: [],
          parsed: true,
          durationMs: 1,
        },
        lostTests: 1,
      },
      '  tests: 1 passed, 1 failed; 1 test fewer than before',
    ],
    [{ type: 'taught', teaching: { analysis: 'It is not known.' } }, '  no rule: It is not known.'],
    [
      { type: 'agent', event: { kind: 'tool', text: `Write ${'x'.repeat(80)}\u001b[31m` } },
      `  › Write ${'x'.repeat(49)}…`,
    ],
  ];
  it.each(events)('tells %j in a line', (event, line) => expect(describeLoopEvent(event, canvas)).toBe(line));
});

describe('viewLoop', () => {
  it('says of a rule that was only found afterwards that it is a candidate', () => {
    const report: LoopReport = {
      schema: 1,
      id: '1',
      task: 'x',
      status: 'passed',
      root: '/home/ada/harbour',
      agent: 'claude',
      teacher: { name: 'builtin', leavesMachine: false },
      attempts: [],
      rules: [
        {
          rule: 'Do it',
          when: 'Always',
          why: 'Else not',
          number: 1,
          attempt: 1,
          analysis: '',
          failing: [],
          verdict: 'recovered',
        },
      ],
      kept: {
        file: 'user',
        lessons: [{ id: 'L-004', title: 'Do it', status: 'watching' }],
        changes: [],
        applied: true,
      },
      totals: { attempts: 2, turns: 3, costUsd: 0.5, durationMs: 1 },
      folder: '/home/ada/x',
      notices: [],
    };
    const told = viewLoop(report, canvas);
    expect(told).toContain('a candidate: taken from the attempt that passed');
    expect(told).toContain('hardwon confirm L-004 --user');
  });
});
