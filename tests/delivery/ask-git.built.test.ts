import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askGit } from '../../src/delivery/ask-git.ts';
import { isIgnoredByGit } from '../../src/delivery/git-ignored.ts';
import { listTouchedFiles } from '../../src/lifecycle/consult/changed-files.ts';
import { listChangedFiles as listForHook } from '../../src/live/changed-files.ts';
import { readWorkDiff } from '../../src/loop/review/diff-work.ts';

let top: string;
let harbour: string;
let marker: string;

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    encoding: 'utf8',
  });

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon git ')));
  marker = join(top, 'ran');
  harbour = join(top, 'harbour');
  git(top, 'init', '-q', '-b', 'main', 'harbour');
  writeFileSync(join(harbour, 'a.txt'), 'a\n');
  writeFileSync(join(harbour, '.gitattributes'), '*.txt filter=x diff=x\n');
  git(harbour, 'add', '.');
  git(harbour, 'commit', '-qm', 'One');
  git(harbour, 'checkout', '-q', '-b', 'work');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** As an archive brings it that somebody unpacks. */
function poison(settings: string): void {
  appendFileSync(join(harbour, '.git/config'), settings);
  writeFileSync(join(harbour, 'a.txt'), 'b\n');
  writeFileSync(join(harbour, 'new.txt'), 'new\n');
}

async function askEverything(): Promise<void> {
  await listTouchedFiles(harbour);
  listForHook(harbour);
  await isIgnoredByGit(join(harbour, 'a.txt'), harbour);
  await readWorkDiff(harbour, undefined).catch(() => undefined);
  await readWorkDiff(harbour, 'main...HEAD').catch(() => undefined);
  await askGit(harbour, ['ls-files', '-z', '--', '.']);
}

describe('git', () => {
  it.each<[string, (run: string) => string]>([
    ['a filter', (run) => `[filter "x"]\n\tclean = "${run}; cat"\n\tsmudge = "${run}; cat"\n\trequired = true\n`],
    ['a filter that goes on running', (run) => `[filter "x"]\n\tprocess = "${run}"\n`],
    [
      'a filter with a strange name',
      (run) => `[filter "x=y.z"]\n\tclean = "${run}"\n[filter "x"]\n\tclean = "${run}"\n`,
    ],
    ['a file monitor', (run) => `[core]\n\tfsmonitor = "${run}"\n`],
    [
      'a program for differences',
      (run) => `[diff]\n\texternal = "${run}"\n[diff "x"]\n\tcommand = "${run}"\n\ttextconv = "${run}"\n`,
    ],
    [
      'a pager and an editor',
      (run) => `[core]\n\tpager = "${run}"\n\teditor = "${run}"\n[pager]\n\tdiff = "${run}"\n\tstatus = "${run}"\n`,
    ],
    [
      'a program for secrets',
      (run) => `[credential]\n\thelper = "!${run}"\n[core]\n\taskPass = "${run}"\n\tsshCommand = "${run}"\n`,
    ],
    ['an alias', (run) => `[alias]\n\tstatus = "!${run}"\n\tls-files = "!${run}"\n\tconfig = "!${run}"\n`],
  ])('starts nothing that a repository names: %s', async (_what, settings) => {
    poison(settings(`touch '${marker}'`));
    await askEverything();
    expect(existsSync(marker)).toBe(false);
    expect((await listTouchedFiles(harbour)).files).toContain('a.txt');
    expect(listForHook(harbour)).toEqual(['a.txt']);
  });

  it('starts nothing that an included file names', async () => {
    writeFileSync(join(harbour, '.git/more'), `[filter "x"]\n\tclean = "touch '${marker}'"\n`);
    poison('[include]\n\tpath = more\n');
    await askEverything();
    expect(existsSync(marker)).toBe(false);
  });

  it('runs no hook', async () => {
    for (const name of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction'])
      writeFileSync(join(harbour, '.git/hooks', name), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    poison('');
    const past = new Date(0);
    utimesSync(join(harbour, '.gitattributes'), past, past);
    await askEverything();
    expect(existsSync(marker)).toBe(false);
  });

  it('starts nothing in a submodule', async () => {
    const lantern = join(harbour, 'lantern');
    git(harbour, 'clone', '-q', '--no-hardlinks', harbour, lantern);
    git(harbour, 'add', 'lantern');
    git(harbour, 'commit', '-qm', 'Two');
    appendFileSync(join(lantern, '.git/config'), `[filter "x"]\n\tclean = "touch '${marker}'"\n`);
    writeFileSync(join(lantern, 'a.txt'), 'b\n');
    await askEverything();
    expect(existsSync(marker)).toBe(false);
  });

  it('looks at the checkout that it is asked about, whatever its settings say', async () => {
    const other = join(top, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'secret.txt'), 'x');
    poison(`[core]\n\tworktree = ${other}\n`);
    expect((await listTouchedFiles(harbour)).files.sort()).toEqual(['a.txt', 'new.txt']);
    expect(listForHook(harbour)).toEqual(['a.txt']);
    expect((await readWorkDiff(harbour, undefined)).text).not.toContain('secret');
  });

  it('takes no files of a bare repository in a checkout for a repository', async () => {
    const inner = join(harbour, 'inner');
    git(top, 'init', '-q', '--bare', inner);
    appendFileSync(
      join(inner, 'config'),
      `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch '${marker}'"\n`,
    );
    await askGit(inner, ['status', '--porcelain']);
    expect(existsSync(marker)).toBe(false);
  });

  it('goes on in worktrees and submodules', async () => {
    const beside = join(top, 'beside');
    git(harbour, 'worktree', 'add', '-q', '-b', 'fix', beside);
    writeFileSync(join(beside, 'a.txt'), 'b\n');
    expect((await listTouchedFiles(beside)).files).toEqual(['a.txt']);
    expect(listForHook(beside)).toEqual(['a.txt']);
    git(harbour, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', harbour, 'part');
    const part = join(harbour, 'part');
    writeFileSync(join(part, 'a.txt'), 'b\n');
    expect((await listTouchedFiles(part)).files).toEqual(['a.txt']);
  });
});
