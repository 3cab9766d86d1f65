import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { MAY_WRITE } from '../../src/lessons/triggers/may-write.ts';

it('has the expression that tells whether a command may write in the first file of the hook, finished', async () => {
  const bundle = await readFile(join(resolve(import.meta.dirname, '../..'), 'dist/hook-main.cjs'), 'utf8');
  expect(MAY_WRITE.source).toContain('|stylua|');
  expect(bundle).toContain(`/${MAY_WRITE.source}/`);
});
