import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRepository } from '../../../src/sessions/projects/find-repository.ts';
import { parseGitConfig } from '../../../src/sessions/projects/git-config.ts';
import { findCheckout, openDisk, toNative } from '../../../src/sessions/projects/git-folder.ts';
import { openGit } from './git.ts';

let top: string;
let git: ReturnType<typeof openGit>['git'];
let makeRepository: ReturnType<typeof openGit>['makeRepository'];

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon git ')));
  ({ git, makeRepository } = openGit(top));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

describe('findGit', () => {
  it('finds the top of a repository from below, with its remotes', () => {
    const harbour = makeRepository('harbour');
    git(harbour, 'remote', 'add', 'origin', 'https://u:p@github.com/ada/harbour.git');
    git(harbour, 'remote', 'add', 'upstream', 'git@github.com:sea/harbour.git');
    mkdirSync(join(harbour, 'src/deep'), { recursive: true });
    const found = openDisk().findGit(join(harbour, 'src/deep'));
    expect(found).toMatchObject({ top: harbour, main: harbour, worktrees: [] });
    expect(Object.fromEntries(found?.remotes ?? [])).toEqual({
      origin: 'github.com/ada/harbour',
      upstream: 'github.com/sea/harbour',
    });
    expect(openDisk().findGit(join(harbour, 'gone/for/good'))?.top).toBe(harbour);
    expect(openDisk().findGit(top)).toBeUndefined();
  });

  it('leads a worktree to the main checkout, and the main checkout to its worktrees', () => {
    const harbour = makeRepository('harbour');
    git(harbour, 'remote', 'add', 'origin', 'git@github.com:ada/harbour.git');
    const beside = join(top, 'beside');
    const inside = join(harbour, '.worktrees/ada/fix');
    git(harbour, 'worktree', 'add', '-q', '-b', 'one', beside);
    git(harbour, 'worktree', 'add', '-q', '-b', 'two', inside);
    const disk = openDisk();
    expect(disk.findGit(beside)).toMatchObject({ top: beside, main: harbour, worktrees: [inside] });
    expect(disk.findGit(beside)?.remotes.get('origin')).toBe('github.com/ada/harbour');
    expect(disk.findGit(inside)?.main).toBe(harbour);
    expect(new Set(disk.findGit(harbour)?.worktrees)).toEqual(new Set([beside, inside]));
    expect(findRepository(join(beside, 'src'))).toBe(harbour);
  });

  it('takes a submodule for a project of its own', () => {
    const lantern = makeRepository('lantern');
    const harbour = makeRepository('harbour');
    git(harbour, 'submodule', 'add', '-q', lantern, 'parts/lantern');
    const inside = join(harbour, 'parts/lantern');
    expect(openDisk().findGit(inside)).toMatchObject({ top: inside, main: inside });
    git(inside, 'worktree', 'add', '-q', '-b', 'x', join(top, 'lantern-x'));
    expect(openDisk().findGit(join(top, 'lantern-x'))).toMatchObject({ top: join(top, 'lantern-x'), main: inside });
  });

  it('knows bare repositories with worktrees', () => {
    const source = makeRepository('source');
    git(top, 'clone', '-q', '--bare', source, 'orchard/.bare');
    git(join(top, 'orchard/.bare'), 'worktree', 'add', '-q', join(top, 'orchard/main'), 'main');
    expect(openDisk().findGit(join(top, 'orchard/main'))?.main).toBe(join(top, 'orchard'));
  });

  it('knows a git folder that was put elsewhere, and bare ones beside their worktrees', () => {
    const separate = join(top, 'gits/harbour');
    mkdirSync(dirname(separate));
    git(top, 'init', '-q', `--separate-git-dir=${separate}`, 'harbour');
    const harbour = join(top, 'harbour');
    git(harbour, 'remote', 'add', 'origin', 'https://github.com/ada/harbour.git');
    expect(openDisk().findGit(harbour)).toMatchObject({ top: harbour, main: harbour });
    expect(openDisk().findGit(harbour)?.remotes.get('origin')).toBe('github.com/ada/harbour');
    const source = makeRepository('source');
    git(top, 'clone', '-q', '--bare', source, 'orchard/.bare');
    git(join(top, 'orchard/.bare'), 'remote', 'set-url', 'origin', 'https://github.com/ada/orchard.git');
    git(join(top, 'orchard/.bare'), 'worktree', 'add', '-q', join(top, 'orchard/main'), 'main');
    writeFileSync(join(top, 'orchard/.git'), 'gitdir: ./.bare\n');
    expect(openDisk().findGit(join(top, 'orchard'))).toMatchObject({ worktrees: [join(top, 'orchard/main')] });
    expect(openDisk().findGit(join(top, 'orchard'))?.remotes.size).toBe(1);
  });

  it('knows whose worktree it was when the repository is gone', () => {
    const folder = join(top, 'left');
    mkdirSync(folder);
    writeFileSync(join(folder, '.git'), 'gitdir: /srv/harbour/.git/worktrees/left\n');
    expect(openDisk().findGit(folder)).toMatchObject({ top: folder, main: folder, former: '/srv/harbour' });
    writeFileSync(join(folder, '.git'), 'nonsense');
    expect(openDisk().findGit(folder)).toBeUndefined();
  });

  describe("of somebody else's making", () => {
    const forge = (folder: string, files: Record<string, string>) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    };
    let harbour: string;
    let guest: string;
    beforeEach(() => {
      harbour = makeRepository('harbour');
      guest = join(top, 'guest');
    });

    it.each<[string, () => Record<string, string>]>([
      ['a worktree that the repository does not know', () => ({ '.git': `gitdir: ${harbour}/.git/worktrees/guest\n` })],
      ['the repository itself', () => ({ '.git': `gitdir: ${harbour}/.git\n` })],
      [
        'a git folder of its own that shares with the repository',
        () => ({ '.git': 'gitdir: own\n', 'own/commondir': `${harbour}/.git\n`, 'own/gitdir': `${guest}/.git\n` }),
      ],
      [
        'a .git that shares with the repository',
        () => ({ '.git/commondir': `${harbour}/.git\n`, '.git/gitdir': `${guest}/.git\n` }),
      ],
      [
        'a repository of its own whose files are said to be elsewhere',
        () => ({
          '.git': 'gitdir: .own/worktrees/x\n',
          '.own/worktrees/x/commondir': '../..\n',
          '.own/worktrees/x/gitdir': `${guest}/.git\n`,
          '.own/config': `[core]\n\tworktree = ${harbour}\n`,
        }),
      ],
    ])('leads nowhere else: %s', (_what, files) => {
      forge(guest, files());
      expect(findRepository(guest)).toBe(guest);
      expect(findCheckout(guest)?.main).toBe(guest);
    });

    it('has nothing of a repository that it only points to', () => {
      git(harbour, 'remote', 'add', 'origin', 'https://github.com/ada/harbour.git');
      git(harbour, 'worktree', 'add', '-q', '-b', 'one', join(top, 'one'));
      git(top, 'clone', '-q', '--bare', harbour, 'orchard.git');
      git(top, 'init', '-q', `--separate-git-dir=${join(top, 'lantern-git')}`, 'lantern');
      git(join(top, 'lantern'), 'remote', 'add', 'origin', 'https://github.com/ada/lantern.git');
      git(join(top, 'lantern'), 'config', 'core.worktree', join(top, 'lantern'));
      for (const target of [
        `${harbour}/.git`,
        `${harbour}/.git/worktrees/one`,
        join(top, 'orchard.git'),
        join(top, 'lantern-git'),
      ]) {
        forge(guest, { '.git': `gitdir: ${target}\n` });
        const found = openDisk().findGit(guest);
        expect(found).toMatchObject({ top: guest, main: guest, worktrees: [] });
        expect([...(found?.remotes ?? [])]).toEqual([]);
      }
    });

    it('takes no other checkout for a worktree of its own', () => {
      forge(guest, { '.git/config': '', '.git/HEAD': 'ref: refs/heads/main\n' });
      forge(guest, { '.git/worktrees/a/gitdir': `${harbour}/.git\n`, '.git/worktrees/b/gitdir': `${top}/none/.git\n` });
      expect(openDisk().findGit(guest)).toMatchObject({ main: guest, worktrees: [join(top, 'none')] });
    });
  });

  it('sees through symbolic links', () => {
    const harbour = makeRepository('harbour');
    mkdirSync(join(harbour, 'src'));
    symlinkSync(harbour, join(top, 'link'));
    expect(openDisk().findGit(join(top, 'link/src'))?.top).toBe(harbour);
    expect(openDisk().real(join(top, 'link/src/new'))).toBe(join(harbour, 'src/new'));
    symlinkSync(join(top, 'nowhere'), join(top, 'broken'));
    expect(openDisk().exists(join(top, 'broken'))).toBe(false);
  });
});

describe('toNative', () => {
  it('opens only what this platform can, and no network path', () => {
    expect(toNative('/srv/x', 'linux')).toBe('/srv/x');
    expect(toNative('/mnt/d/x', 'linux')).toBe('/mnt/d/x');
    expect(toNative('D:\\x', 'linux')).toBeUndefined();
    expect(toNative('x/y', 'linux')).toBeUndefined();
    expect(toNative('/d/x/y', 'win32')).toBe('D:\\x\\y');
    expect(toNative('d:/x', 'win32')).toBe('D:\\x');
    expect(toNative('/home/ada', 'win32')).toBeUndefined();
    expect(toNative('\\\\server\\share', 'win32')).toBeUndefined();
    expect(toNative('\\\\server\\share', 'linux')).toBeUndefined();
    expect(toNative('/srv/\0x', 'linux')).toBeUndefined();
  });
});

describe('parseGitConfig', () => {
  it('reads remotes and the worktree, whatever else is there', () => {
    const text =
      '; c\n[core]\r\n\tworktree = ../../x\n[remote "a b"]\n\tURL = "https://h.example/o/r.git" # c\n\turl = https://h.example/o/second\n[branch "main"]\n\tremote = origin\n\turl = no\n[remote "bad"]\n url\n';
    const config = parseGitConfig(text);
    expect(config.worktree).toBe('../../x');
    expect([...config.remotes]).toEqual([['a b', 'h.example/o/r']]);
  });
});
