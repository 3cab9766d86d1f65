import { describe, expect, it } from 'vitest';
import { anchorGlob } from '../../../src/config/anchor-glob.ts';
import { groupsOf, place, remote, resolve } from './places.ts';

const HARBOUR = 'github.com/ada/harbour';

describe('worktrees that are gone', () => {
  it('join the repository their path names', async () => {
    const starts = [
      '/srv/harbour',
      '/srv/harbour/.worktrees/ada/fix',
      '/srv/harbour/.claude/worktrees/bright-fox/src',
      '/srv/harbour/.conductor/oslo',
      '/srv/harbour.worktrees/docs',
      '/srv/harbour/worktrees/old',
    ];
    expect(await groupsOf(starts.map((cwd) => place(cwd)))).toEqual([[...starts].sort()]);
  });

  it('make the repository known though no session was started in it', async () => {
    const [project] = await resolve([place('/srv/harbour/.worktrees/a'), place('/srv/harbour/.worktrees/b')]);
    expect(project).toMatchObject({ name: 'harbour', root: '/srv/harbour', exists: false });
    expect(project?.folders).toEqual(['/srv/harbour', '/srv/harbour/.worktrees/a', '/srv/harbour/.worktrees/b']);
  });

  it('end where the branch, git or a session says', async () => {
    const named = await resolve([place('/srv/harbour/.worktrees/ada/fix/src', { branches: ['ada/fix'] })]);
    expect(named[0]?.folders).toContain('/srv/harbour/.worktrees/ada/fix');
    const started = await resolve([
      place('/srv/harbour/.worktrees/ada/fix'),
      place('/srv/harbour/.worktrees/ada/fix/src'),
    ]);
    expect(started[0]?.folders).toEqual(['/srv/harbour', '/srv/harbour/.worktrees/ada/fix']);
    const listed = await resolve([
      place('/srv/harbour/.worktrees/ada/fix/src/deep', {
        traces: [{ folder: '/srv/harbour/.worktrees/ada/fix', kind: 'worktree', value: '/srv/harbour', weight: 1 }],
      }),
    ]);
    expect(listed[0]?.folders).toEqual(['/srv/harbour', '/srv/harbour/.worktrees/ada/fix']);
  });

  it('join by name where only that is told, and only one repository bears it', async () => {
    const codex = '/home/ada/.codex/worktrees/1a2b/harbour';
    const beside = '/home/ada/projects/worktrees/harbour-fix';
    expect(
      await groupsOf([
        place('/home/ada/projects/harbour'),
        place(codex),
        place(beside),
        place('/home/bob/.codex/worktrees/1/harbour'),
      ]),
    ).toEqual([[codex, '/home/ada/projects/harbour', beside].sort(), ['/home/bob/.codex/worktrees/1/harbour']]);
    expect(
      await groupsOf([place('/home/ada/projects/harbour'), place('/home/ada/old/harbour'), place(codex)]),
    ).toHaveLength(3);
    expect(await groupsOf([place(codex), place('/home/ada/.codex/worktrees/3c4d/harbour')])).toHaveLength(1);
  });

  it('join by what git worktree printed, wherever they are', async () => {
    const list = { folder: '/home/ada/fixes/one', kind: 'worktree', value: '/srv/harbour', weight: 1 } as const;
    expect(
      await groupsOf([
        place('/srv/harbour', { traces: [list] }),
        place('/home/ada/fixes/one'),
        place('/home/ada/fixes/one/src'),
      ]),
    ).toHaveLength(1);
  });

  it('stay apart where their remotes differ', async () => {
    const other = '/srv/harbour/worktrees/orchard';
    expect(
      await groupsOf([
        place('/srv/harbour', { traces: [remote('/srv/harbour', HARBOUR, 'origin')] }),
        place(other, { traces: [remote(other, 'github.com/ada/orchard', 'origin')] }),
      ]),
    ).toEqual([['/srv/harbour'], [other]]);
  });
});

describe('sub-folders', () => {
  it('join the folder above that another session was started in', async () => {
    expect(await groupsOf([place('/Users/ada/workspace/cli'), place('/Users/ada/workspace/cli/cmd/foo')])).toEqual([
      ['/Users/ada/workspace/cli', '/Users/ada/workspace/cli/cmd/foo'],
    ]);
    const [project] = await resolve([place('/Users/ada/workspace/cli/cmd/foo'), place('/Users/ada/workspace/cli')]);
    expect(project?.folders).toEqual(['/Users/ada/workspace/cli']);
  });

  it('join a folder whose remote is known, though no session was started there', async () => {
    const below = place(['/srv/harbour/api', '/srv/harbour'], { traces: [remote('/srv/harbour', HARBOUR)] });
    expect((await resolve([below]))[0]).toMatchObject({
      root: '/srv/harbour',
      folders: ['/srv/harbour'],
      name: 'harbour',
    });
  });

  it.each([
    '/',
    '/tmp',
    '/Users/ada',
    '/Users/ada/workspace',
    '/Users/ada/Documents/code',
    '/Users/ada/go/src/github.com/owner',
  ])('are not swallowed by %s', async (container) => {
    const inside = `${container}/harbour`.replace('//', '/');
    const projects = await resolve([place(container), place(inside), place(`${inside}/src`)]);
    expect(projects.map((project) => [project.root, project.container, project.sessions.length])).toEqual([
      [inside, false, 2],
      [container, true, 1],
    ]);
  });

  it('are not swallowed by a folder that holds repositories with different remotes', async () => {
    const sessions = [
      place('/srv/fleet'),
      place('/srv/fleet/harbour', { remotes: [HARBOUR] }),
      place('/srv/fleet/orchard', { remotes: ['github.com/ada/orchard'] }),
      place('/srv/fleet/notes'),
    ];
    expect(await groupsOf(sessions)).toEqual([
      ['/srv/fleet'],
      ['/srv/fleet/harbour'],
      ['/srv/fleet/notes'],
      ['/srv/fleet/orchard'],
    ]);
  });

  it('are not swallowed by a folder that never was a repository while they are', async () => {
    expect(await groupsOf([place('/srv/fleet', { branches: [] }), place('/srv/fleet/harbour')])).toHaveLength(2);
    // Another agent, which writes no branches, says nothing.
    expect(
      await groupsOf([place('/srv/fleet', { agent: 'pi', branches: [] }), place('/srv/fleet/harbour')]),
    ).toHaveLength(1);
    // Neither is a repository: a plain folder of notes.
    expect(
      await groupsOf([place('/srv/notes', { branches: [] }), place('/srv/notes/2026', { branches: [] })]),
    ).toHaveLength(1);
  });

  it('with a remote of their own are clones inside a repository', async () => {
    const inner = place('/srv/harbour/vendor/lantern', { remotes: ['github.com/sea/lantern'] });
    expect(await groupsOf([place('/srv/harbour', { remotes: [HARBOUR] }), inner])).toHaveLength(2);
    expect(await groupsOf([place('/srv/harbour'), inner])).toHaveLength(2);
    // Seen from the sub-folder only, the remote bears the name of the folder above.
    expect(await groupsOf([place('/srv/harbour'), place('/srv/harbour/api', { remotes: [HARBOUR] })])).toHaveLength(1);
  });

  it('are compared without case on Windows', async () => {
    expect(
      await groupsOf([place('D:\\Harbour'), place('d:/harbour/src'), place('/d/harbour/api'), place('/mnt/d/HARBOUR')]),
    ).toHaveLength(1);
  });
});

describe('clones', () => {
  it('join by remote over homes, machines and ways to write it', async () => {
    const sessions = [
      place('/Users/ada/harbour', { remotes: ['git@github.com:Ada/Harbour.git'] }),
      place('/home/bob/src/quay', { traces: [remote('/home/bob/src/quay', HARBOUR, 'origin')] }),
      place('C:\\dev\\harbour', { remotes: ['https://tok@github.com/ada/harbour'] }),
    ];
    const [project, ...others] = await resolve(sessions);
    expect(others).toEqual([]);
    expect(project).toMatchObject({ name: 'Harbour', remotes: ['github.com/Ada/Harbour'] });
    expect(project?.sessions).toHaveLength(3);
  });

  it('do not join by name alone', async () => {
    expect(await groupsOf([place('/Users/ada/projects/cli'), place('/Users/bob/projects/cli')])).toHaveLength(2);
  });

  it('are another project where they are forks', async () => {
    const fork = place('/home/bob/harbour', { remotes: ['github.com/bob/harbour'] });
    expect(await groupsOf([place('/home/ada/harbour', { remotes: [HARBOUR] }), fork])).toHaveLength(2);
  });

  it('join a fork where one checkout has both as origin and upstream', async () => {
    const fork = place('/home/bob/harbour', {
      traces: [
        remote('/home/bob/harbour', 'github.com/bob/harbour', 'origin'),
        remote('/home/bob/harbour', HARBOUR, 'upstream'),
      ],
    });
    expect(await groupsOf([place('/home/ada/harbour', { remotes: [HARBOUR] }), fork])).toHaveLength(1);
  });

  it('do not join by a remote of another name, nor by one that is not the primary', async () => {
    const traces = [
      remote('/home/bob/quay', 'github.com/bob/quay', 'origin'),
      remote('/home/bob/quay', HARBOUR, 'upstream'),
      remote('/home/bob/quay', HARBOUR, 'template'),
    ];
    expect(
      await groupsOf([place('/home/ada/harbour', { remotes: [HARBOUR] }), place('/home/bob/quay', { traces })]),
    ).toHaveLength(2);
  });

  it('take the origin, not what was fetched most', async () => {
    const traces = [
      remote('/home/bob/x', HARBOUR, 'origin'),
      { ...remote('/home/bob/x', 'github.com/sea/harbour'), weight: 99 },
    ];
    const projects = await resolve([place('/home/bob/x', { traces })]);
    expect(projects[0]?.remotes[0]).toBe(HARBOUR);
  });

  it('of a folder join the repository in that folder', async () => {
    const copy = place('/srv/copy', { traces: [remote('/srv/copy', 'file:/srv/harbour', 'origin')] });
    const projects = await resolve([place('/srv/harbour', { remotes: [HARBOUR] }), copy]);
    expect(projects).toHaveLength(1);
    expect(projects[0]?.remotes).toEqual([HARBOUR]);
  });

  it('join a folder that is called owner/repo like the one known remote', async () => {
    const known = place('/home/ada/harbour', { remotes: ['github.com/sea/harbour'] });
    expect(await groupsOf([known, place('/home/bob/code/sea/harbour')])).toHaveLength(1);
    expect(await groupsOf([known, place('/home/bob/code/lake/harbour')])).toHaveLength(2);
    const twice = place('/home/eve/harbour', { remotes: ['gitlab.com/sea/harbour'] });
    expect(await groupsOf([known, twice, place('/home/bob/code/sea/harbour')])).toHaveLength(3);
  });
});

describe('evidence without a remote', () => {
  const marks = (folder: string, ...values: string[]) =>
    values.map((value) => ({ folder, kind: 'mark', value, weight: 1 }) as const);

  it('joins folders with two commits in common, not with one', async () => {
    const one = place('/home/ada/harbour', { traces: marks('/home/ada/harbour', 'a', 'b', 'c') });
    expect(await groupsOf([one, place('/home/bob/x', { traces: marks('/home/bob/x', 'b', 'c', 'd') })])).toHaveLength(
      1,
    );
    expect(await groupsOf([one, place('/home/bob/x', { traces: marks('/home/bob/x', 'c', 'd') })])).toHaveLength(2);
  });

  it('does not outweigh remotes that differ: a fork shares its history', async () => {
    const one = place('/home/ada/harbour', { remotes: [HARBOUR], traces: marks('/home/ada/harbour', 'a', 'b', 'c') });
    const fork = place('/home/bob/harbour', {
      remotes: ['github.com/bob/harbour'],
      traces: marks('/home/bob/harbour', 'a', 'b', 'c'),
    });
    const third = place('/home/eve/h', { traces: marks('/home/eve/h', 'b', 'c') });
    const groups = await groupsOf([one, fork, third]);
    expect(groups).toHaveLength(2);
  });

  it('joins the folders of a session that went on in another home under the same name', async () => {
    expect(
      await groupsOf([place(['/Users/ada/work/harbour', '/Users/bob/x/harbour']), place('/Users/bob/x/harbour')]),
    ).toHaveLength(1);
    expect(
      await groupsOf([place(['/Users/ada/work/harbour', '/Users/bob/x/orchard']), place('/Users/bob/x/orchard')]),
    ).toHaveLength(2);
    // In one home it was only a cd.
    expect(
      await groupsOf([place(['/Users/ada/work/harbour', '/Users/ada/x/harbour']), place('/Users/ada/x/harbour')]),
    ).toHaveLength(2);
  });

  it('joins a folder called like the branch that a session went on with', async () => {
    const fix = '/Users/ada/w/ada/mend-the-quay';
    const moved = (branch: string, folder: string) =>
      place(['/Users/ada/w/harbour', folder], { branches: ['main', branch] });
    expect(await groupsOf([moved('ada/mend-the-quay', fix), place(fix)])).toHaveLength(1);
    expect(await groupsOf([moved('ada/mend-the-boat', fix), place(fix)])).toHaveLength(2);
    expect(await groupsOf([moved('main', '/Users/ada/w/main'), place('/Users/ada/w/main')])).toHaveLength(2);
  });

  it('joins folders of one name with two telling branches in common', async () => {
    const on = (cwd: string, ...branches: string[]) => place(cwd, { branches });
    const branches = ['ada/ent-12-fix-quay', 'bob/wide-cranes-again', 'main'];
    expect(
      await groupsOf([on('/Users/ada/harbour', ...branches), on('/Users/bob/w/harbour', ...branches)]),
    ).toHaveLength(1);
    expect(
      await groupsOf([on('/Users/ada/harbour', ...branches), on('/Users/bob/w/orchard', ...branches)]),
    ).toHaveLength(2);
    const common = [
      'main',
      'develop',
      'release/v1.2.0-rc',
      'dependabot/npm_and_yarn/x-1.2.3',
      'dependabot/npm_and_yarn/y-1.2.3',
    ];
    expect(await groupsOf([on('/Users/ada/harbour', ...common), on('/Users/bob/w/harbour', ...common)])).toHaveLength(
      2,
    );
  });
});

describe('what a person declares', () => {
  const home = '/home/ada';
  const anchored = (...globs: string[]) => globs.map((glob) => anchorGlob(glob, { home, folder: '/srv' }));

  it('joins by glob, against all evidence, under its name', async () => {
    const sessions = [
      place('/home/ada/work/harbour-a', { remotes: [HARBOUR] }),
      place('/home/ada/work/harbour-b/src', { remotes: ['github.com/sea/lantern'] }),
      place('/srv/build/harbour'),
      place('/srv/build/orchard'),
    ];
    const projects = await resolve(sessions, { projects: { quay: anchored('~/work/harbour*', '/srv/build/harbour') } });
    expect(projects.map((project) => [project.name, project.sessions.length])).toEqual([
      ['quay', 3],
      ['orchard', 1],
    ]);
    expect(projects[0]?.folders).toContain('/home/ada/work/harbour-b');
  });

  it('splits a repository, and keeps its parts apart', async () => {
    const sessions = [place('/srv/mono'), place('/srv/mono/api/src'), place('/srv/mono/web'), place('/srv/mono/docs')];
    const projects = await resolve(sessions, {
      projects: { api: anchored('/srv/mono/api'), web: anchored('/srv/mono/web') },
    });
    expect(projects.map((project) => [project.name, project.root, project.sessions.length])).toEqual([
      ['mono', '/srv/mono', 2],
      ['api', '/srv/mono/api', 1],
      ['web', '/srv/mono/web', 1],
    ]);
  });

  it('keeps a deep glob from moving the root', async () => {
    const [project] = await resolve([place('/srv/build/x/harbour'), place('/srv/build/y/harbour')], {
      projects: { harbour: anchored('/srv/build/**') },
    });
    expect(project?.folders).toEqual(['/srv/build/x/harbour', '/srv/build/y/harbour']);
  });

  it('joins for one run with --join, each glob on its own', async () => {
    const sessions = [
      place('/Users/a/cli'),
      place('/Users/b/cli/cmd'),
      place('/Users/a/web'),
      place('/Users/b/web'),
      place('/Users/a/other'),
    ];
    expect(await groupsOf(sessions, { join: ['cli', '/Users/*/web'] })).toEqual([
      ['/Users/a/cli', '/Users/b/cli/cmd'],
      ['/Users/a/other'],
      ['/Users/a/web', '/Users/b/web'],
    ]);
  });

  it('ignores case on Windows, and only there', async () => {
    const sessions = [
      place('D:\\Src\\Harbour1'),
      place('/mnt/d/src/harbour2'),
      place('/srv/Harbour3'),
      place('/srv/harbour4'),
    ];
    expect(await groupsOf(sessions, { join: ['D:\\src\\HARBOUR*'] })).toEqual([
      ['/mnt/d/src/harbour2', 'D:\\Src\\Harbour1'],
      ['/srv/Harbour3'],
      ['/srv/harbour4'],
    ]);
    expect(await groupsOf(sessions, { join: ['harbour*'] })).toEqual([
      ['/mnt/d/src/harbour2', '/srv/harbour4', 'D:\\Src\\Harbour1'],
      ['/srv/Harbour3'],
    ]);
  });
});

describe('a project', () => {
  it('has each session once, oldest first, in the folder it was started in', async () => {
    const late = place(['/srv/harbour', '/srv/orchard'], { startedAt: 2 });
    const early = place('/srv/harbour/src', { startedAt: 1 });
    const projects = await resolve([late, early, place('/srv/orchard')]);
    expect(projects.find((project) => project.name === 'harbour')?.sessions).toEqual([early.session, late.session]);
    expect(projects.flatMap((project) => project.sessions)).toHaveLength(3);
  });

  it('takes the session that was started above it, if that went nowhere else', async () => {
    const single = place(['/home/ada/projects', '/home/ada/projects/harbour/src', '/home/ada/projects/harbour']);
    const harbour = place('/home/ada/projects/harbour');
    expect((await resolve([single, harbour])).map((project) => project.sessions.length)).toEqual([2]);
    const several = place(['/home/ada/projects', '/home/ada/projects/harbour', '/home/ada/projects/orchard']);
    expect((await resolve([several, harbour])).map((project) => project.name)).toEqual(['harbour', 'projects']);
  });

  it('has a name that no other has', async () => {
    const names = (
      await resolve([
        place('/home/ada/one/cli'),
        place('/home/bob/two/cli'),
        place('/srv/x', { remotes: ['github.com/sea/cli'] }),
      ])
    ).map((project) => project.name);
    expect(names.sort()).toEqual(['one/cli', 'sea/cli', 'two/cli']);
  });

  it('has an id that depends on the remote alone, and on nothing that comes later', async () => {
    const [here] = await resolve([place('/home/ada/harbour', { remotes: [HARBOUR] })]);
    const [there] = await resolve([place('D:\\x', { remotes: ['git@github.com:ada/harbour.git'] }), place('D:\\x\\y')]);
    expect(here?.id).toBe(there?.id);
    expect(here?.id).toMatch(/^harbour-[a-z0-9]{8}$/);
    const [plain] = await resolve([place('/home/ada/ünï cödé')]);
    expect(plain?.id).toMatch(/^[a-z0-9-]+$/);
  });

  it('is the same whatever the order of the sessions', async () => {
    const sessions = [
      place('/srv/harbour/.worktrees/a'),
      place('/srv/harbour', { remotes: [HARBOUR] }),
      place('/srv/harbour/api'),
      place('/home/bob/harbour', { remotes: [HARBOUR] }),
      place('/home/bob'),
    ];
    const reversed = [...sessions].reverse();
    expect(await groupsOf(reversed)).toEqual(await groupsOf(sessions));
    expect((await resolve(reversed)).map((project) => project.root)).toEqual(
      (await resolve(sessions)).map((project) => project.root),
    );
  });

  it('survives sessions without a folder and with strange ones', async () => {
    const strange = [
      place([]),
      place(''),
      place('relative/path'),
      place('/'),
      place('\\\\'),
      place('/\0'),
      place(`/${'x/'.repeat(500)}`),
    ];
    expect((await resolve(strange)).flatMap((project) => project.sessions).length).toBeLessThanOrEqual(strange.length);
  });
});
