import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';

const folder = resolve(import.meta.dirname, '../../skills/harness-learnings');
/** Only the body has this line. */
const INSTRUCTION = 'npx hardwon consult --prompt --phase verify';

let skill: string;
let description: string;
beforeAll(async () => {
  skill = await readFile(resolve(folder, 'SKILL.md'), 'utf8');
  description = /^description: (.*)$/m.exec(skill)?.[1] ?? '';
});

let stage: ClientStage;
afterEach(() => stage.clear());

/** A project with the skill where docs/plugin.md says that the client looks for it. */
async function makeSkilledStage(place: string): Promise<void> {
  stage = await makeClientStage({ 'berths.json': '{}\n', [`${place}/harness-learnings/SKILL.md`]: skill });
}

describe('the skill', () => {
  it.each<[string, Client, string]>([
    ['Claude Code', claudeCode, '.claude/skills'],
    ['Codex', codex, '.agents/skills'],
    ['Codex', codex, '.codex/skills'],
    ['Gemini CLI', gemini, '.agents/skills'],
    ['OpenCode', openCode, '.claude/skills'],
    ['OpenCode', openCode, '.agents/skills'],
    // The folders of the user, above the project.
    ['Claude Code', claudeCode, '../.claude/skills'],
    ['Codex', codex, '../.codex/skills'],
  ])('is offered to the model of %s (%#), and its body is not', async (_, client, place) => {
    await makeSkilledStage(place);
    const { asked, refused } = await stage.work(client, { shell: 'git status' });
    expect(refused).toEqual([]);
    const [request] = asked;
    const sent = JSON.stringify([request?.context, request?.body]);
    expect(description.length).toBeGreaterThan(100);
    expect(sent).toContain(JSON.stringify(description.slice(0, 200)).slice(1, -1));
    expect(sent).not.toContain(INSTRUCTION);
  });

  it('is loaded by Claude Code when its model asks for it', async () => {
    await makeSkilledStage('.claude/skills');
    const { asked } = await stage.work(claudeCode, { call: { name: 'Skill', input: { skill: 'harness-learnings' } } });
    expect(asked[1]?.context).toContain(INSTRUCTION);
  });

  it('is where Codex says when its model reads it', async () => {
    await makeSkilledStage('.agents/skills');
    const { asked } = await stage.work(codex, { read: '.agents/skills/harness-learnings/SKILL.md' });
    expect(asked[0]?.context).toMatch(/\(file: [^)]*harness-learnings\/SKILL\.md\)/);
    expect(asked[1]?.context).toContain(INSTRUCTION);
  });
});
