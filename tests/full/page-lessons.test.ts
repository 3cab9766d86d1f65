import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchPages } from './support/page-stage.ts';
import { fetched, makeWorld } from './support/page-world.ts';

const { open, forgetProblems } = watchPages();

describe('lessons', () => {
  it('are decided on with the keyboard alone', async () => {
    const stage = await makeWorld();
    const { page, go, shot } = await open(stage);
    const memory = () => readFile(join(stage.project, '.memory/harness-learnings.md'), 'utf8');
    await go('#/lessons?show=all&sort=id');
    await page.locator('.lesson h1').waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('uv run');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.virtual-row').count()).toBe(1);
    await page.keyboard.press('j');
    await page.locator('.lesson h1').waitFor();
    const id = /L-\d+/.exec((await page.locator('.lesson .lesson-meta').textContent()) ?? '')?.[0] ?? '';
    await shot('lesson');

    await page.keyboard.press('a');
    await expect.poll(() => page.locator('.toast').first().textContent()).toContain(`${id} accepted`);
    expect(await memory()).toMatch(new RegExp(`## ${id}:[^#]*Validated: 2026-03-09`));

    await page.keyboard.press('e');
    await page.getByLabel('What to do next time').fill('Run every script by `uv run python`.');
    await shot('edit');
    // From a field of several lines, where Enter alone makes another one.
    await page.keyboard.press('Control+Enter');
    await expect.poll(memory).toContain('- Guidance: Run every script by `uv run python`.');

    await expect.poll(() => page.locator('.toasts').textContent()).toContain('saved');
    await page.keyboard.press('u');
    await expect.poll(memory).not.toContain('Run every script by');
    // What was taken back is not offered to be taken back once more.
    await expect.poll(() => page.locator('.toasts').textContent()).toContain('Undid the changes');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

    await page.keyboard.press('p');
    await page.locator('dialog .file').first().waitFor();
    await shot('promote');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);

    await page.keyboard.press('m');
    await page.getByRole('radio').first().check();
    await shot('merge');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('the scripts are gone');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => readFile(join(stage.project, '.memory/tombstones.md'), 'utf8').catch(() => ''))
      .toContain('the scripts are gone');
    expect(await memory()).not.toContain(`## ${id}:`);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(memory).toContain(`## ${id}:`);
  });

  it('leave the queue once they are decided on, and take no other with them', async () => {
    const stage = await makeWorld();
    const { page, go, shot } = await open(stage);
    const queue = async () =>
      (await fetched<{ rows: { id: string }[] }>(page, '/api/lessons?show=review')).rows.map(({ id }) => id).sort();
    await go('#/lessons?show=review');
    await page.locator('.lesson h1').waitFor();
    const before = await queue();
    const idOf = async () => /L-\d+/.exec((await page.locator('.lesson .lesson-meta').textContent()) ?? '')?.[0] ?? '';
    const accepted = await idOf();
    await page.keyboard.press('a');
    await expect.poll(queue).toEqual(before.filter((id) => id !== accepted));
    await expect.poll(idOf).not.toBe(accepted);
    const rejected = await idOf();
    await page.locator('.actions button:enabled').first().waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('not true here');
    await page.keyboard.press('Control+Enter');
    await expect.poll(queue).toEqual(before.filter((id) => id !== accepted && id !== rejected));
    await page.getByRole('button', { name: /^Rejected/ }).click();
    const gone = page.getByRole('list', { name: 'Rejected lessons' });
    await expect.poll(() => gone.textContent()).toContain(rejected);
    expect(await gone.textContent()).toContain('not true here');
    await shot('rejected');
    await gone.getByRole('button', { name: `Restore ${rejected}` }).click();
    await expect.poll(queue).toEqual(before.filter((id) => id !== accepted));
  });

  it('show the first of them until one is chosen, and what another window did', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    await go('#/lessons?show=all&sort=id');
    await page.locator('.lesson h1').waitFor();
    expect(page.url()).toContain('#/lessons?show=all');
    expect(await page.locator('.virtual-row.chosen').getAttribute('aria-posinset')).toBe('1');
    const first = await page.locator('.lesson h1').textContent();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.lesson h1').textContent()).not.toBe(first);
    expect(page.url()).toMatch(/#\/lessons\/[^/]+\/L-\d+/);
    const id = /L-\d+/.exec((await page.locator('.lesson .lesson-meta').textContent()) ?? '')?.[0] ?? '';
    await page.keyboard.press('e');
    await page.getByLabel('What to do next time').fill('My own words.');
    const { projects } = await fetched<{ projects: { id: string }[] }>(page, '/api/projects');
    const path = `/api/lessons/${projects[0]?.id}/${id}`;
    await page.evaluate(
      `fetch(${JSON.stringify(path)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ action: 'edit', guidance: 'Words of another window.' }) })`,
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => page.locator('dialog [role="alert"]').textContent())
      .toContain('has changed in the meantime');
    expect(await page.getByLabel('What to do next time').inputValue()).toBe('My own words.');
    expect(await stage.read('.memory/harness-learnings.md')).toContain('Words of another window.');
    // A refusal is an answer with a status, which the browser notes.
    forgetProblems();
  });

  it('that are one are merged, and promoted ones are where they were promoted to', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    await go('#/lessons?show=all&search=berth');
    await page.locator('.virtual-row').first().click();
    await page
      .locator('.actions')
      .getByRole('button', { name: /^Merge/ })
      .click();
    await page.getByLabel('Search').last().fill('uv run');
    await expect.poll(() => page.getByRole('radio').count()).toBe(1);
    await page.getByRole('radio').check();
    await page.locator('dialog').getByRole('button', { name: 'Merge' }).click();
    await expect.poll(() => page.locator('.toast').first().textContent()).toContain('merged into');
    await go('#/lessons?show=all&search=uv');
    await page.locator('.virtual-row').first().click();
    await page
      .locator('.actions')
      .getByRole('button', { name: /^Promote/ })
      .click();
    await page.locator('dialog .file').first().waitFor();
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Promote/ })
      .click();
    await expect.poll(() => page.locator('.toast').last().textContent()).toContain('promoted to CLAUDE.md');
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
  });

  it('that contradict each other are settled', async () => {
    const stage = await makeWorld();
    for (const word of ['Always', 'Never'])
      await stage.run([
        'capture',
        '--guidance',
        `${word} run \`make seed\` before \`npm test\``,
        '--human',
        '--yes',
        '--new',
      ]);
    const { page, go, shot } = await open(stage);
    await go('#/lessons');
    await page.locator('.virtual-row').first().click();
    await expect.poll(() => page.locator('.lesson').textContent()).toContain('conflict');
    await page.keyboard.press('c');
    await page.getByRole('radio').nth(1).check();
    await shot('resolve');
    await page.getByRole('button', { name: 'Resolve' }).last().click();
    await expect.poll(() => page.locator('.toast').last().textContent()).toMatch(/L-\d+ kept; L-\d+ rejected/);
  });

  it('show the calls behind them, and what was different', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/lessons?show=all&search=uv');
    await page.locator('.virtual-row').first().click();
    await expect.poll(() => page.locator('.difference del').first().textContent()).toContain('python3');
    expect(await page.locator('.difference ins').allTextContents()).not.toEqual([]);
    expect(await page.locator('.call.failed').count()).toBe(1);
    await page.getByRole('link', { name: /Open the session/ }).click();
    await expect.poll(() => page.locator('.chosen-call').textContent()).toContain('Fixed by call');
  });
});
