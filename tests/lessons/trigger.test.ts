import { describe, expect, it } from 'vitest';
import { viewSession } from '../../src/failures/recovery/session-view.ts';
import { History } from '../../src/lessons/history.ts';
import { rememberThread } from '../../src/lessons/remember.ts';
import { findMatches } from '../../src/lessons/trigger.ts';
import { call, roots } from './story.ts';

describe('findMatches', () => {
  const history = new History();
  const calls = [
    call('s1', 1, { command: 'cd web && npm run build -- --fast' }),
    call('s1', 2, { command: 'npm run build' }, { outcome: 'failed', output: 'broken' }),
    call('s1', 3, { command: 'npm run check' }),
  ];
  for (const view of viewSession(calls, roots)) history.add(rememberThread(view), roots);

  it.each([
    ['Bash(npm run build *)', ['s1-1', 's1-2']],
    ['Bash(npm run {build,check})', ['s1-2', 's1-3']],
    ['Bash(npm * --fast *)', ['s1-1']],
    ['Bash(npm * --fa *)', []],
    ['Read(npm)', []],
    ['nonsense', []],
  ])('%s', (rule, expected) => {
    expect([...findMatches(rule, history)].map((deed) => deed.call).sort()).toEqual(expected);
  });
});
