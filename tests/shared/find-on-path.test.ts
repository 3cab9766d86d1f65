import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOnPath } from '../../src/shared/find-on-path.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-path-'));
  mkdirSync(join(folder, 'a/vpn'), { recursive: true });
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b/vpn'), '');
  chmodSync(join(folder, 'b/vpn'), 0o755);
  writeFileSync(join(folder, 'b/notes'), '');
  chmodSync(join(folder, 'b/notes'), 0o644);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(process.platform !== 'win32')('finds what can be started, and nothing else of that name', () => {
  const env = { PATH: ['b', join(folder, 'a'), join(folder, 'b')].join(delimiter) };
  expect(findOnPath('vpn', env, 'linux')).toBe(join(folder, 'b/vpn'));
  expect(findOnPath('notes', env, 'linux')).toBeUndefined();
  expect(findOnPath('vpn', { PATH: 'b' }, 'linux')).toBeUndefined();
  expect(findOnPath(join(folder, 'b/vpn'), {}, 'linux')).toBe(join(folder, 'b/vpn'));
  expect(findOnPath(join(folder, 'none'), env, 'linux')).toBeUndefined();
});
