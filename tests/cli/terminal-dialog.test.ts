import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editText, openDialog } from '../../src/cli/terminal-dialog.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon editor '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function editor(script: string): Promise<string> {
  const path = join(folder, `editor-${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(path, script);
  return `"${process.execPath}" "${path}"`;
}

describe('editText', () => {
  it('gives what the editor left, prefers VISUAL, and leaves no file behind', async () => {
    const script =
      "import { readFileSync, writeFileSync } from 'node:fs'; const p = process.argv.at(-1); writeFileSync(p, readFileSync(p, 'utf8').toUpperCase() + process.argv[2] + ' ' + p);";
    const edited = await editText('tide\n', { VISUAL: `${await editor(script)} --wait`, EDITOR: 'false' });
    const [, path = ''] = /^TIDE\n--wait (.+)$/.exec(edited) ?? [];
    expect(path).not.toBe('');
    expect(existsSync(path)).toBe(false);
  });

  it('says that the editor failed', async () => {
    const failing = await editor('process.exit(3)');
    await expect(editText('x', { EDITOR: failing })).rejects.toThrow('The editor ended with 3');
  });
});

describe('openDialog', () => {
  it('keeps lines that come before they are asked for, and ends with the input', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let printed = '';
    output.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const dialog = openDialog(input, output, {});
    input.write('first\nsecond \n');
    expect([await dialog.ask('1? '), await dialog.ask('2? ')]).toEqual(['first', 'second']);
    const third = dialog.ask('3? ');
    input.end();
    expect(await third).toBeUndefined();
    output.end();
    await once(output, 'end');
    expect(printed).toBe('1? 2? 3? \n');
  });
});
