import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { runNode } from '../support/run.ts';
import { type ExampleHome, makeExampleHome } from './example-home.ts';
import { readDocument, repository, splitCode, tableRows } from './markdown.ts';

const page = readDocument('docs/library.md');

let home: ExampleHome;
beforeAll(async () => {
  home = await makeExampleHome();
});
afterAll(() => home.remove());

describe('the page on the library', () => {
  it('names all that is exported, and nothing else', () => {
    const named = tableRows(page, '# The library').map(([name = '']) => name.replaceAll('`', ''));
    expect(named.toSorted()).toEqual(Object.keys(library).toSorted());
  });

  it('has an example that runs', async () => {
    const [example] = splitCode(page).blocks.filter(({ language }) => language === 'js');
    const built = pathToFileURL(join(repository, 'dist/index.mjs')).href;
    const file = join(home.path, 'example.mjs');
    await writeFile(file, example?.text.replace("'hardwon'", JSON.stringify(built)) ?? '');
    const { code, stdout, stderr } = await runNode(file, [], { home: home.path, cwd: home.project });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('harbour L-003 ready Use `uv run python`, not `python3`\n');
  });
});
