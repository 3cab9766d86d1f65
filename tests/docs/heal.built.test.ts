import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';
import { parseJsonc } from '../../src/config/jsonc.ts';
import { presets } from '../../src/heal/presets.ts';
import { readDocument, repository, splitCode, tableRows } from './markdown.ts';

const page = readDocument('docs/heal.md');

describe('the page on healing', () => {
  it('has every preset', () => {
    const rows = tableRows(page, '## Remedies').map(([name = '', heals = '', about = '']) => [
      name.replaceAll('`', ''),
      heals,
      about,
    ]);
    expect(rows).toEqual(presets.map(({ name, heals, about }) => [name, heals.join(', '), about]));
  });

  it('has a configuration that is valid', async () => {
    const examples = splitCode(page).blocks.filter(({ language }) => language === 'jsonc');
    expect(examples).toHaveLength(2);
    for (const { text } of examples)
      await expect(checkConfig(parseJsonc(text), 'example')).resolves.toBeTypeOf('object');
  });

  it('names an example that runs: every question is answered, and the log tells the truth', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(repository, 'examples/healing/run.mjs')]);
    expect(stdout.match(/3 boats in the harbour/g), stdout).toHaveLength(7);
    expect(stdout.match(/fix_attempted: login\n {4}success: true/g)).toHaveLength(3);
  });
});
