import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { allow, withPrograms } from './support/live-project.ts';
import { countTimes, files } from './support/mistakes.ts';

let stage: ClientStage;
afterEach(() => stage.clear());

const entry = (number: number, guidance: string) => `## L-00${number}: A rule
- Phase: implement
- Dimension: maintainability
- Scope: (everywhere)
- Pattern: it went wrong
- Guidance: ${guidance}
- Confidence: high
- Occurrences: ${20 - number}
- First seen: 2026-01-01
- Last seen: 2026-01-01
- Kind: preference
- Status: ready
`;

/** The one that the prompt of every session names, and that comes last by what it cost. */
const NAMED = 'Count the berths from the pier.';
const RULES = [
  'Close the gates at night.',
  'Oil the locks.',
  'Sweep the quays.',
  'Dry the ropes.',
  'Light the lanterns.',
  NAMED,
];

/** A project with lessons that no context file tells. */
async function makeUntoldStage(live: object, contextFile: string): Promise<ClientStage> {
  const made = await makeClientStage(files);
  await mkdir(join(made.project, '.memory'));
  await made.write(
    '.memory/harness-learnings.md',
    `# Harness learnings\n\n${RULES.map((rule, at) => entry(at + 1, rule)).join('\n')}`,
  );
  await allow(made, live);
  await writeFile(join(made.project, contextFile), '# Harbour\n');
  return made;
}

const clients = [claudeCode, trustingHooks(codex), gemini, openCode];
const scopeOf = (agent: string) => (agent === 'gemini' ? '--project' : '--user');

describe('the first prompt', () => {
  it.each(clients)('says in $agent what its words name, once, where its hook is there', async (real) => {
    stage = await makeUntoldStage({ stop: 'ask' }, real.contextFile);
    const client = await withPrograms(real, stage);
    expect(await stage.run('install', client.agent, scopeOf(client.agent), '--apply')).toMatchObject({ code: 0 });
    const { asked } = await stage.work(client, { shell: 'npm run lint:all' }, { shell: 'npm run lint:all' });
    for (const { context } of asked) expect(countTimes(context, NAMED)).toBe(1);
    const told = RULES.filter((rule) => asked[0]?.context.includes(rule));
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.length).toBeLessThanOrEqual(5);
    // Taken up again, it is still in the conversation.
    const later = await stage.goOn(client, { shell: 'npm run lint:all' });
    for (const { context } of later.asked) expect(countTimes(context, NAMED)).toBe(1);
  });

  it.each(clients)('starts nothing in $agent without that setting: five are told at the start', async (real) => {
    stage = await makeUntoldStage({}, real.contextFile);
    const client = await withPrograms(real, stage);
    expect(await stage.run('install', client.agent, scopeOf(client.agent), '--apply')).toMatchObject({ code: 0 });
    const { asked } = await stage.work(client, { shell: 'npm run lint:all' });
    expect(RULES.filter((rule) => asked[0]?.context.includes(rule))).toHaveLength(5);
    // OpenCode tells what was asked when a session starts; the others tell it to a hook of its own.
    expect(asked[0]?.context.includes(NAMED)).toBe(client.agent === 'opencode');
    const later = await stage.goOn(client, { shell: 'npm run lint:all' });
    const told = RULES.filter((rule) => asked[0]?.context.includes(rule));
    for (const { context } of later.asked)
      expect(told.map((rule) => countTimes(context, rule))).toEqual([1, 1, 1, 1, 1]);
  });
});
