import { describe, expect, it } from 'vitest';
import type { LoopReport } from '../../../src/app/loop/loop-report.ts';
import { viewLoop } from '../../../src/cli/run/view.ts';
import { createPaint } from '../../../src/cli/views/text.ts';

const canvas = { paint: createPaint(false), columns: 80, home: '/home/ada' };
const report: LoopReport = {
  schema: 1,
  id: 'run-1',
  task: 'Moor the ship',
  status: 'passed',
  root: '/home/ada/harbour',
  agent: 'claude',
  teacher: { name: 'builtin', leavesMachine: false },
  attempts: [],
  rules: [],
  totals: { attempts: 2, turns: 0, costUsd: 0, durationMs: 1 },
  folder: '/home/ada/.local/share/hardwon/loop/runs/run-1',
  notices: [],
};

describe('viewLoop', () => {
  it.each([
    ['user', 'hardwon confirm L-002 L-003 --user\n'],
    ['project', 'hardwon confirm L-002 L-003\n'],
  ] as const)('says how candidates in the memory of the %s are confirmed', (file, command) => {
    const lessons = ['ready', 'watching', 'watching'].map((status, index) => ({
      id: `L-00${index + 1}`,
      title: 'x',
      status,
    }));
    expect(viewLoop({ ...report, kept: { file, lessons, changes: [], applied: true } }, canvas)).toContain(command);
    expect(viewLoop({ ...report, kept: { file, lessons, changes: [], applied: false } }, canvas)).not.toContain(
      'confirm',
    );
  });

  it.each([
    [
      'project',
      "hardwon undo --project '/home/ada/my harbour'\n",
      "hardwon confirm L-001 --project '/home/ada/my harbour'\n",
    ],
    ['user', 'hardwon undo --user\n', 'hardwon confirm L-001 --user\n'],
  ] as const)('names the %s in its commands where one stands elsewhere', (file, undo, confirm) => {
    const root = '/home/ada/my harbour';
    const lessons = [{ id: 'L-001', title: 'x', status: 'watching' }];
    const kept = { file, lessons, changes: [], applied: true };
    const elsewhere = viewLoop({ ...report, root, kept }, canvas, '/home/ada');
    expect(elsewhere).toContain(undo);
    expect(elsewhere).toContain(confirm);
    expect(viewLoop({ ...report, root, kept }, canvas, `${root}/src`)).toContain('hardwon undo\n');
  });
});
