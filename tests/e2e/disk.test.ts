import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const moved = `
sessions:
  - calls:
      - {id: a1, read: src/berth-plan.ts, missing: true}
      - {id: a2, read: src/model/berth-plan.ts, prints: export const plan = 1;}
  - calls:
      - {id: b1, read: src/berth-plan.ts, missing: true}
      - {id: b2, read: src/model/berth-plan.ts, prints: export const plan = 1;}
`;

describe('paths of lessons', () => {
  it('are told while the disk agrees', async () => {
    const stage = await checkOut('src/model/berth-plan.ts');
    expect(await told(stage)).toEqual(['ready Use `src/model/berth-plan.ts`: `src/berth-plan.ts` does not exist.']);
  });

  it('are retired when the path that was missing is there by now, and told again when it is gone', async () => {
    const stage = await checkOut('src/model/berth-plan.ts');
    await told(stage);
    const file = await stage.write('src/berth-plan.ts', 'export const plan = 2;\n');
    expect(await told(stage)).toEqual([]);
    await rm(file);
    expect((await told(stage))[0]).toMatch(/^ready /);
  });

  it('do not point to a file that was deleted since', async () => {
    const stage = await checkOut('src/model/tide.ts');
    expect(await told(stage)).toEqual(['watching There is no `berth-plan.ts` in `src/`.']);
  });

  it('are believed as the logs have them where nothing is checked out', async () => {
    const stage = await makeStage(moved);
    expect((await told(stage))[0]).toContain('Use `src/model/berth-plan.ts`');
  });
});

/** A stage with a committed file. */
async function checkOut(path: string): Promise<Stage> {
  const stage = await makeStage(moved);
  await stage.write(path, 'export const plan = 1;\n');
  await stage.git(['add', join(stage.project, path)]);
  await stage.git(['commit', '--quiet', '-m', 'A plan']);
  return stage;
}

async function told(stage: Stage): Promise<string[]> {
  const { lessons } = await stage.learn();
  return lessons.map(({ status, guidance }) => `${status} ${guidance}`);
}
