import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage, PROOF } from './hook-stage.ts';

let stage: HookStage;
let root: string;
beforeEach(() => {
  stage = makeHookStage();
  root = stage.root;
});
afterEach(() => stage.clear());

const learn: HookStage['learn'] = (...parts) => stage.learn(...parts);
const ask: HookStage['ask'] = (event, fields, agent) => stage.ask(event, fields, agent);

const bash = (command: string, more: object = {}) => ({ tool_name: 'Bash', tool_input: { command, ...more } });
const proven = makeLesson({
  id: 'L-001',
  confidence: 'high',
  guidance: 'Run `uv run python` instead of `python3`: `python3` lacks `polars` here.',
  trigger: { rule: 'Bash(python3 *)', failed: 50, succeeded: 0 },
});

describe('rewriting', () => {
  it('sends what works, with every other argument as it was, and says so once', async () => {
    learn([proven], {}, { ...PROOF, own: 'rewrite' });
    const call = bash('python3 load.py', { timeout: 5000, description: 'Load' });
    const first = await ask('pre-tool-use', call);
    expect(first).toMatchObject({
      updatedInput: { command: 'uv run python load.py', timeout: 5000, description: 'Load' },
    });
    expect(first?.additionalContext).toContain('hardwon ran `uv run python` in place of `python3`.');
    const again = await ask('pre-tool-use', call);
    expect(again).toEqual({
      hookEventName: 'PreToolUse',
      updatedInput: { ...call.tool_input, command: 'uv run python load.py' },
    });
  });

  it.each(['python3 a.py | tail', 'cd x && python3 a.py', 'python3 "$FILE"', 'python3 a.py > out'])(
    'leaves %s to the agent, and stops it instead',
    async (command) => {
      learn([proven], {}, { ...PROOF, own: 'rewrite' });
      expect(await ask('pre-tool-use', bash(command))).toMatchObject({ permissionDecision: 'deny' });
    },
  );

  it('is not done unless it is asked for', async () => {
    learn([proven], { mode: 'stop' });
    expect(await ask('pre-tool-use', bash('python3 a.py'))).not.toHaveProperty('updatedInput');
  });
});

describe('a script of the code mode', () => {
  const source = 'const r = await tools.exec_command({cmd: "python3 load.py"}); text(r.output)';

  it('is answered like the commands in it, and never rewritten', async () => {
    learn([proven], {}, { ...PROOF, own: 'rewrite' });
    const answer = await ask('pre-tool-use', { tool_name: 'exec', tool_input: { input: source } }, 'codex');
    expect(answer).toMatchObject({ permissionDecision: 'deny' });
    expect(answer).not.toHaveProperty('updatedInput');
  });

  it('is advised about a command in it', async () => {
    learn([proven]);
    const answer = await ask('pre-tool-use', { tool_name: 'exec', tool_input: source }, 'codex');
    expect(answer?.additionalContext).toContain('uv run python');
  });
});

describe('denying', () => {
  it.each([
    ['seen too seldom', { failed: 2, succeeded: 0 }, 'high'],
    ['that often worked', { failed: 9, succeeded: 1 }, 'high'],
    ['of low confidence', { failed: 9, succeeded: 0 }, 'low'],
  ] as const)('is not done for what was %s: a note is said', async (_what, counts, confidence) => {
    learn([{ ...proven, confidence, trigger: { rule: 'Bash(python3 *)', ...counts } }], { mode: 'stop' });
    expect(await ask('pre-tool-use', bash('python3 a.py'))).toHaveProperty('additionalContext');
  });
});

describe('a trigger that only the disk can tell', () => {
  const mismatch = makeLesson({
    id: 'L-002',
    kind: 'convention',
    trigger: { rule: 'Edit(**)', when: 'old text is not in the file', failed: 0, succeeded: 0 },
  });
  const edit = (file: string, old: string) => ({
    ...{ tool_name: 'Edit', session_id: `${file} ${old}` },
    tool_input: { file_path: file, old_string: old, new_string: 'x' },
  });

  it('is asked of the disk, inside the project', async () => {
    learn([mismatch]);
    writeFileSync(join(root, 'tide.ts'), 'const tide = 1;\n');
    writeFileSync(join(stage.base, 'outside.ts'), 'const tide = 1;\n');
    expect(await ask('pre-tool-use', edit(join(root, 'tide.ts'), 'const tide = 2'))).toHaveProperty(
      'additionalContext',
    );
    expect(await ask('pre-tool-use', edit(join(root, 'tide.ts'), 'const tide = 1'))).toBeUndefined();
    expect(await ask('pre-tool-use', edit(join(root, 'gone.ts'), 'const tide = 2'))).toBeUndefined();
    expect(await ask('pre-tool-use', edit(join(stage.base, 'outside.ts'), 'const tide = 2'))).toBeUndefined();
  });
});

describe('subagents', () => {
  it('are told when they start, each for itself', async () => {
    learn([proven]);
    for (const agent_id of ['a', 'b'])
      expect(await ask('subagent-start', { agent_id })).toMatchObject({
        hookEventName: 'SubagentStart',
        additionalContext: expect.stringContaining('(L-001, seen 3 times)'),
      });
  });
});

describe('at the start', () => {
  it('says five lessons at most, as much as fits, passing over what is too long', async () => {
    const lessons = Array.from({ length: 40 }, (_, number) =>
      makeLesson({
        id: `L-${100 + number}`,
        guidance: number === 0 ? 'x'.repeat(990) + '. '.repeat(900) : `Do the ${'very '.repeat(20)}thing ${number}.`,
      }),
    );
    learn(lessons);
    const { additionalContext = '' } = (await ask('session-start', { source: 'startup' })) as {
      additionalContext: string;
    };
    const told = additionalContext.split('\n').length - 1;
    expect(told).toBe(5);
    // The estimate of the budget: 3.5 letters a token.
    expect(additionalContext.length / 3.5).toBeLessThanOrEqual(600);
  });

  it('says first what the prompt is about, where the client tells it', async () => {
    const about = (number: number, what: string) => makeLesson({ id: `L-00${number}`, guidance: `Mind the ${what}.` });
    learn(['gates', 'locks', 'quays', 'ropes', 'tides', 'manifest'].map((what, number) => about(number + 1, what)));
    const said = async (fields: object) =>
      `${(await ask('session-start', { source: 'startup', ...fields }))?.additionalContext}`;
    expect(await said({ session_id: 'one' })).not.toContain('manifest');
    const [, first] = (await said({ session_id: 'two', prompt: 'Export the manifest of every berth.' })).split('\n');
    expect(first).toContain('Mind the manifest.');
  });

  describe('with the first prompt, where its hook is there', () => {
    const named = ['gates', 'locks', 'quays', 'ropes', 'tides', 'manifest'];
    const lessons = named.map((what, number) => makeLesson({ id: `L-00${number + 1}`, guidance: `Mind the ${what}.` }));
    const prompt = { prompt: 'Export the manifest and the tides of every berth.' };
    const say = async (event: string, fields: object, agent?: string) => {
      const said = (await ask(event, fields, agent))?.additionalContext;
      return named.filter((what) => `${said}`.includes(`Mind the ${what}.`));
    };

    it.each([
      ['claude-code', 'user-prompt-submit'],
      ['codex', 'user-prompt-submit'],
      ['gemini', 'before-agent'],
    ])('says what its words name and nothing has told: %s', async (agent, event) => {
      learn(lessons, { stop: 'ask' });
      expect(await say('session-start', { source: 'startup' }, agent)).toEqual(['gates', 'locks', 'quays']);
      expect(await say(event, prompt, agent)).toEqual(['tides', 'manifest']);
      expect(await ask(event, { prompt: 'And the ropes.' }, agent)).toBeUndefined();
    });

    it('says nothing twice, and all of it again after a compaction', async () => {
      learn(lessons, { stop: 'ask' });
      await ask('session-start', { source: 'startup' });
      await ask('user-prompt-submit', prompt);
      expect(await say('session-start', { source: 'resume' })).toEqual(['ropes']);
      expect(await ask('session-start', { source: 'resume' })).toBeUndefined();
      await ask('session-start', { source: 'compact' });
      expect(await say('user-prompt-submit', prompt)).toEqual(['tides', 'manifest']);
    });

    it('says nothing where nobody wants to be asked: five are told at the start', async () => {
      learn(lessons);
      expect(await say('session-start', { source: 'startup' })).toHaveLength(5);
      expect(await ask('user-prompt-submit', prompt)).toBeUndefined();
    });
  });

  it('says nothing to a session that is taken up again of what was said about its calls', async () => {
    learn([proven]);
    await ask('pre-tool-use', bash('python3 load.py'));
    expect(await ask('session-start', { source: 'resume' })).toBeUndefined();
  });

  it('says nothing that is only about the tools of another agent', async () => {
    const evidence = [{ agent: 'codex', session: 's', call: 'c', at: '2026-01-01T00:00:00Z' }];
    learn([makeLesson({ id: 'L-001', kind: 'tool-use', evidence })]);
    expect(await ask('session-start', { source: 'startup' })).toBeUndefined();
    expect(await ask('session-start', { source: 'startup' }, 'codex')).toBeDefined();
  });
});
