import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { REFUSALS } from '../../src/shell/refusal.ts';

it('docs/refusals.md has every row of what is refused, with its sample', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/refusals.md'), 'utf8');
  const missing = REFUSALS.filter(
    ({ id, sample }) => !page.includes(`| ${id} | \`${sample.replaceAll('|', '\\|')}\` |`),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});
