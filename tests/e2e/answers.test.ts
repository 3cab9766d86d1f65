import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage } from './stage.ts';
import { everyFile, nothingFailed, nothingRecurs, oneLesson } from './stories.ts';

afterAll(clearStages);

describe('different answers', () => {
  it('no logs at all: says where it looked and what to try', async () => {
    const stage = await makeStage();
    const { code, stdout, stderr } = await stage.run(['learn']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const text = joinLines(stdout);
    expect(text).toContain('There is nothing to read: no sessions were found.');
    expect(text).toContain('Claude Code keeps them in ~/.claude, which has none.');
    for (const hint of ['--claude-dir', 'CLAUDE_CONFIG_DIR', 'hardwon demo']) expect(text).toContain(hint);
    expect(JSON.parse((await stage.run(['learn', '--json'])).stdout)).toMatchObject({
      projects: [],
      read: { files: 0 },
    });
    const projects = await stage.run(['projects']);
    expect(projects.code).toBe(1);
    expect(projects.stdout).toMatch(/^No sessions were found in ~\/\.claude\b/);
    expect(await stage.run(['why', 'L-001'])).toMatchObject({ code: 2, stdout: '' });
    expect((await stage.run(['learn', '--all'])).code).toBe(1);
  });

  it('no session for this folder: names those that may be meant', async () => {
    const stage = await makeStage(oneLesson);
    const near = join(stage.home, 'harbor');
    await mkdir(near);
    const { code, stdout, stderr } = await stage.run(['learn'], { cwd: near });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(joinLines(stdout)).toContain('There is nothing to read for ~/harbor: no session was held there.');
    expect(stdout).toContain(`\n  hardwon learn --project ${stage.project}\n`);
    const { nothing, read } = await stage.report([], { cwd: near });
    expect(nothing).toEqual({ folder: near, near: [stage.project] });
    expect(read.files).toBe(2);
    // A folder that has nothing to do with it.
    const far = join(stage.home, 'elsewhere');
    await mkdir(far);
    expect((await stage.report([], { cwd: far })).nothing).toEqual({ folder: far, near: [] });
    // A slip, seen from a project: not a sub-folder of that.
    const slip = await stage.run(['learn', '--apply', '--project', 'orchrd']);
    expect(slip.code).toBe(1);
    expect(slip.stdout).toContain('There is nothing to read for ~/harbour/orchrd');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('a folder whose name needs quotes is suggested so that it can be pasted', async () => {
    const stage = await makeStage(oneLesson, "Ada's harbour");
    const { stdout } = await stage.run(['learn'], { cwd: stage.home });
    expect(stdout).toContain(`  hardwon learn --project '${stage.home}/Ada'\\''s harbour'\n`);
  });

  it('nothing failed', async () => {
    const stage = await makeStage(nothingFailed);
    const { code, stdout } = await stage.run(['learn']);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing failed in these sessions: there is nothing to learn.');
    expect(stdout).toContain(': 0 of 2 calls failed (0.0%)');
    expect(stdout).not.toMatch(/Ready|Watching|write it|see why/);
    expect((await stage.learn(['--apply'])).applied).toBe(false);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('nothing recurs: it is watched, and told when it comes again', async () => {
    const stage = await makeStage(nothingRecurs);
    const { code, stdout } = await stage.run(['learn']);
    expect(code).toBe(0);
    expect(joinLines(stdout)).toContain('Nothing recurs yet: lessons seen once are watched');
    expect(stdout).toContain('Watching 1 lesson: not seen often enough yet.');
    expect(stdout).not.toContain('uv run');
    const verbose = (await stage.run(['learn', '--verbose'])).stdout;
    expect(verbose).toContain('L-001 Use `uv run python`, not `python3`\n        low confidence, 1 failed call');
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    await stage.tell(oneLesson);
    expect((await stage.learn()).lessons).toMatchObject([
      { id: 'L-001', status: 'ready', isNew: false, delivered: true },
    ]);
  });

  it('sessions without calls', async () => {
    const stage = await makeStage('sessions: [{calls: [{user: Good morning}]}]');
    const { code, stdout } = await stage.run(['learn']);
    expect(code).toBe(0);
    expect(joinLines(stdout)).toContain('The sessions contain no tool calls');
  });

  it('a project that is not on this machine: shown, not written', async () => {
    const stage = await makeStage();
    const gone = join(stage.home, 'gone');
    await stage.tell(everyFile, gone);
    const { code, stdout } = await stage.run(['learn', '--all', '--apply']);
    expect(code).toBe(0);
    expect(stdout).toContain('Use `uv run python`');
    expect(joinLines(stdout)).toContain('This folder is not on this machine, so nothing can be written for it.');
    expect(stdout).not.toMatch(/Written|write it|Everything is written/);
    expect((await stage.report(['--all'])).projects).toMatchObject([{ exists: false, changes: [], applied: false }]);
    expect((await stage.run(['projects'])).stdout).toContain('(not on this machine)');
    await expect(rm(gone)).rejects.toThrow('ENOENT');
  });

  it('a folder that is gone under the shell', async () => {
    const stage = await makeStage(oneLesson);
    const script = `cd "$1" && rmdir "$1" && exec "$2" "$3" learn`;
    const inner = join(stage.home, 'short-lived');
    await mkdir(inner);
    const { execFile } = await import('node:child_process');
    const cli = join(import.meta.dirname, '../../dist/cli.js');
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) => {
      execFile('sh', ['-c', script, 'sh', inner, process.execPath, cli], (error, _stdout, text) =>
        done({ code: error?.code, stderr: text }),
      );
    });
    expect(code).toBe(2);
    expect(stderr).toContain('The current folder no longer exists.');
    expect(stderr).not.toContain('    at ');
  });
});
