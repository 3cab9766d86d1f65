import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readContradictions } from '../../src/delivery/journal/contradictions.ts';
import { rewrittenPaths } from '../../src/delivery/journal/rewritten.ts';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage, PROOF } from './hook-stage.ts';

const proven = makeLesson({
  id: 'L-001',
  confidence: 'high',
  guidance: 'Run `uv run python` instead of `python3`: `python3` lacks `polars` here.',
  trigger: { rule: 'Bash(python3 *)', failed: 50, succeeded: 0 },
});
const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });
const asked = bash('python3 load.py');
const ran = bash('uv run python load.py');
const error = 'Exit code 2\nerror: Failed to spawn: `python`';
const rewritten = { updatedInput: { command: 'uv run python load.py' } };

let stage: HookStage;
beforeEach(() => {
  stage = makeHookStage();
  stage.learn([proven], {}, { ...PROOF, own: 'rewrite' });
});
afterEach(() => stage.clear());

describe('a call that was rewritten', () => {
  it('and failed is the last one that its lesson rewrites in the session, and the agent is told', async () => {
    expect(await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'a' })).toMatchObject(rewritten);
    const said = await stage.ask('post-tool-use-failure', { ...ran, tool_use_id: 'a', error });
    expect(said?.additionalContext).toContain('lesson L-001, and failed. The lesson rewrites no more calls');
    // The batch tells of the same call.
    expect(
      await stage.ask('post-tool-batch', { tool_calls: [{ ...ran, tool_use_id: 'a', tool_response: error }] }),
    ).toBeUndefined();
    expect(await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'b' })).toBeUndefined();
    expect(stage.journal().filter(({ what }) => what === 'undone')).toMatchObject([{ lesson: 'L-001', call: 'a' }]);
  });

  it('and failed is the last one in other sessions, too, until lessons are compiled again', async () => {
    await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'a' });
    await stage.ask('post-tool-use-failure', { ...ran, tool_use_id: 'a', error });
    expect(await stage.ask('pre-tool-use', { ...asked, session_id: 'other' })).toBeUndefined();
  });

  it('is looked at each time, not only the first', async () => {
    await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'a' });
    await stage.ask('post-tool-batch', { tool_calls: [{ ...ran, tool_use_id: 'a', tool_response: 'loaded' }] });
    expect(await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'b' })).toMatchObject(rewritten);
    await stage.ask('post-tool-use-failure', { ...ran, tool_use_id: 'b', error });
    expect(await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'c' })).toBeUndefined();
  });

  it('of a client that has no ids is known by what it was made into', async () => {
    const shell = (command: string) => ({
      tool_name: 'run_shell_command',
      tool_input: { command },
      tool_use_id: undefined,
    });
    expect(await stage.ask('before-tool', shell('python3 load.py'), 'gemini')).toMatchObject({
      tool_input: { command: 'uv run python load.py' },
    });
    const llmContent = 'Output: error: Failed to spawn: `python`\nExit Code: 2';
    const said = await stage.ask(
      'after-tool',
      { ...shell('uv run python load.py'), tool_response: { llmContent } },
      'gemini',
    );
    expect(said).toMatchObject({ decision: 'deny', reason: expect.stringContaining(`${llmContent}\n\nhardwon note`) });
    expect(await stage.ask('before-tool', shell('python3 load.py'), 'gemini')).toBeUndefined();
  });

  it.each([
    ['went well', 'post-tool-batch', { tool_calls: [{ ...ran, tool_use_id: 'a', tool_response: 'loaded' }] }],
    ['found red tests', 'post-tool-use-failure', { ...ran, error: 'Exit code 1\n2 failed, 3 passed in 0.5s' }],
    ['was stopped by the user', 'post-tool-use-failure', { ...ran, error, is_interrupt: true }],
    ['is another one', 'post-tool-use-failure', { ...ran, error, tool_use_id: 'x' }],
  ])('and %s is no reason to stop', async (_what, event, end) => {
    await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'a' });
    await stage.ask(event, { tool_use_id: 'a', ...end });
    expect(await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'b' })).toMatchObject(rewritten);
    expect(readContradictions(stage.data, stage.root).size).toBe(0);
  });

  it('is noted each time, and sent as it is where that cannot be', async () => {
    for (const tool_use_id of ['a', 'b']) await stage.ask('pre-tool-use', { ...asked, tool_use_id });
    const [path] = rewrittenPaths(stage.data);
    const noted = { at: new Date(0).toISOString(), lesson: 'L-001', agent: 'claude-code', session: 's' };
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...noted, call: 'a' },
      { ...noted, call: 'b' },
    ]);
    rmSync(path);
    mkdirSync(path);
    expect(await stage.ask('pre-tool-use', { ...asked, session_id: 'other' })).not.toHaveProperty('updatedInput');
  });

  it('is noted without its command', async () => {
    await stage.ask('pre-tool-use', { ...asked, tool_use_id: 'a' });
    await stage.ask('post-tool-use-failure', { ...ran, tool_use_id: 'a', error });
    const text = readFileSync(join(stage.data, 'live/contradictions.ndjson'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      ...{ as: 'rewrite', at: new Date(0).toISOString(), project: stage.root, lesson: 'L-001' },
      ...{ agent: 'claude-code', session: 's', call: 'a' },
    });
  });
});
