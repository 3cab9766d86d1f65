import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage, type Stage } from '../e2e/stage.ts';
import { readDocument, splitCode } from './markdown.ts';

afterAll(clearStages);

const page = readDocument('docs/promote.md');
const { blocks } = splitCode(page);
const example = blocks.find(({ text }) => text.startsWith('## L-012'))?.text ?? '';

/** The part of the page on one mechanism: its command, the file that it names, and what is shown of that file. */
function readSection(heading: string) {
  const text = page.split(`\n### ${heading}\n`)[1]?.split(/\n### |\n## Promote/)[0] ?? '';
  const [command, ...shown] = splitCode(text).blocks.map((block) => block.text);
  const args = command?.trim().split(' ').slice(1) ?? [];
  return { args, shown, files: [...text.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)].map((match) => match[1] ?? '') };
}

async function promote(heading: string): Promise<{ stage: Stage; shown: string[]; files: string[] }> {
  const stage = await makeStage();
  await stage.write('.memory/harness-learnings.md', example);
  await stage.write('CLAUDE.md', '# Harbour\n');
  await stage.write(
    'package.json',
    '{\n  "scripts": {\n    "test": "node --test",\n    "db:seed": "node seed.mjs"\n  }\n}\n',
  );
  const { args, shown, files } = readSection(heading);
  const { code, stderr } = await stage.run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return { stage, shown, files };
}

describe.concurrent('the page on promotion', () => {
  it('shows the rule that is written', async () => {
    const { stage, shown } = await promote('Rule');
    expect(await stage.read('CLAUDE.md')).toBe(`# Harbour\n\n${shown[0]}`);
  });

  it('shows the decision that is written', async () => {
    const { stage, shown, files } = await promote('ADR');
    expect((await stage.read(files[0] ?? ''))?.startsWith(shown[0] ?? '?')).toBe(true);
  });

  it('shows a part of the test that is written', async () => {
    const { stage, shown, files } = await promote('Test');
    expect(await stage.read(files[0] ?? '')).toContain(shown[0]?.trim());
  });

  it('shows how the hook is declared, and what it says', async () => {
    const { stage, shown, files } = await promote('Hook');
    expect(await stage.read(files[0] ?? '')).toContain(JSON.stringify(shown[1]?.trim().replace('L-012: ', '')));
    expect(await stage.read('.claude/settings.json')).toContain(shown[0]?.trim());
  });

  it('names the check that is written', async () => {
    const { stage, files } = await promote('Check');
    expect(await stage.read(files[0] ?? '')).toContain('matchesRule');
  });

  it('has every mechanism, suggested for the example as it says', async () => {
    const stage = await makeStage();
    await stage.write('.memory/harness-learnings.md', example);
    const { promotions } = JSON.parse((await stage.run(['promote', '--json'])).stdout);
    expect(promotions).toMatchObject([{ mechanism: 'hook', alternatives: ['rule', 'adr', 'test', 'check'] }]);
  });
});
