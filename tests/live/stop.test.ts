import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notedPath, type ProposedLessons, proposedPath } from '../../src/delivery/journal/noted.ts';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage } from './hook-stage.ts';

let stage: HookStage;
beforeEach(() => {
  stage = makeHookStage();
  stage.learn([makeLesson({ id: 'L-001' })]);
});
afterEach(() => stage.clear());

const fail = (id: string, agent?: string) =>
  stage.ask(
    'post-tool-use-failure',
    { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: id, error: 'broke' },
    agent,
  );
const noted = (agent = 'claude-code') => {
  const path = notedPath(stage.data, agent, 's');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

describe('a call that failed', () => {
  it('has its session noted at once, so that nothing needs to be started when the turn ends', async () => {
    await fail('a');
    const note = { agent: 'claude-code', session: 's', project: stage.root, at: new Date(0).toISOString() };
    expect(noted()).toEqual({ ...note, failures: 1 });
    await fail('b');
    await fail('b');
    expect(noted()).toMatchObject({ failures: 2 });
  });

  it('of Codex may be any, because it tells no exit code', async () => {
    const ran = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_response: 'made' };
    await stage.ask('post-tool-use', ran, 'codex');
    expect(noted('codex')).toMatchObject({ failures: 1 });
  });

  it('is not noted where it went well, where that is not wanted, nor for a session without a name', async () => {
    const went = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_response: 'made' };
    await stage.ask('post-tool-batch', { tool_calls: [{ ...went, tool_use_id: 'a' }] });
    await stage.ask('post-tool-use-failure', { ...went, error: 'broke', session_id: '' });
    stage.learn([makeLesson({ id: 'L-001' })], { stop: 'off' });
    await fail('a');
    expect(readdirSync(join(stage.data, 'live'))).not.toContain('noted');
  });
});

describe('the end of a turn', () => {
  it('is not answered unless that is wanted, and notes a session in which something failed', async () => {
    expect(await stage.ask('stop', {})).toBeUndefined();
    expect(noted()).toBeUndefined();
    await fail('a');
    expect(await stage.ask('stop', { stop_hook_active: false })).toBeUndefined();
    const note = { agent: 'claude-code', session: 's', project: stage.root, at: new Date(0).toISOString() };
    expect(noted()).toEqual({ ...note, failures: 1 });
    await fail('b');
    await stage.ask('stop', {});
    expect(noted()).toMatchObject({ failures: 2 });
  });

  it('of a session that somebody has decided about is noted again only when more failed', async () => {
    await fail('a');
    await stage.ask('stop', {});
    const before = noted();
    await stage.ask('stop', {});
    expect(noted()).toEqual(before);
  });

  it.each([
    ['subagent-stop', 'claude-code', { agent_id: 'sub' }],
    ['after-agent', 'gemini', {}],
    ['stop', 'opencode', {}],
  ])('is known as %s of %s', async (event, agent, fields) => {
    await fail('a', agent);
    await stage.ask(event, fields, agent);
    expect(noted(agent)).toMatchObject({ agent, failures: 1 });
  });

  it('of Codex, which tells no exit code, is always noted', async () => {
    await stage.ask('stop', {}, 'codex');
    expect(noted('codex')).toMatchObject({ failures: 1 });
    await stage.ask('stop', {}, 'codex');
    expect(noted('codex')).toMatchObject({ failures: 2 });
  });

  it('notes nothing where that is not wanted, nor for a session without a name', async () => {
    stage.learn([makeLesson({ id: 'L-001' })], { stop: 'ask' });
    await fail('a');
    await stage.ask('stop', { session_id: '' });
    stage.learn([makeLesson({ id: 'L-001' })], { stop: 'off' });
    await stage.ask('stop', {});
    expect(readdirSync(join(stage.data, 'live'))).not.toContain('noted');
  });
});

const propose = (lessons: unknown, session = 's', agent = 'claude-code') => {
  const path = proposedPath(stage.data, agent, session);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ agent, session, lessons } as ProposedLessons));
};
const lines = ['Run `make seed` before `make test`.', 'Use `uv run`.'];

describe('the end of a turn, with a person in front of Claude Code', () => {
  const person = { CLAUDE_CODE_ENTRYPOINT: 'cli' };
  const stop = (fields: object = {}, env: NodeJS.ProcessEnv = person, agent = 'claude-code') =>
    stage.ask('stop', fields, agent, env);
  beforeEach(async () => {
    stage.learn([makeLesson({ id: 'L-001' })], { stop: 'ask' });
    propose(lines);
    await fail('a');
  });

  it('asks before the result is returned, once, and not again with the next prompt', async () => {
    const said = await stop();
    const question = expect.stringMatching(/^Note of hardwon, not from the user: .* 2 lessons/);
    expect(said).toEqual({ hookEventName: 'Stop', additionalContext: question });
    for (const line of lines) expect(said?.additionalContext).toContain(`- ${line}`);
    await fail('b');
    expect(await stop()).toBeUndefined();
    expect(await stage.ask('user-prompt-submit', { prompt: 'Now the charts' })).toBeUndefined();
  });

  it.each([
    ['a hook has made this turn continue already', { stop_hook_active: true }, person, 'claude-code'],
    ['a subagent ends', { agent_id: 'sub' }, person, 'claude-code'],
    ['a script started the client', {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'claude-code'],
    ['the client does not say who started it', {}, {}, 'claude-code'],
    ['the client is another one', {}, person, 'codex'],
  ])('asks nothing where %s', async (_when, fields, env, agent) => {
    propose(lines, 's', agent);
    expect(await stop(fields, env, agent)).toBeUndefined();
    expect(await stage.ask('user-prompt-submit', { prompt: 'Now the charts' }, agent)).toBeDefined();
  });

  it('asks nothing where nothing has failed since', async () => {
    await stop();
    propose(['Keep handlers in `src/api/`.']);
    expect(await stop()).toBeUndefined();
  });
});

describe('the next prompt', () => {
  it('tells once what could be kept, as a note, with what each answer means', async () => {
    stage.learn([makeLesson({ id: 'L-001' })], { stop: 'ask' });
    expect(await stage.ask('user-prompt-submit', { prompt: 'go on' })).toBeUndefined();
    propose(lines);
    const said = await stage.ask('user-prompt-submit', { prompt: 'go on' });
    expect(said).toMatchObject({ hookEventName: 'UserPromptSubmit' });
    const text = String(said?.additionalContext);
    expect(text).toMatch(/^Note of hardwon, not from the user: .* 2 lessons/);
    for (const line of lines) expect(text).toContain(`- ${line}`);
    expect(text).toContain('[Y]: run `hardwon capture --from-session s --yes --human`.');
    expect(text).toContain('[E]: the user runs `hardwon capture --from-session s` in a terminal.');
    expect(await stage.ask('user-prompt-submit', { prompt: 'go on' })).toBeUndefined();
    propose([...lines, 'Keep handlers in `src/api/`.']);
    expect(await stage.ask('before-agent', {}, 'claude-code')).toBeDefined();
  });

  it('tells nothing unless that is wanted', async () => {
    propose(lines);
    expect(await stage.ask('user-prompt-submit', {})).toBeUndefined();
  });

  it.each([[[]], ['x'], [undefined], [[1, null]]])(
    'tells nothing of what is no list of lessons: %j',
    async (lessons) => {
      stage.learn([makeLesson({ id: 'L-001' })], { stop: 'ask' });
      propose(lessons);
      expect(await stage.ask('user-prompt-submit', {})).toBeUndefined();
    },
  );

  it('puts no session into a command whose name could be more than a name', async () => {
    stage.learn([makeLesson({ id: 'L-001' })], { stop: 'ask' });
    const session_id = 's; rm -rf ~';
    propose(lines, session_id);
    expect(await stage.ask('user-prompt-submit', { session_id })).toBeUndefined();
  });
});
