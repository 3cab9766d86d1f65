import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProject } from '../../../src/sessions/projects/find-project.ts';
import { openDisk } from '../../../src/sessions/projects/git-folder.ts';
import { relativePath } from '../../../src/sessions/projects/relative-path.ts';
import { openGit } from './git.ts';
import { place, resolve } from './places.ts';

let top: string;
let git: ReturnType<typeof openGit>['git'];
let makeRepository: ReturnType<typeof openGit>['makeRepository'];

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon projects ')));
  ({ git, makeRepository } = openGit(top));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

const here = (sessions: Parameters<typeof resolve>[0]) => resolve(sessions, { disk: openDisk() });

describe('repositories on this disk', () => {
  it('own their sub-folders, worktrees and what is gone from them', async () => {
    const harbour = makeRepository('fleet/harbour', 'ada/harbour');
    const worktree = join(top, 'elsewhere/fix');
    git(harbour, 'worktree', 'add', '-q', '-b', 'fix', worktree);
    const sessions = [
      place(join(harbour, 'src')),
      place(join(worktree, 'src')),
      place(join(harbour, 'gone')),
      place(join(harbour, '.worktrees/old')),
    ];
    const projects = await here(sessions);
    expect(projects).toHaveLength(1);
    expect(projects[0]).toMatchObject({
      name: 'harbour',
      root: harbour,
      exists: true,
      remotes: ['github.com/ada/harbour'],
    });
    expect(projects[0]?.folders).toEqual([harbour, worktree, join(harbour, '.worktrees/old')]);
  });

  it('join their clones of other machines by remote', async () => {
    const harbour = makeRepository('harbour', 'ada/harbour');
    const projects = await here([
      place('/Users/bob/quay', { remotes: ['github.com/ada/harbour'] }),
      place('/Users/bob/quay'),
      place(harbour),
    ]);
    expect(projects).toHaveLength(1);
    expect(projects[0]?.root).toBe(harbour);
  });

  it('are apart though a session was started in the folder that holds them', async () => {
    const harbour = makeRepository('fleet/harbour');
    const orchard = makeRepository('fleet/orchard');
    const projects = await here([
      place(join(top, 'fleet')),
      place(harbour),
      place(orchard),
      place(join(top, 'fleet/gone')),
    ]);
    expect(projects.map((project) => project.root).sort()).toEqual(
      [join(top, 'fleet'), join(top, 'fleet/gone'), harbour, orchard].sort(),
    );
    expect(projects.find((project) => project.root === join(top, 'fleet'))?.container).toBe(true);
  });

  it('do not own a clone inside them that is gone', async () => {
    const harbour = makeRepository('harbour', 'ada/harbour');
    const inner = join(harbour, 'vendor/lantern');
    const projects = await here([place(harbour), place(inner, { remotes: ['github.com/sea/lantern'] })]);
    expect(projects.map((project) => project.name)).toEqual(['harbour', 'lantern']);
  });

  it('are one by whatever link they are reached', async () => {
    const harbour = makeRepository('harbour');
    mkdirSync(join(harbour, 'src'));
    symlinkSync(harbour, join(top, 'link'));
    const projects = await here([place(join(top, 'link/src')), place(harbour)]);
    expect(projects).toHaveLength(1);
    expect(projects[0]?.folders).toEqual([harbour, join(top, 'link')]);
    expect(projects[0] && relativePath(projects[0], join(top, 'link/src/a.ts'))).toBe('src/a.ts');
  });
});

describe('findProject', () => {
  it('finds it from a sub-folder, a worktree, a link and a fresh clone', async () => {
    const harbour = makeRepository('harbour', 'ada/harbour');
    mkdirSync(join(harbour, 'src/deep'), { recursive: true });
    symlinkSync(join(harbour, 'src'), join(top, 'link'));
    git(harbour, 'worktree', 'add', '-q', '-b', 'fix', join(top, 'fix'));
    const clone = makeRepository('copies/fresh', 'ada/harbour');
    const projects = await here([place(harbour)]);
    for (const folder of [harbour, join(harbour, 'src/deep'), join(top, 'link/deep'), join(top, 'fix'), clone]) {
      expect(findProject(projects, folder).project?.name, folder).toBe('harbour');
    }
  });

  it('does not take a repository for the one it lies in', async () => {
    const harbour = makeRepository('harbour');
    const inner = makeRepository('harbour/tools/lantern');
    expect(findProject(await here([place(harbour)]), inner).project).toBeUndefined();
  });

  it('takes the deepest folder, and a container only for itself', async () => {
    const projects = await resolve([
      place('/srv/notes', { branches: [] }),
      place('/home/ada/projects', { branches: [] }),
    ]);
    expect(findProject(projects, '/srv/notes/2026/x').project?.name).toBe('notes');
    expect(findProject(projects, '/home/ada/projects').project?.name).toBe('projects');
    expect(findProject(projects, '/home/ada/projects/new').project).toBeUndefined();
  });

  it('finds the part of a repository that was declared a project', async () => {
    const mono = makeRepository('mono');
    mkdirSync(join(mono, 'api/src'), { recursive: true });
    const options = { disk: openDisk(), join: ['mono/api'] };
    const projects = await resolve([place(mono), place(join(mono, 'api'))], options);
    expect(findProject(projects, join(mono, 'api/src')).project?.root).toBe(join(mono, 'api'));
    expect(findProject(projects, join(mono, 'web')).project?.root).toBe(mono);
  });

  it('names those that may have been meant', async () => {
    const projects = await resolve([place('/srv/harbour'), place('/srv/fleet/orchard'), place('/home/bob/lantern')]);
    const near = (folder: string) => findProject(projects, folder).near.map((project) => project.name);
    expect(near('/home/ada/harbour')).toEqual(['harbour']);
    expect(near('/srv/fleet')).toEqual(['orchard']);
    expect(near('/home/ada/lantren')).toEqual(['lantern']);
    expect(near('/home/ada/zzz')).toEqual([]);
    expect(findProject(projects, '/srv/harbour').near).toEqual([]);
  });
});
