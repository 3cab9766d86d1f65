import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recipeSchema } from '../../src/heal/recipes/recipe-schema.ts';
import { clearStages, makeBuiltStage } from '../e2e/stage.ts';
import { readDocument, splitCode, tableRows } from './markdown.ts';

afterAll(clearStages);

const page = readDocument('docs/recipes.md');

describe('the page on recipes', () => {
  it('shows a recipe that runs, and prints what it says', async () => {
    const blocks = splitCode(page).blocks;
    const text = (language: string) => blocks.find((block) => block.language === language)?.text ?? '';
    const stage = await makeBuiltStage();
    await stage.write('.hardwon/recipes/moor.yaml', text('yaml'));
    await stage.write(
      join('..', '.config', 'hardwon', 'hardwon.config.json'),
      JSON.stringify({ trust: [stage.project] }),
    );
    const words = text('sh').trim().split(' ').slice(1);
    const { code, stdout, stderr } = await stage.run(words);
    expect(code).toBe(0);
    const shown = text('text').trim().split('\n');
    const ours = (line: string) => line.startsWith('hardwon: ') || line === 'quay 7 is closed';
    expect(stdout.trim().split('\n')).toEqual(shown.filter((line) => !ours(line)));
    const said = stderr.trim().split('\n');
    // The step that was to fail has nothing that is known about it.
    expect(said.filter((line) => !line.includes('learn-fix'))).toEqual(shown.filter(ours));
  });

  it('has every key', () => {
    const { steps } = recipeSchema.shape;
    const step = steps.element.shape;
    const detection = step.detect.unwrap().element.shape;
    const keys = tableRows(page, '## Steps').map(([key = '']) => key.replaceAll('`', ''));
    expect([...keys].sort()).toEqual([...new Set([...Object.keys(step), ...Object.keys(detection)])].sort());
  });
});
