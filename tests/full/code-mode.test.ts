import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { codex } from './support/clients/codex.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { files, PROVEN, withPrograms, writeProof } from './support/live-project.ts';
import { countTimes } from './support/mistakes.ts';

/** Codex with its code mode, in which the only tool is `exec`, whose input is a script. */
const scripted: Client = {
  ...codex,
  start(prompt, isResumed) {
    const { program, args } = codex.start(prompt, isResumed);
    const features = ['code_mode', 'code_mode_only'].flatMap((name) => ['-c', `features.${name}=true`]);
    return { program, args: [...args.slice(0, -1), ...features, prompt] };
  },
};

const run = (command: string) => ({
  call: {
    name: 'exec',
    input: {},
    text: `const r = await tools.exec_command({cmd: ${JSON.stringify(command)}}); text(r.output)`,
  },
});
const STOPPED = 'Stopped by a hardwon note from ';

describe('the code mode of codex', () => {
  let stage: ClientStage;
  let client: Client;
  beforeAll(async () => {
    stage = await makeClientStage(files);
    client = await withPrograms(trustingHooks(scripted), stage);
    await writeProof(stage);
    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    expect(await stage.run('install', 'codex', '--user', '--apply')).toMatchObject({ code: 0 });
  }, 240_000);
  afterAll(() => stage.clear());

  const trigger = async () => (await stage.learn()).lessons.find(({ guidance }) => guidance === PROVEN)?.trigger;

  it('shows hooks the calls inside a script: one is stopped, passes the second time, and others are left alone', async () => {
    const python = run('python3 tools/tide.py');
    const { asked } = await stage.work(client, run('echo quay'), python, python, run('uv run python tools/tide.py'));
    expect(asked.map(({ context }) => countTimes(context, STOPPED))).toEqual([0, 0, 1, 1, 1]);
    expect(countTimes(asked[1]?.context, 'hardwon')).toBe(countTimes(asked[0]?.context, 'hardwon'));
    expect(asked[2]?.context).toContain(PROVEN);
    expect(asked[2]?.context).not.toContain('ModuleNotFoundError');
    expect(asked[3]?.context).toContain('ModuleNotFoundError');
    expect(asked[4]?.context).toContain('loaded by uv: run python tools/tide.py');
    // The one that was stopped did not fail, and taught nothing.
    expect(await trigger()).toMatchObject({ failed: 51, succeeded: 0 });
  });

  it('shows them what a script puts together while it runs', async () => {
    const script = `const file = ['tools', 'tide.py'].join('/');
for (const program of ['echo', 'python' + 3]) { const r = await tools.exec_command({cmd: program + ' ' + file}); text(r.output) }`;
    const { asked } = await stage.work(client, { call: { name: 'exec', input: {}, text: script } });
    expect(countTimes(asked[1]?.context, STOPPED)).toBe(1);
    expect(asked[1]?.context).not.toContain('ModuleNotFoundError');
  });
});
