import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isInside,
  lineEndingOf,
  makeFolder,
  readTextFile,
  removeFile,
  resolveTarget,
  splitLines,
  writeTextFile,
} from '../../src/shared/files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('readTextFile', () => {
  it('gives the text with its byte order mark and line endings', async () => {
    await writeFile(join(folder, 'a.md'), '\uFEFFone\r\ntwo\nthree');
    expect((await readTextFile(join(folder, 'a.md')))?.text).toBe('\uFEFFone\r\ntwo\nthree');
  });

  it('gives nothing for a file that is not there, or whose folder is a file', async () => {
    await writeFile(join(folder, 'a.md'), '');
    expect(await readTextFile(join(folder, 'none', 'b.md'))).toBeUndefined();
    expect(await readTextFile(join(folder, 'a.md', 'b.md'))).toBeUndefined();
  });

  it('refuses what it could not write back byte for byte', async () => {
    await writeFile(join(folder, 'utf16.md'), Buffer.from([0xff, 0xfe, 0x41, 0x00]));
    await expect(readTextFile(join(folder, 'utf16.md'))).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/not UTF-8/),
    });
    await expect(readTextFile(folder)).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('writeTextFile', () => {
  it('keeps the mode of the file and leaves nothing else behind', async () => {
    const path = join(folder, 'a.md');
    await writeFile(path, 'old');
    await chmod(path, 0o640);
    await writeTextFile(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o640);
    expect(await readdir(folder)).toEqual(['a.md']);
  });

  it('writes through a link instead of replacing it, also where its target is not there yet', async () => {
    await mkdir(join(folder, 'docs'));
    await symlink(join('docs', 'AGENTS.md'), join(folder, 'CLAUDE.md'));
    await writeTextFile(join(folder, 'CLAUDE.md'), 'first');
    await writeTextFile(join(folder, 'CLAUDE.md'), 'second');
    expect(await readlink(join(folder, 'CLAUDE.md'))).toBe(join('docs', 'AGENTS.md'));
    expect(await readFile(join(folder, 'docs', 'AGENTS.md'), 'utf8')).toBe('second');
  });

  it('tries again while another program holds the file', async () => {
    const path = join(folder, 'a.md');
    let busy = 3;
    const pauses: number[] = [];
    await writeTextFile(
      path,
      'text',
      {},
      {
        rename: async (from, to) => {
          if (busy-- > 0) throw Object.assign(new Error('held'), { code: busy % 2 ? 'EPERM' : 'EBUSY' });
          await rename(from, to);
        },
        pause: async (milliseconds) => void pauses.push(milliseconds),
      },
    );
    expect(await readFile(path, 'utf8')).toBe('text');
    expect(pauses).toHaveLength(3);
  });

  it('keeps the old text and no litter when it cannot write', async () => {
    const path = join(folder, 'a.md');
    await writeFile(path, 'old');
    const fail = {
      rename: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      pause: async () => undefined,
    };
    await expect(writeTextFile(path, 'new', {}, fail)).rejects.toMatchObject({
      code: 'unwritable',
      message: `Cannot write ${path}: the disk is full`,
      hint: expect.stringContaining('Make room'),
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a.md']);
  });
});

describe('folders and paths', () => {
  it('says which folders it made', async () => {
    expect(await makeFolder(join(folder, 'a', 'b'))).toEqual([join(folder, 'a'), join(folder, 'a', 'b')]);
    expect(await makeFolder(join(folder, 'a', 'b'))).toEqual([]);
  });

  it('does not mind removing what is gone', async () => {
    await expect(removeFile(join(folder, 'none'))).resolves.toBeUndefined();
  });

  it('follows links in folders above, and refuses circles', async () => {
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    await symlink(join(folder, 'x'), join(folder, 'y'));
    await symlink(join(folder, 'y'), join(folder, 'x'));
    expect(await resolveTarget(join(folder, 'link', 'new.md'))).toBe(
      await resolveTarget(join(folder, 'real', 'new.md')),
    );
    await expect(resolveTarget(join(folder, 'x'))).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('tells inside from beside', () => {
    const at = (...parts: string[]) => join(folder, ...parts);
    expect(isInside(at('a', 'b'), at('a'))).toBe(true);
    expect(isInside(at('a'), at('a'))).toBe(true);
    expect(isInside(at('a', '..b'), at('a'))).toBe(true);
    expect(isInside(at('ab'), at('a'))).toBe(false);
    expect(isInside(folder, at('a'))).toBe(false);
  });
});

describe('lines', () => {
  it('splits without losing a byte', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '\r\n', '\r', 'ü', '\uFEFF')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (any) => {
        const lines = splitLines(any);
        expect(lines.join('')).toBe(any);
        expect(lines.slice(0, -1).every((line) => line.endsWith('\n'))).toBe(true);
      }),
    );
  });

  it('names the ending that most lines have', () => {
    expect(lineEndingOf('a\r\nb\r\nc\n')).toBe('\r\n');
    expect(lineEndingOf('a\r\nb\nc\n')).toBe('\n');
    expect(lineEndingOf('')).toBe('\n');
  });
});
