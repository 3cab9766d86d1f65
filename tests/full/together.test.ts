import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { files, lessons, mistakes } from './support/mistakes.ts';

let stage: ClientStage;
beforeAll(async () => {
  stage = await makeClientStage(files);
});
afterAll(() => stage.clear());

describe('two agents in one project', () => {
  it('learn together from what each did wrong once', async () => {
    await stage.work(claudeCode, ...mistakes);
    expect((await stage.learn()).lessons.map(({ status }) => status)).not.toContain('ready');
    await stage.work(codex, ...mistakes);
    const report = await stage.learn();
    expect(report.lessons).toMatchObject(lessons.map(({ guidance }) => ({ guidance, status: 'ready', occurrences: 2 })));
    for (const { evidence } of report.lessons)
      expect(evidence.map(({ agent }) => agent).sort()).toEqual(['claude-code', 'codex']);
  });
});
