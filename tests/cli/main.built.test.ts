import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');

/** The files that are loaded with one, each once. */
async function listLoaded(name: string, known = new Set<string>()): Promise<Set<string>> {
  if (known.has(name)) return known;
  known.add(name);
  const text = await readFile(join(dist, name), 'utf8');
  for (const [, file = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) await listLoaded(file, known);
  return known;
}

it('loads one more file for check, because sixteen small ones take as long as a bare start', async () => {
  expect([...(await listLoaded('cli.mjs'))]).toEqual(['cli.mjs', expect.stringMatching(/^chunk-check-/)]);
});
