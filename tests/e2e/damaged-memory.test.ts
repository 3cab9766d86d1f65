import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';
const CUT =
  '# Harness learnings\n\n## L-001: Seed first\n- Phase: verify\n- Dimension: maintainability\n- Guidance: Run `make se';
const CAPTURE = ['capture', '--guidance', 'Run `make seed` before `make test`.', '--scope', 'tests/**', '--yes'];

describe.each([
  ['of NUL bytes', '\0'.repeat(512), 'harness-learnings.md:1: the file is damaged: it contains NUL bytes'],
  ['that ends in the middle of a field', CUT, 'harness-learnings.md:6: the file ends in the middle of an entry'],
])('a memory file %s', (_, text, message) => {
  it.each([
    ['capture', CAPTURE],
    ['learn', ['learn', '--apply']],
    ['confirm', ['confirm', '--human', 'L-001']],
    ['tidy', ['tidy', '--apply']],
  ])('is told of, copied and left alone: %s', async (_name, args) => {
    const stage = await makeStage(oneLesson);
    await stage.write(MEMORY, text);
    const { code, stderr } = await stage.run(args);
    expect(code).toBe(2);
    expect(stderr.replace(/\s+/g, ' ')).toContain(message);
    expect(stderr).toContain('.damaged-');
    expect(await stage.read(MEMORY)).toBe(text);
    const folder = join(stage.project, '.memory');
    const copies = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
    expect(copies).toHaveLength(1);
    expect(await readFile(join(folder, copies[0] ?? ''), 'utf8')).toBe(text);
    // The same damage is kept once.
    await stage.run(args);
    expect((await readdir(folder)).filter((name) => name.includes('.damaged-'))).toEqual(copies);
  });

  it('is told of by what only reads it, and nothing is written', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write(MEMORY, text);
    for (const args of [['memory'], ['consult', '--files', 'src/a.ts'], ['capture', ...CAPTURE.slice(1, -1)]]) {
      const { code, stderr } = await stage.run(args);
      expect([args[0], code]).toEqual([args[0], 2]);
      expect(stderr.replace(/\s+/g, ' ')).toContain(message);
    }
    expect(await readdir(join(stage.project, '.memory'))).toEqual(['harness-learnings.md']);
  });
});
