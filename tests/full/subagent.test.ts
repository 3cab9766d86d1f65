import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { files, PROVEN, withPrograms, writeProof } from './support/live-project.ts';
import { countTimes } from './support/mistakes.ts';

const STOPPED = 'Stopped by a hardwon note from ';

describe('a subagent of claude-code', () => {
  let stage: ClientStage;
  let client: Client;
  beforeAll(async () => {
    stage = await makeClientStage(files);
    client = await withPrograms(claudeCode, stage);
    await writeProof(stage);
    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    expect(await stage.run('install', 'claude-code', '--user', '--apply')).toMatchObject({ code: 0 });
  }, 240_000);
  afterAll(() => stage.clear());

  it('is stopped once by itself, whatever was said to the conversation', async () => {
    const python = { shell: 'python3 tools/tide.py' };
    const input = { description: 'Load the tides', prompt: 'Load the tides.', subagent_type: 'general-purpose' };
    const delegate = { call: { name: 'Agent', input: { ...input, run_in_background: false } } };
    const { asked } = await stage.work(client, python, delegate, python, python, { say: 'The tides are loaded.' });
    const [, , first, stopped, passed, last] = asked.map(({ context }) => context);
    // The conversation of the subagent begins anew.
    expect(countTimes(first, STOPPED)).toBe(0);
    expect(first).toContain('Load the tides.');
    expect(countTimes(stopped, STOPPED)).toBe(1);
    expect(stopped).toContain(PROVEN);
    expect(passed).toContain('ModuleNotFoundError');
    expect(countTimes(last, STOPPED)).toBe(1);
  });
});
