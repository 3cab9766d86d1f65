import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thisMachine } from '../../../src/lessons/triggers/this-machine.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-machine-'));
  mkdirSync(join(folder, 'quay'));
  writeFileSync(join(folder, 'note.md'), 'seven');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('thisMachine', () => {
  it('knows the shell, files and folders', () => {
    const { shell, readFile, isFolder } = thisMachine({ SHELL: '/bin/zsh' });
    expect(shell).toBe('zsh');
    expect(readFile?.(join(folder, 'note.md'))).toBe('seven');
    expect(readFile?.(join(folder, 'none.md'))).toBeUndefined();
    expect(readFile?.(join(folder, 'quay'))).toBeUndefined();
    expect([isFolder?.(join(folder, 'quay')), isFolder?.(join(folder, 'note.md'))]).toEqual([true, false]);
    expect(thisMachine({}).shell).toBeUndefined();
    const { listFolder } = thisMachine({});
    expect(listFolder?.(folder)?.toSorted()).toEqual(['note.md', 'quay']);
    expect(listFolder?.(join(folder, 'none'))).toBeUndefined();
  });

  it('looks at nothing that it may not', () => {
    const { readFile, isFolder, listFolder } = thisMachine({}, (path) => path.endsWith('other.md'));
    expect(listFolder?.(folder)).toBeUndefined();
    expect(readFile?.(join(folder, 'note.md'))).toBeUndefined();
    expect(isFolder?.(join(folder, 'quay'))).toBe(false);
  });
});
