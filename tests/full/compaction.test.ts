import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { files, PROVEN, withPrograms, writeProof } from './support/live-project.ts';
import { countTimes } from './support/mistakes.ts';

let stage: ClientStage;
afterEach(() => stage.clear());

/** A project with a lesson that no context file tells, and a client with hooks in it. */
async function makeUntold(real: Client): Promise<Client> {
  stage = await makeClientStage(files);
  await writeProof(stage);
  expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
  expect(await stage.run('install', real.agent, '--user', '--apply')).toMatchObject({ code: 0 });
  await stage.write(real.contextFile, '# Harbour\n');
  return withPrograms(real, stage);
}

const lint = { shell: 'npm run lint:all' };
const times = ({ asked }: { asked: { context: string }[] }) => asked.map(({ context }) => countTimes(context, PROVEN));

/** Codex sums up by itself what is more than its model can read: this one reads next to nothing. */
const shortCodex: Client = {
  ...codex,
  start(prompt, isResumed) {
    const { program, args } = codex.start(prompt, isResumed);
    return { program, args: [...args.slice(0, -1), '-c', 'model_auto_compact_token_limit=100', prompt] };
  },
};

describe('after a compaction', () => {
  it('claude-code is told once again what no file tells', async () => {
    const client = await makeUntold(claudeCode);
    expect(times(await stage.work(client, lint))).toEqual([1, 1]);
    const compacting: Client = { ...client, start: (_prompt, isResumed) => client.start('/compact', isResumed) };
    await stage.goOn(compacting, { say: 'The linter found nothing.' });
    const later = await stage.goOn(client, lint);
    expect(later.asked[0]?.context).toContain('The linter found nothing.');
    expect(times(later)).toEqual([1, 1]);
  });

  it('codex is told once again, while it works', async () => {
    const client = await makeUntold(trustingHooks(shortCodex));
    const session = await stage.work(client, lint, lint);
    for (const { context } of session.asked.slice(1))
      expect(context).toContain('summary produced by the other language model');
    expect(times(session)).toEqual([1, 1, 1]);
  });
});
