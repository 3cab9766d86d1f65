import { afterEach, describe, expect, it } from 'vitest';
import { makeWorkshop, type Workshop } from '../workshop.ts';

let workshop: Workshop | undefined;
afterEach(() => workshop?.remove());

const DEPLOY =
  '---\nname: deploy\ndescription: Deploys the harbour with helm.\n---\n\n# Deploy\n\nRun `helm upgrade`.\n';
const TESTS =
  '---\nname: testing\ndescription: How tests are run.\n---\n\n# Tests\n\nRun `make test` and look at the tables.\n';

async function prepare(...skills: [string, string][]): Promise<Workshop> {
  workshop = await makeWorkshop();
  for (const [name, text] of skills) await workshop.write(name, text);
  await workshop.remember({
    id: 'L-001',
    fields: { Guidance: 'Run `make seed` before `make test`: the tables are empty.' },
  });
  return workshop;
}

describe('planSkill', () => {
  it('amends the skill that is about it, and leaves every other line', async () => {
    const shop = await prepare(['.claude/skills/deploy/SKILL.md', DEPLOY], ['.claude/skills/testing/SKILL.md', TESTS]);
    const { outcome, memory } = await shop.promote('L-001', { mechanism: 'skill' });
    expect(outcome[0]?.targets).toEqual(['.claude/skills/testing/SKILL.md']);
    const text = await shop.read('.claude/skills/testing/SKILL.md');
    expect(text?.startsWith(TESTS)).toBe(true);
    expect(text).toContain('- Run `make seed` before `make test`: the tables are empty. (L-001)');
    expect(await shop.read('.claude/skills/deploy/SKILL.md')).toBe(DEPLOY);
    expect(memory.entries[0]?.promoted).toBe('.claude/skills/testing/SKILL.md');
  });

  it('is offered only where there is a skill of the project, and takes the one that is named', async () => {
    const shop = await prepare(['.agents/skills/deploy/SKILL.md', DEPLOY], ['.agents/skills/other/SKILL.md', DEPLOY]);
    await expect(shop.promote('L-001', { mechanism: 'skill' })).rejects.toThrow(
      'No skill of the project is clearly about L-001',
    );
    const { outcome } = await shop.promote('L-001', { mechanism: 'skill', target: '.agents/skills/other/SKILL.md' });
    expect(outcome[0]?.targets).toEqual(['.agents/skills/other/SKILL.md']);
    expect((await shop.promote('L-001')).outcome[0]?.alternatives).toContain('skill');
  });

  it('says where there is none; the skill of hardwon itself is left alone', async () => {
    const shop = await prepare(['.claude/skills/harness-learnings/SKILL.md', TESTS]);
    await expect(shop.promote('L-001', { mechanism: 'skill' })).rejects.toThrow('no skill that could be amended');
    expect((await shop.promote('L-001')).outcome[0]?.alternatives).not.toContain('skill');
  });
});
