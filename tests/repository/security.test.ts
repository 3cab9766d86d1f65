import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the promises of SECURITY.md', () => {
  it('are there', () => expect(rows.length).toBeGreaterThan(15));

  it.each(rows.map(([, promise = '', , tests = '']) => [promise, tests] as const))('%s', (_promise, tests) => {
    const named = [...tests.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(named).not.toEqual([]);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
