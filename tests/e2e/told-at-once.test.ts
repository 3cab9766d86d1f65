import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const story = `
sessions:
  - calls:
      - {shell: 'rg "pier\\\\|quay" src'}
      - {shell: 'rg "pier|quay" src', prints: "src/a.ts:const pier = 1"}
      - {shell: quay push --fast, fails: "unknown flag: --fast"}
      - {shell: quay push, prints: pushed}
`;

describe('a lesson of one session', () => {
  let stage: Stage;
  const match = async (command: string) => {
    const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command } });
    return (await stage.run(['match', '--json'], { stdin: call })).stdout;
  };

  beforeAll(async () => {
    stage = await makeStage(story);
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
  });

  it('is told by hooks where it states a known fact, and is in no context file', async () => {
    const { lessons } = await stage.learn();
    const fact = lessons.find(({ title }) => title.startsWith('ripgrep'));
    expect(fact).toMatchObject({ status: 'watching', told: 'at once', delivered: false });
    expect(await match('rg "berth\\|tide" src')).toContain(`"${fact?.id}"`);
    expect((await stage.read('CLAUDE.md')) ?? '').not.toContain('rg ');
    expect(joinLines((await stage.run(['learn', '--verbose'])).stdout)).toContain(
      `Hooks show ${fact?.id} even so: a known fact`,
    );
  });

  it('is told by nobody where its words are those of the session', async () => {
    const { lessons } = await stage.learn();
    const flag = lessons.find(({ title }) => title.includes('--fast'));
    expect(flag).toMatchObject({ status: 'watching', delivered: false });
    expect(flag).not.toHaveProperty('told');
    expect(await match('quay push --fast')).not.toContain('"L-');
  });
});
