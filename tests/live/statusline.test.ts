import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignControlGroup } from '../../src/delivery/journal/control-group.ts';
import { readStatus, wordStatus } from '../../src/live/statusline.ts';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage } from './hook-stage.ts';

let stage: HookStage;
beforeEach(() => {
  stage = makeHookStage();
});
afterEach(() => stage.clear());

const python = makeLesson({
  id: 'L-001',
  guidance: 'Run `uv run python` instead of `python3`.',
  trigger: { rule: 'Bash(python3 *)', failed: 50, succeeded: 0 },
});
const bash = (command: string, id: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: id });

function draw(fields: unknown, env: Record<string, string> = {}): string {
  const folders = { cache: `${stage.base}/cache`, data: stage.data, config: `${stage.base}/config` };
  return wordStatus(readStatus(fields, 'claude-code', { env, folders, cwd: stage.base }));
}

describe('the status line', () => {
  it('tells lessons, and what was shown and helped in the session', async () => {
    stage.learn([python, makeLesson({ id: 'L-002' })]);
    expect(draw({ cwd: stage.root })).toBe('hardwon: 2 lessons');
    await stage.ask('pre-tool-use', bash('python3 a.py', 'a'));
    const sent = { session_id: 's', cwd: '/elsewhere', workspace: { current_dir: stage.root } };
    expect(draw(sent)).toBe('hardwon: 2 lessons · 1 shown');
    await stage.ask('post-tool-use-failure', { ...bash('python3 a.py', 'a'), error: 'Exit code 1\nbroke' });
    await stage.ask('pre-tool-use', bash('uv run python a.py', 'b'));
    await stage.ask('post-tool-batch', { tool_calls: [{ ...bash('uv run python a.py', 'b'), tool_response: 'ok' }] });
    expect(draw(sent)).toBe('hardwon: 2 lessons · 1 shown, 1 helped');
    expect(draw({ ...sent, session_id: 'another' })).toBe('hardwon: 2 lessons');
  });

  it.each([[undefined], [null], ['text'], [[]], [{ cwd: 3, session_id: {} }]])('says little for %j', (fields) => {
    expect(draw(fields)).toBe('hardwon: no lessons yet');
  });

  it('says why nothing is said', () => {
    stage.learn([python], { holdout: 0.5 });
    const session_id = Array.from({ length: 200 }, (_, number) => `s${number}`).find(
      (session) => assignControlGroup(stage.data, { agent: 'claude-code', session }, 0.5) === 'held-out',
    );
    expect(draw({ session_id, cwd: stage.root })).toBe('hardwon: 1 lesson · silent in this session (held out)');
    expect(draw({ cwd: stage.root }, { HARDWON_LIVE: 'off' })).toBe('hardwon: 1 lesson · hooks are off');
    stage.learn([python], { mode: 'off' });
    expect(draw({ cwd: stage.root })).toBe('hardwon: 1 lesson · hooks are off');
  });
});
