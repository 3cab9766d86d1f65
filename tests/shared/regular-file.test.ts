import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegularSync, readRegular, readRegularSync, writeRegularSync } from '../../src/shared/regular-file.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-regular-'));
  writeFileSync(at('text'), 'a lantern');
  symlinkSync(at('text'), at('link'));
  symlinkSync(at('circle'), at('circle'));
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('/dev/zero', at('endless'));
  symlinkSync('/dev/stdin', at('stdin'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a regular file', () => {
  it('is read, through links too', async () => {
    for (const name of ['text', 'link']) {
      expect(readRegularSync(at(name)).toString()).toBe('a lantern');
      expect((await readRegular(at(name))).toString()).toBe('a lantern');
    }
  });

  it('is refused where it is larger than asked for, before it is read', async () => {
    writeFileSync(at('large'), '');
    truncateSync(at('large'), 5e9);
    for (const most of [8, undefined]) {
      const name = most === undefined ? 'large' : 'text';
      expect(() => readRegularSync(at(name), most)).toThrow(expect.objectContaining({ code: 'EFBIG' }));
      await expect(readRegular(at(name), most)).rejects.toMatchObject({ code: 'EFBIG' });
    }
    expect(readRegularSync(at('text'), 9).toString()).toBe('a lantern');
  });

  it('is added to and replaced', () => {
    writeRegularSync(at('new'), 'one\n', 'append');
    writeRegularSync(at('new'), 'two\n', 'append');
    expect(readFileSync(at('new'), 'utf8')).toBe('one\ntwo\n');
    writeRegularSync(at('new'), 'three\n', 'replace');
    expect(readFileSync(at('new'), 'utf8')).toBe('three\n');
    appendFileSync(at('new'), 'four\n');
    expect(readRegularSync(at('new')).toString()).toBe('three\nfour\n');
  });

  it.skipIf(process.platform === 'win32').each(['pipe', 'endless', 'stdin', '.', 'circle', 'none'])(
    'is all that is opened, and nobody waits: %s',
    async (name) => {
      expect(() => readRegularSync(at(name))).toThrow();
      await expect(readRegular(at(name))).rejects.toThrow();
      expect(() => openRegularSync(at(name))).toThrow();
      if (name !== 'none') expect(() => writeRegularSync(at(name), 'text', 'append')).toThrow();
      if (name !== 'none') expect(() => writeRegularSync(at(name), 'text', 'replace')).toThrow();
    },
  );
});
