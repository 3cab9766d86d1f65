import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { laterLesson, oneLesson } from './stories.ts';

afterAll(clearStages);

/** What a run in some folder takes the project to be. */
async function found(stage: Stage, args: string[], cwd = stage.project): Promise<[root: string, sessions: number][]> {
  const { projects } = await stage.report(args, { cwd });
  return projects.map((project) => [project.root, project.figures.sessions]);
}

describe('--project', () => {
  it('is any folder of the project, however it is written', async () => {
    const stage = await makeStage(oneLesson);
    const inner = join(stage.project, 'src/model');
    await mkdir(inner, { recursive: true });
    const link = join(stage.home, 'link');
    await symlink(stage.project, link);
    const wanted = [[stage.project, 2]];
    const ways: [string, string][] = [
      [inner, stage.home],
      ['.', inner],
      ['..', inner],
      ['harbour/src', stage.home],
      ['~/harbour', '/'],
      [`${stage.project}/`, '/'],
      [link, stage.home],
      [join(link, 'src'), stage.home],
    ];
    for (const [project, cwd] of ways)
      expect(await found(stage, ['--project', project], cwd), `${project} in ${cwd}`).toEqual(wanted);
    expect(await found(stage, [], link)).toEqual(wanted);
  });

  it('is a worktree of the repository: one project, written to its main checkout', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('src/model/berth.ts', '');
    await stage.git(['add', '.']);
    await stage.git(['commit', '--quiet', '--message', 'Begin']);
    const tree = join(stage.home, 'harbour-feature');
    await stage.git(['worktree', 'add', '--quiet', '-b', 'feature', tree]);
    await stage.tell(laterLesson, tree);
    const project = await stage.learn(['--apply'], { cwd: tree });
    expect(project).toMatchObject({ root: stage.project, figures: { sessions: 4 }, applied: true });
    expect(project.folders).toEqual([stage.project, tree]);
    expect(project.lessons).toMatchObject([
      { occurrences: 3 },
      { kind: 'path', title: expect.stringContaining('`src/berth.ts`') },
    ]);
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    expect((await stage.run(['why', '1'], { cwd: tree })).code).toBe(0);
    expect((await stage.run(['undo'], { cwd: tree })).code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    // Removed from disk, it is still known from the main checkout's sessions.
    await stage.git(['worktree', 'remove', '--force', tree]);
    expect((await stage.learn()).lessons.length).toBeGreaterThan(0);
  });

  it('is a second clone: learns from both, and writes where one stands', async () => {
    const stage = await makeStage(oneLesson);
    const clone = join(stage.home, 'clone');
    await stage.git(['commit', '--quiet', '--allow-empty', '--message', 'Begin']);
    await stage.git(['clone', '--quiet', stage.project, clone]);
    for (const folder of [stage.project, clone]) {
      await stage.git(['config', 'remote.origin.url', 'https://example.org/ada/harbour.git'], folder);
    }
    expect((await stage.run(['learn'], { cwd: clone })).stdout).toContain('Would be written with --apply:');
    await stage.run(['learn', '--apply'], { cwd: clone });
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await readFile(join(clone, 'CLAUDE.md'), 'utf8')).toContain('uv run python');
    expect((await stage.run(['undo'], { cwd: clone })).code).toBe(0);
    expect(existsSync(join(clone, 'CLAUDE.md'))).toBe(false);
  });

  it('has sub-folders that an agent was started in', async () => {
    const stage = await makeStage();
    await mkdir(join(stage.project, 'web'));
    await stage.tell(oneLesson, join(stage.project, 'web'));
    await stage.tell(laterLesson);
    expect(await found(stage, [], join(stage.project, 'web'))).toEqual([[stage.project, 4]]);
  });

  it('may have any name', async () => {
    const stage = await makeStage();
    const names = ['my harbour', 'häfen 港', "it's [here] $HOME & (co)", '-dash', 'a;b', '#1'];
    for (const name of names) {
      await mkdir(join(stage.home, name));
      await stage.tell(oneLesson, join(stage.home, name));
    }
    const { projects } = await stage.report(['--all', '--apply']);
    expect(projects.map(({ name, root, applied }) => [name, root, applied]).sort()).toEqual(
      names.map((name) => [name, join(stage.home, name), true]).sort(),
    );
    const list = (await stage.run(['projects'])).stdout;
    for (const name of names) {
      expect(await stage.read(`../${name}/CLAUDE.md`)).toContain('uv run python');
      expect(list).toContain(name);
      const undone = await stage.run(['undo', '--project', `./${name}`], { cwd: stage.home });
      expect(undone.code).toBe(0);
      expect(await stage.read(`../${name}/CLAUDE.md`)).toBeUndefined();
    }
  });
});

describe('several projects', () => {
  it('--all shows and writes each, and says once what to do next', async () => {
    const stage = await makeStage(oneLesson);
    const orchard = join(stage.home, 'my orchard');
    await mkdir(orchard);
    await stage.tell(laterLesson, orchard);
    const elsewhere = join(stage.home, 'elsewhere');
    await mkdir(elsewhere);
    const dry = (await stage.run(['learn', '--all'], { cwd: elsewhere })).stdout;
    expect(dry).toContain(`\nsee why:       hardwon why --project ${stage.project} L-001\n`);
    expect(dry).toMatch(/\n {2}L-002 `berth\.ts` is at .* my orchard {2}2×\n/);
    expect(dry.match(/hardwon learn --apply --all/g)).toHaveLength(1);
    expect((await stage.run(['why', '--project', orchard, 'L-002'], { cwd: elsewhere })).code).toBe(0);
    const { projects } = await stage.report(['--all', '--apply'], { cwd: elsewhere });
    expect(projects.map(({ name, applied }) => [name, applied]).sort()).toEqual([
      ['harbour', true],
      ['my orchard', true],
    ]);
    expect(await stage.read('CLAUDE.md')).not.toContain('berth');
    expect(await stage.read('../my orchard/CLAUDE.md')).toContain('berth');
    // Each is taken back on its own.
    expect((await stage.run(['undo', '--project', orchard], { cwd: elsewhere })).code).toBe(0);
    expect(await stage.read('../my orchard/CLAUDE.md')).toBeUndefined();
    expect(await stage.read('CLAUDE.md')).toContain('uv run');
  });

  it('are listed', async () => {
    const stage = await makeStage(oneLesson);
    await stage.tell(laterLesson, join(stage.home, 'orchard'));
    const { code, stdout } = await stage.run(['projects']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^project +sessions +calls +failed +last\n/);
    expect(stdout).toMatch(/\nharbour +2 +4 +2 {2}6 days ago\n {2}~\/harbour\n/);
    expect(stdout).toMatch(/\norchard +2 +6 +3 {2}2 days ago\n {2}~\/orchard \(not on this machine\)\n/);
  });

  it('are one with --join, or by the configuration', async () => {
    const stage = await makeStage(oneLesson);
    await stage.tell(laterLesson, '/srv/old/harbour-copy');
    expect(await found(stage, [])).toEqual([[stage.project, 2]]);
    expect(await found(stage, ['--join', '**/harbour*'])).toEqual([[stage.project, 4]]);
    expect(await found(stage, ['--join', '~/harbour', '--join', '/srv/**'])).toEqual([[stage.project, 2]]);
    const dry = (await stage.run(['learn', '--join', '**/harbour*'])).stdout;
    expect(dry).toContain("hardwon learn --apply --join '**/harbour*'");
    expect(dry).toContain("hardwon why --join '**/harbour*' L-001");
    await stage.write('../.config/hardwon/hardwon.config.json', '{"projects": {"port": ["~/harbour", "/srv/old/*"]}}');
    expect(await stage.learn()).toMatchObject({ name: 'port', root: stage.project, figures: { sessions: 4 } });
    expect((await stage.run(['projects'])).stdout).toMatch(/\nport +4 /);
  });

  it('a folder without sessions gets those of another by --join, in whatever form that is named', async () => {
    const stage = await makeStage(oneLesson, 'old-harbour');
    const moved = join(stage.home, 'harbour');
    await mkdir(moved);
    await symlink(stage.project, join(stage.home, 'link'));
    const forms = [
      '../old-harbour',
      stage.project,
      '~/old-harbour',
      '~/old-*',
      '../old-harbour/',
      '~/link',
      'old-harbour',
    ];
    for (const form of forms) {
      const { projects } = await stage.report(['--join', form], { cwd: moved });
      expect(
        projects.map(({ figures, exists }) => [figures.sessions, exists]),
        form,
      ).toEqual([[2, true]]);
    }
    // It was moved: the folder that its sessions name is gone.
    await rm(join(stage.home, 'link'));
    await rename(stage.project, join(stage.home, 'away'));
    for (const form of forms.filter((each) => each !== '~/link')) {
      const { projects } = await stage.report(['--join', form], { cwd: moved });
      expect(
        projects.map(({ root, figures }) => [root, figures.sessions]),
        form,
      ).toEqual([[moved, 2]]);
    }
    expect((await stage.run(['learn', '--apply', '--join', '~/old-harbour'], { cwd: moved })).code).toBe(0);
    expect(await stage.read('../harbour/CLAUDE.md')).toContain('uv run python');
  });

  it('a project that is gone gets a folder without sessions by --join, in whatever form that is named', async () => {
    const stage = await makeStage(oneLesson, 'old-harbour');
    const moved = join(stage.home, 'harbour');
    await rename(stage.project, moved);
    await symlink(moved, join(stage.home, 'link'));
    expect(joinLines((await stage.run(['learn', '--project', stage.project], { cwd: stage.home })).stdout)).toContain(
      'Use --join',
    );
    const forms = {
      relative: ['./harbour', 'harbour', './old/../harbour'],
      absolute: [moved],
      home: ['~/harbour'],
      slash: ['./harbour/', 'harbour/', '~/harbour/'],
      link: ['~/link', './link/'],
      windows: ['.\\harbour', 'harbour\\', '~\\harbour\\'],
      globs: ['~/har*', '~/*harbour', '~/h?rbour', '~/{harbour,port}', '~/[gh]arbour'],
    };
    for (const form of Object.values(forms).flat()) {
      const { projects } = await stage.report(['--project', stage.project, '--join', form], { cwd: stage.home });
      expect(
        projects.map(({ root, figures }) => [root, figures.sessions]),
        form,
      ).toEqual([[moved, 2]]);
    }
    // Whoever asks for all projects names both folders.
    const { projects } = await stage.report(['--all', '--join', '~/*harbour'], { cwd: stage.home });
    expect(projects.map(({ root }) => root)).toEqual([moved]);
  });

  it('a worktree without sessions stands for its repository, and a clone is joined by its remote', async () => {
    const stage = await makeStage(oneLesson, 'old-harbour');
    const moved = join(stage.home, 'harbour');
    await rename(stage.project, moved);
    await stage.git(['commit', '--quiet', '--allow-empty', '--message', 'start'], moved);
    await stage.git(['worktree', 'add', '--quiet', join(stage.home, 'harbour-quay')], moved);
    const { projects } = await stage.report(['--project', stage.project, '--join', '~/harbour-quay'], {
      cwd: stage.home,
    });
    expect(projects.map(({ root, figures }) => [root, figures.sessions])).toEqual([[moved, 2]]);
    // The sessions of the clone know its old remote; the new clone has another one.
    const clone = await makeStage(oneLesson, 'old-port');
    await clone.git(['config', 'remote.origin.url', 'https://example.org/ada/old-port.git']);
    const port = join(clone.home, 'port');
    await mkdir(port);
    await clone.git(['init', '--quiet'], port);
    await clone.git(['config', 'remote.origin.url', 'git@example.org:ada/port.git'], port);
    for (const form of [
      'https://example.org/ada/old-port.git',
      'git@example.org:Ada/old-port',
      'example.org/ada/old-port',
    ]) {
      const report = await clone.report(['--join', form], { cwd: port });
      expect(
        report.projects.map(({ figures, exists }) => [figures.sessions, exists]),
        form,
      ).toEqual([[2, true]]);
    }
  });

  it('a folder that has sessions of its own is not joined to what --join names', async () => {
    const stage = await makeStage(oneLesson);
    await stage.tell(laterLesson, join(stage.home, 'orchard'));
    await mkdir(join(stage.home, 'orchard'));
    expect(await found(stage, ['--join', '~/orchard'])).toEqual([[stage.project, 2]]);
  });

  it('a folder that only holds repositories is not written to, and says so', async () => {
    const stage = await makeStage();
    await rm(join(stage.project, '.git'), { recursive: true });
    for (const name of ['api', 'web']) {
      await mkdir(join(stage.project, name));
      await stage.git(['init', '--quiet'], join(stage.project, name));
      await stage.tell(oneLesson, join(stage.project, name));
    }
    await stage.tell(oneLesson);
    const { code, stdout } = await stage.run(['learn', '--apply']);
    const { projects } = JSON.parse((await stage.run(['learn', '--json'])).stdout) as LearnReport;
    expect(code).toBe(0);
    expect(projects).toMatchObject([{ root: stage.project, container: true, changes: [], applied: false }]);
    expect(stdout).toContain('This folder holds several repositories');
    expect(stdout).not.toContain('Everything is written');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });
});

describe("Claude Code's folder", () => {
  it('is named by --claude-dir, else CLAUDE_CONFIG_DIR, else the configuration', async () => {
    const stage = await makeStage(oneLesson);
    const moved = join(stage.home, 'backup of claude');
    await rename(join(stage.home, '.claude'), moved);
    expect(await found(stage, [])).toEqual([]);
    expect(await found(stage, ['--claude-dir', '../backup of claude'])).toEqual([[stage.project, 2]]);
    const env = { CLAUDE_CONFIG_DIR: moved };
    expect((await stage.learn([], { env })).figures.sessions).toBe(2);
    expect((await stage.report(['--claude-dir', '/nowhere'], { env })).projects).toEqual([]);
    await stage.write('../.config/hardwon/hardwon.config.json', '{"claudeDir": "~/backup of claude"}');
    expect(await found(stage, [])).toEqual([[stage.project, 2]]);
    const dry = (await stage.run(['learn', '--claude-dir', moved])).stdout;
    expect(dry).toContain(`hardwon learn --apply --claude-dir '${moved}'\n`);
    expect(dry).toContain(`hardwon why --claude-dir '${moved}' L-001\n`);
  });

  it('is missed where the one that was named is not there, also if a memory has lessons to tell', async () => {
    const stage = await makeStage(oneLesson);
    await stage.learn(['--apply']);
    const { notices, projects } = await stage.report(['--claude-dir', '../clade', '--agent-dir', 'codex=~/codx']);
    expect(projects).toMatchObject([{ figures: { sessions: 0 } }]);
    expect(notices).toEqual([
      `There is no folder ${join(stage.home, 'clade')}: no session of Claude Code was read.`,
      `There is no folder ${join(stage.home, 'codx')}: no session of Codex was read.`,
    ]);
    expect((await stage.report(['--agent', 'opencode', '--claude-dir', '../clade'])).notices).toEqual([]);
  });

  it('is where MEMORY.md goes, too', async () => {
    const stage = await makeStage(`
sessions:
  - calls: [{shell: rm -rf storage/cache, denied: true}]
  - calls: [{shell: rm -rf storage/cache, denied: true}]
`);
    const moved = join(stage.home, 'moved');
    await rename(join(stage.home, '.claude'), moved);
    const { changes } = await stage.learn(['--apply', '--claude-dir', moved]);
    const memory = changes.find(({ name }) => name.endsWith('MEMORY.md'));
    expect(memory?.path.startsWith(join(moved, 'projects'))).toBe(true);
    expect(memory?.name.startsWith('~/moved/projects/')).toBe(true);
  });
});
