import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignControlGroup } from '../../src/delivery/journal/control-group.ts';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage, PROOF } from './hook-stage.ts';

let stage: HookStage;
beforeEach(() => {
  stage = makeHookStage();
});
afterEach(() => stage.clear());

const python = makeLesson({
  id: 'L-001',
  confidence: 'high',
  guidance: 'Run `uv run python` instead of `python3`.',
  trigger: { rule: 'Bash(python3 *)', failed: 50, succeeded: 0 },
});
const call = { tool_name: 'Bash', tool_input: { command: 'python3 load.py' } };
const failed = { ...call, error: 'Exit code 1\nit broke' };

/** A session of the wanted side: the salt differs from run to run. */
function sessionOf(arm: 'told' | 'held-out', share = 0.5): string {
  for (let number = 0; number < 1000; number++)
    if (assignControlGroup(stage.data, { agent: 'claude-code', session: `s${number}` }, share) === arm)
      return `s${number}`;
  throw new Error(`no session is ${arm}`);
}

describe('drawArm', () => {
  it('draws the same for every hook of a session, and about the share that is wanted', () => {
    const draw = (number: number) => assignControlGroup(stage.data, { agent: 'codex', session: `${number}` }, 0.2);
    const drawn = Array.from({ length: 2000 }, (_, number) => draw(number));
    expect(drawn).toEqual(Array.from({ length: 2000 }, (_, number) => draw(number)));
    const heldOut = drawn.filter((arm) => arm === 'held-out').length;
    // Five standard deviations around 400.
    expect(Math.abs(heldOut - 400)).toBeLessThan(90);
  });

  it('draws otherwise on another machine', () => {
    const draws = (data: string) =>
      Array.from({ length: 64 }, (_, number) =>
        assignControlGroup(data, { agent: 'codex', session: `${number}` }, 0.5),
      ).join();
    expect(draws(`${stage.data}-one`)).not.toBe(draws(`${stage.data}-two`));
  });

  it('compares nothing unless it is asked for, nor sessions without a name', () => {
    expect(assignControlGroup(stage.data, { agent: 'codex', session: 's' }, 0)).toBeUndefined();
    expect(assignControlGroup(stage.data, { agent: 'codex', session: 's' }, undefined)).toBeUndefined();
    expect(assignControlGroup(stage.data, { agent: 'codex', session: '' }, 0.5)).toBeUndefined();
  });
});

describe('a session that is held out', () => {
  it.each(['warn', 'stop', 'rewrite'] as const)(
    'gets nothing where a lesson would %s, and what it would have got is noted',
    async (own) => {
      stage.learn([python], { holdout: 0.5 }, { ...PROOF, own });
      const session_id = sessionOf('held-out');
      expect(await stage.ask('session-start', { session_id, source: 'startup' })).toBeUndefined();
      expect(await stage.ask('pre-tool-use', { session_id, ...call })).toBeUndefined();
      expect(await stage.ask('post-tool-use-failure', { session_id, ...failed })).toBeUndefined();
      const as = { warn: 'advice', stop: 'denial', rewrite: 'rewrite' }[own];
      expect(stage.journal().map((entry) => [entry.what, entry.arm ?? entry.as])).toEqual([
        ['session', 'held-out'],
        ['withheld', 'session-start'],
        ['withheld', as],
        ['known-failure', undefined],
      ]);
    },
  );
});

describe('a session that is told', () => {
  it('gets what others get, and its known failures are noted each time', async () => {
    stage.learn([python], { holdout: 0.5 });
    const session_id = sessionOf('told');
    expect(await stage.ask('session-start', { session_id, source: 'startup' })).toBeDefined();
    expect(await stage.ask('pre-tool-use', { session_id, ...call })).toBeDefined();
    for (const tool_use_id of ['c', 'd'])
      await stage.ask('post-tool-use-failure', { session_id, ...failed, tool_use_id });
    const whats = stage.journal().map(({ what }) => what);
    expect(whats).toEqual(['session', 'shown', 'shown', 'mistake', 'known-failure', 'known-failure']);
  });

  it('is noted once, also where it is taken up again', async () => {
    stage.learn([python], { holdout: 0.5 });
    const session_id = sessionOf('told');
    for (const source of ['startup', 'resume', 'compact']) await stage.ask('session-start', { session_id, source });
    expect(stage.journal().filter(({ what }) => what === 'session')).toHaveLength(1);
  });

  it('is not noted where nothing is compared', async () => {
    stage.learn([python]);
    await stage.ask('session-start', { source: 'startup' });
    await stage.ask('post-tool-use-failure', failed);
    expect(stage.journal().map(({ what }) => what)).toEqual(['shown', 'shown']);
  });
});
