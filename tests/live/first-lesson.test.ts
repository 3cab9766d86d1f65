import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proposedPath } from '../../src/delivery/journal/noted.ts';
import { type HookStage, makeHookStage } from './hook-stage.ts';

let stage: HookStage;
beforeEach(() => {
  stage = makeHookStage();
});
afterEach(() => stage.clear());

const failure = { tool_name: 'Bash', tool_input: { command: 'make' }, error: 'broke' };
const propose = (lessons: unknown) => {
  const path = proposedPath(stage.data, 'claude-code', 's');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ agent: 'claude-code', session: 's', lessons }));
};
const sessions = () => {
  const folder = join(stage.data, 'live/sessions');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a project without a memory', () => {
  it('is asked on the next prompt whether its first lesson is kept, once', async () => {
    expect(await stage.ask('user-prompt-submit', { prompt: 'go on' })).toBeUndefined();
    propose(['Run `make seed` before `make test`.']);
    const said = await stage.ask('user-prompt-submit', { prompt: 'go on' });
    expect(said).toMatchObject({ hookEventName: 'UserPromptSubmit' });
    expect(String(said?.additionalContext)).toContain('- Run `make seed` before `make test`.');
    expect(String(said?.additionalContext)).toContain('hardwon capture --from-session s --yes --human');
    expect(await stage.ask('user-prompt-submit', { prompt: 'go on' })).toBeUndefined();
  });

  it('is asked before the result is returned where a person sits there and has a configuration', async () => {
    const person = { CLAUDE_CODE_ENTRYPOINT: 'cli' };
    propose(['Run `make seed` before `make test`.']);
    await stage.ask('post-tool-use-failure', failure);
    expect(await stage.ask('stop', {}, 'claude-code', person)).toBeUndefined();
    mkdirSync(join(stage.base, 'config'));
    expect(await stage.ask('stop', {}, 'claude-code', person)).toBeUndefined();
    await stage.ask('post-tool-use-failure', { ...failure, tool_use_id: 'd' });
    const said = await stage.ask('stop', {}, 'claude-code', person);
    expect(said).toMatchObject({ additionalContext: expect.stringContaining('- Run `make seed` before `make test`.') });
    expect(await stage.ask('user-prompt-submit', { prompt: 'go on' })).toBeUndefined();
  });

  it('is told nothing else, and only what failed in it is remembered', async () => {
    for (const event of ['session-start', 'pre-tool-use', 'stop'])
      expect(await stage.ask(event, failure)).toBeUndefined();
    await stage.ask('post-tool-use', { ...failure, error: undefined, tool_response: 'ok' });
    expect(sessions()).toEqual([]);
    expect(await stage.ask('post-tool-use-failure', failure)).toBeUndefined();
    expect(sessions()).toHaveLength(1);
  });

  it('is looked at when the turn ends, and not when a subagent does', async () => {
    const read = () => readFileSync(join(stage.data, 'live/sessions', sessions()[0] ?? ''), 'utf8');
    await stage.ask('post-tool-use-failure', failure);
    await stage.ask('subagent-stop', { agent_id: 'sub' });
    expect(read()).not.toContain('"stop"');
    await stage.ask('stop', {});
    expect(read()).toContain('"stop"');
  });

  it('keeps what is remembered of a session for 30 days', async () => {
    await stage.ask('post-tool-use-failure', failure);
    const [name = ''] = sessions();
    const old = new Date(-31 * 86_400_000);
    utimesSync(join(stage.data, 'live/sessions', name), old, old);
    await stage.ask('session-start', { session_id: 'another' });
    expect(sessions()).toEqual([]);
  });

  it('is a repository: elsewhere nothing is remembered', async () => {
    rmSync(join(stage.root, '.git'), { recursive: true });
    await stage.ask('post-tool-use-failure', failure);
    expect(sessions()).toEqual([]);
  });

  it('is not the home folder, whose repository holds settings', async () => {
    mkdirSync(join(stage.base, '.git'));
    await stage.ask('post-tool-use-failure', { ...failure, cwd: stage.base });
    expect(sessions()).toEqual([]);
  });
});
