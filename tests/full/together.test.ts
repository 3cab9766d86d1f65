import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { withPrograms, writeProof } from './support/live-project.ts';
import { countTimes, files, lessons, mistakes } from './support/mistakes.ts';

let stage: ClientStage;
afterEach(() => stage.clear());

describe('two agents in one project', () => {
  it('learn together from what each did wrong once, and tell a third', async () => {
    stage = await makeClientStage(files);
    await stage.work(claudeCode, ...mistakes);
    expect((await stage.learn()).lessons.map(({ status }) => status)).not.toContain('ready');
    await stage.work(codex, ...mistakes);
    const report = await stage.learn();
    expect(report.lessons).toMatchObject(
      lessons.map(({ guidance }) => ({ guidance, status: 'ready', occurrences: 2 })),
    );
    for (const { evidence } of report.lessons)
      expect(evidence.map(({ agent }) => agent).sort()).toEqual(['claude-code', 'codex']);

    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    for (const client of [claudeCode, codex, openCode]) await expectToldOnce(client);
  });

  it('are told once each where the file of one brings in that of the other', async () => {
    stage = await makeClientStage({
      ...files,
      'AGENTS.md': 'Berths are numbered from the pier.\n',
      'CLAUDE.md': '@AGENTS.md\n',
    });
    await stage.work(claudeCode, ...mistakes);
    await stage.work(codex, ...mistakes);
    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    expect(await stage.read('CLAUDE.md')).toBe('@AGENTS.md\n');
    for (const client of [claudeCode, codex]) await expectToldOnce(client);
  });
});

describe('two clients at once', () => {
  it.each([
    ['claude-code and codex', claudeCode, trustingHooks(codex)],
    ['gemini and opencode', gemini, openCode],
  ])('are stopped once each: %s', async (_names, ...real) => {
    stage = await makeClientStage(files);
    await writeProof(stage);
    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    const clients = await Promise.all(real.map((client) => withPrograms(client, stage)));
    for (const { agent } of clients) {
      const scope = agent === 'gemini' ? '--project' : '--user';
      expect(await stage.run('install', agent, scope, '--apply')).toMatchObject({ code: 0 });
    }
    const python = { shell: 'python3 tools/tide.py' };
    const sessions = await Promise.all(clients.map((client) => stage.work(client, python, python)));
    for (const { asked } of sessions) {
      expect(asked.map(({ context }) => countTimes(context, 'Stopped by a hardwon note from '))).toEqual([0, 1, 1]);
      expect(asked[2]?.context).toContain('ModuleNotFoundError');
    }
  });
});

async function expectToldOnce(client: Client): Promise<void> {
  const { asked } = await stage.work(client, { shell: 'npm run lint:all' });
  const times = lessons.map(({ guidance }) => countTimes(asked[0]?.context, guidance));
  expect({ agent: client.agent, times }).toEqual({ agent: client.agent, times: lessons.map(() => 1) });
}
