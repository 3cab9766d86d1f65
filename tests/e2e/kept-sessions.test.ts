import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';
import { everyFile, laterLesson, oneLesson } from './stories.ts';

afterAll(clearStages);

describe('a run that finds more sessions than the one before', () => {
  it('learns what a run that reads everything anew does', async () => {
    const stage = await makeStage(oneLesson);
    const before = await stage.learn();
    await stage.tell(laterLesson);
    const more = await stage.learn();
    expect(more.figures.sessions).toBeGreaterThan(before.figures.sessions);
    expect(more).toEqual(await stage.learn(['--fresh']));
  });

  it('does so where they were held in a folder that the project did not have', async () => {
    const stage = await makeStage(oneLesson);
    const before = await stage.learn();
    await stage.tell(everyFile, join(stage.project, '.worktrees', 'jetty'));
    const more = await stage.learn();
    expect(more.folders.length).toBeGreaterThan(before.folders.length);
    expect(more).toEqual(await stage.learn(['--fresh']));
  });

  it('does so in all projects where only one of them has more, and where its files have changed meanwhile', async () => {
    const stage = await makeStage(oneLesson);
    const other = join(stage.home, 'orchard');
    await stage.tell(oneLesson, other);
    const answer = async (args: string[] = []) => {
      const { at: _, read: __, ...report } = await stage.report(['--all', ...args]);
      return report;
    };
    const before = await answer();
    expect(before.projects).toHaveLength(2);
    await stage.tell(everyFile, other);
    const more = await answer();
    expect(more).not.toEqual(before);
    expect(more).toEqual(await answer(['--fresh']));
    // The other project is not mined again, but what it would write depends on its files.
    await stage.write('CLAUDE.md', '# Harbour\n');
    const changed = await answer();
    expect(changed).not.toEqual(more);
    expect(changed).toEqual(await answer(['--fresh']));
  });
});
