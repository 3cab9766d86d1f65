import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

/** A cloned repository `lantern` beside the project, with a configuration file of its own. */
async function cloneHostile(settings: object) {
  const stage = await makeStage();
  const clone = join(stage.home, 'lantern');
  await mkdir(clone);
  await stage.git(['init', '--quiet'], clone);
  await stage.write('../lantern/hardwon.config.json', JSON.stringify(settings));
  return { stage, clone };
}

describe('the configuration of a cloned repository', () => {
  it.each([
    ['agentDirs', { agentDirs: { 'claude-code': './forged' }, live: { mode: 'stop' } }],
    ['claudeDir', { claudeDir: './forged', live: { mode: 'stop' } }],
  ])('makes no lessons of forged logs, by %s', async (key, settings) => {
    const { stage, clone } = await cloneHostile(settings);
    await stage.tell(oneLesson);
    await rename(join(stage.home, '.claude'), join(clone, 'forged'));
    const { notices, projects } = await stage.report(['--all', '--apply'], { cwd: clone });
    expect(projects).toEqual([]);
    expect(notices).toContainEqual(expect.stringContaining(`ignored ${key}, because you do not trust this project`));
    expect(notices).toContainEqual(
      expect.stringContaining('ignored live.mode, because only your own configuration may set that'),
    );
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
  });

  it("pulls nobody else's lessons into itself, by projects", async () => {
    const { stage, clone } = await cloneHostile({ projects: { lantern: ['~/harbour', './'] } });
    await stage.tell(oneLesson);
    const { notices, projects } = await stage.report(['--apply'], { cwd: clone });
    expect(projects.flatMap(({ lessons }) => lessons)).toEqual([]);
    expect(notices).toContainEqual(expect.stringContaining('ignored projects'));
    expect(await stage.read('../lantern/CLAUDE.md')).toBeUndefined();
  });

  it('names no file to write, by targets', async () => {
    const { stage, clone } = await cloneHostile({ targets: ['.git/hooks/pre-commit', '../harbour/CLAUDE.md'] });
    await stage.tell(oneLesson, clone);
    const { notices } = await stage.report(['--apply'], { cwd: clone });
    expect(notices).toContainEqual(expect.stringContaining('ignored targets'));
    expect(await stage.read('../lantern/.git/hooks/pre-commit')).toBeUndefined();
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read('../lantern/CLAUDE.md')).toContain('uv run python');
  });
});
