import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const story = `
sessions:
  - calls:
      - {shell: gh pr diff 4 --stat, fails: "unknown flag: --stat"}
      - {shell: gh pr diff 4 --name-only, prints: src/tide.ts}
`;

describe('what holds in several projects', () => {
  let stage: Stage;
  const own = () => readFile(join(stage.home, '.claude/CLAUDE.md'), 'utf8').catch(() => '');
  beforeAll(async () => {
    stage = await makeStage(story);
    const other = join(stage.home, 'orchard');
    await mkdir(join(other, '.git'), { recursive: true });
    await writeFile(join(other, '.git/HEAD'), 'ref: refs/heads/main\n');
    await stage.tell(story, other);
  });

  it('is shown with --all, and how to have it told in all projects', async () => {
    const { code, stdout } = await stage.run(['learn', '--all']);
    expect(code).toBe(0);
    expect(joinLines(stdout)).toContain('Seen in several projects: 1 lesson');
    expect(stdout).toContain('hardwon learn --all --user --apply');
    expect(stdout).not.toContain('.claude/CLAUDE.md');
    const { everywhere } = await stage.report(['--all']);
    expect(everywhere).toMatchObject({
      applied: false,
      lessons: [{ id: 'L-001', occurrences: 2, sessions: 2, isNew: true }],
    });
    // A project alone knows nothing of the others.
    expect(await stage.report([])).not.toHaveProperty('everywhere');
  });

  it("is written to the user's own files only where that is asked for", async () => {
    expect((await stage.run(['learn', '--all', '--apply'])).code).toBe(0);
    expect(await own()).toBe('');
    const { stdout } = await stage.run(['learn', '--all', '--user']);
    expect(stdout).toContain('+++ ~/.claude/CLAUDE.md');
    expect(await own()).toBe('');
    const unasked = await stage.run(['learn', '--all', '--user', '--apply']);
    expect(joinLines(unasked.stdout)).toContain(
      'Your own files were not written: answer yes in a terminal, or add --yes.',
    );
    expect(await own()).toBe('');
    expect((await stage.run(['learn', '--all', '--user', '--apply', '--yes'])).code).toBe(0);
    expect(await own()).toContain('Use `--name-only`: `gh pr diff` has no `--stat`.');
    expect(joinLines((await stage.run(['learn', '--all'])).stdout)).not.toContain('tell them in all projects');
  });

  it('is told there, and not once more in a project that has seen it again', async () => {
    await stage.tell(
      story
        .replace('{shell: gh pr diff 4 --stat', '{id: again, shell: gh pr diff 7 --stat')
        .replace('- calls', "- start: '2026-02-20T09:00:00Z'\n    calls"),
    );
    const project = await stage.learn([]);
    expect(project.lessons).toMatchObject([{ status: 'ready', everywhere: true, delivered: false }]);
    expect((await stage.run(['learn'])).stdout).toContain('L-001 is in your own files, for all projects.');
    const { stdout } = await stage.run(['learn', '--verbose']);
    expect(joinLines(stdout)).toContain('Told in all your projects by your own files: L-001.');
    expect(joinLines(stdout)).not.toContain('below the confidence');
  });

  it('is taken back by undo', async () => {
    expect((await stage.run(['undo', '--user'])).code).toBe(0);
    expect(await own()).toBe('');
  });

  it('says what is wrong with a memory that cannot be read, and learns from the projects all the same', async () => {
    const memory = join(stage.home, '.config/hardwon/.memory/harness-learnings.md');
    await mkdir(dirname(memory), { recursive: true });
    await writeFile(memory, '\0\0\0');
    const report = await stage.report(['--all']);
    expect(report.projects).toHaveLength(2);
    expect(report.everywhere).toMatchObject({
      lessons: [],
      applied: false,
      notices: [expect.stringContaining('damaged')],
    });
    expect(joinLines((await stage.run(['learn', '--all'])).stdout)).toContain('the file is damaged');
    expect(await readFile(memory, 'utf8')).toBe('\0\0\0');
  });

  it('is written without a question only where it is written at all', async () => {
    const { code, stderr } = await stage.run(['learn', '--apply', '--yes']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes needs --teacher or --user')]);
  });

  it('needs all projects to be compared', async () => {
    const { code, stderr } = await stage.run(['learn', '--user']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--user needs --all')]);
  });
});
