import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare } from '../docs/fields.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';
const lesson = (id: string, guidance: string, seen: number) => `## ${id}: ${guidance}
- Guidance: ${guidance}
- Confidence: medium
- Occurrences: ${seen}
- First seen: 2026-02-0${seen}
- Last seen: 2026-03-0${seen}
- Status: ready
`;
const TEXT = [
  lesson('L-001', 'Seed the tables first', 2),
  lesson('L-002', 'Run `make seed` before the tests', 4),
  lesson('L-003', 'Tests need seeds', 1),
].join('\n');

async function makeRemembering(): Promise<Stage> {
  const stage = await makeStage();
  await stage.write(MEMORY, TEXT);
  return stage;
}

describe('hardwon merge', () => {
  it('makes one of two: the first stays, with what both were seen', async () => {
    const stage = await makeRemembering();
    const dry = await stage.run(['merge', 'L-002', '1', '--dry-run']);
    expect(joinLines(dry.stdout)).toContain(
      'L-001 would be merged into L-002, seen 6 times: Run `make seed` before the tests',
    );
    expect(dry.stdout).toContain('+- Occurrences: 6');
    expect(await stage.read(MEMORY)).toBe(TEXT);
    const done = await stage.run(['merge', 'L-002', 'L-001']);
    expect(done.code).toBe(0);
    const after = await stage.read(MEMORY);
    expect(after).not.toContain('L-001');
    expect(after).toContain('- First seen: 2026-02-02\n- Last seen: 2026-03-04\n');
    expect(await stage.read('.memory/tombstones.md')).toContain('- Gone: rejected on 2026-03-09: merged into L-002');
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read(MEMORY)).toBe(TEXT);
  });

  it('takes several into the one that is named', async () => {
    const stage = await makeRemembering();
    const { code, stdout } = await stage.run(['merge', 'L-001', 'L-003', '--into', '2', '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    compare('## `merge`', [answer]);
    expect(answer).toMatchObject({ into: 'L-002', merged: ['L-001', 'L-003'], root: stage.project, applied: true });
    expect((await stage.read(MEMORY))?.match(/^## /gm)).toHaveLength(1);
    expect(await stage.read(MEMORY)).toContain('- Occurrences: 7\n');
  });

  it('changes nothing where one of them is none, or is the same', async () => {
    const stage = await makeRemembering();
    expect(await stage.run(['merge', 'L-001', 'L-009'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no lesson L-009'),
    });
    expect(await stage.run(['merge', 'L-001', 'l-1'])).toMatchObject({
      code: 2,
      stderr: 'hardwon: L-001 is already one lesson.\n  Name the lesson to merge it with: hardwon merge L-001 L-012\n',
    });
    expect(await stage.read(MEMORY)).toBe(TEXT);
  });

  it("merges lessons of the user's own memory", async () => {
    const stage = await makeStage();
    const own = join(stage.home, '.config/hardwon/.memory');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'harness-learnings.md'), TEXT);
    expect(await stage.run(['merge', 'L-001', 'L-002'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--user means'),
    });
    expect((await stage.run(['merge', 'L-001', 'L-002', '--user'])).code).toBe(0);
    expect(await readFile(join(own, 'harness-learnings.md'), 'utf8')).not.toContain('L-002');
  });
});
