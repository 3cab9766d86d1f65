import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAdapter } from '../../src/agents/find-adapter.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'hardwon adapters '));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string | object = ''): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
  return file;
}

const find = (name: string, folder = join(home, 'config')) => findAdapter({ name, folder }, home);

describe('findAdapter', () => {
  it('takes paths from the folder of the configuration, the home folder and the root', () => {
    const file = write('config/tools/lantern.mjs');
    for (const name of ['./tools/lantern.mjs', '../config/tools/lantern.mjs', '~/config/tools/lantern.mjs', file])
      expect(find(name)).toEqual({ path: file, version: '' });
  });

  it.each([
    ['./none.mjs', 'there is no file'],
    ['./tools', 'is not a file'],
    ['./notes.txt', 'is not a module'],
    ['tools/lantern.mjs', 'neither a path'],
    ['node:fs', 'neither a path'],
    ['data:text/javascript,1', 'neither a path'],
    ['../..', 'is not a file'],
    ['none', 'there is no package none'],
  ])('refuses %s', (name, reason) => {
    write('config/tools/lantern.mjs');
    write('config/notes.txt');
    expect(() => find(name)).toThrow(reason);
  });

  it.each([
    [{ exports: './a.js' }, 'a.js'],
    [{ exports: { '.': { types: './a.d.ts', import: './b.js' } } }, 'b.js'],
    [{ exports: { require: './no.cjs', node: { import: './c.mjs' }, default: './d.js' } }, 'c.mjs'],
    [{ exports: [{ browser: './no.js' }, './e.js'] }, 'e.js'],
    [{ main: './f' }, 'f.js'],
    [{ main: 'lib' }, 'lib/index.js'],
    [{}, 'index.js'],
  ])('finds the entry of a package: %j', (facts, entry) => {
    write('config/node_modules/@ada/lantern/package.json', { version: '1.2.3', ...facts });
    const path = write(`config/node_modules/@ada/lantern/${entry}`);
    expect(find('@ada/lantern')).toEqual({ path, version: '1.2.3' });
    expect(find('@ada/lantern', join(home, 'config', 'deep', 'down')).path).toBe(path);
  });

  it('refuses an entry outside the package, and one that is not there', () => {
    write('outside.js');
    write('config/node_modules/sly/package.json', { main: '../../../outside.js' });
    expect(() => find('sly')).toThrow('lies outside of it');
    write('config/node_modules/sly/package.json', { main: './gone.js' });
    expect(() => find('sly')).toThrow('there is no file');
    write('config/node_modules/sly/package.json', '[]');
    expect(() => find('sly')).toThrow('is no object');
  });
});
