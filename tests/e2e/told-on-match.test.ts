import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const mistake = `
  - calls:
      - {shell: quay push --fast, fails: "unknown flag: --fast"}
      - {shell: quay push, prints: pushed}`;
const plain = `
  - calls:
      - {shell: quay push, prints: pushed}`;

describe('a lesson that would not pay for its line', () => {
  let stage: Stage;
  const learn = async () => joinLines((await stage.run(['learn', '--verbose'])).stdout);

  beforeAll(async () => {
    stage = await makeStage(`sessions:${mistake.repeat(2)}${plain.repeat(58)}`);
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
  });

  it('is ready, in memory, and in no context file', async () => {
    const [lesson] = (await stage.learn()).lessons;
    expect(lesson).toMatchObject({ id: 'L-001', status: 'ready', told: 'on match', delivered: false });
    expect(await stage.read('.memory/harness-learnings.md')).toContain('- Told: on match\n');
    expect((await stage.read('CLAUDE.md')) ?? '').not.toContain('L-001');
  });

  it('is named by learn, with the way to see it while no hooks are installed', async () => {
    const shown = await learn();
    expect(shown).toContain('Shown when it applies, by hooks, hardwon consult and the MCP server: L-001.');
    expect(shown).toContain('install hooks: hardwon install');
    expect(joinLines((await stage.run(['why', 'L-001'])).stdout)).toContain(
      'told when a call matches or somebody asks',
    );
  });

  it('is told to who asks, and by hooks', async () => {
    const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'quay push --fast' } });
    expect((await stage.run(['match', '--json'], { stdin: call })).stdout).toContain('"L-001"');
    expect((await stage.run(['install', 'claude', '--apply'])).code).toBe(0);
    expect(await learn()).not.toContain('hardwon install');
  });

  it('gets its line by the word of a person', async () => {
    expect((await stage.run(['confirm', 'L-001', '--human'])).code).toBe(0);
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toContain('(L-001, seen twice)');
    expect(await learn()).not.toContain('Shown when it applies');
  });
});
