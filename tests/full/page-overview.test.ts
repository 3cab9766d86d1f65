import { describe, expect, it } from 'vitest';
import { makeStage, type Stage, shell } from '../e2e/stage.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { watchPages } from './support/page-stage.ts';
import { fetched, makeWorld } from './support/page-world.ts';

const { open } = watchPages();

describe('a figure', () => {
  it('leads to its calls: from a cause', async () => {
    const { page, shot } = await open(await makeWorld());
    const causes = page.getByRole('region', { name: 'Why calls fail' });
    const bar = causes.getByRole('listitem').first();
    const expected = Number(/\d+/.exec((await bar.locator('.bar-value').textContent()) ?? '')?.[0]);
    await bar.getByRole('link').click();
    await expect.poll(() => page.locator('.chips').textContent()).toContain(`${expected} call`);
    expect(await page.locator('.failed-row').count()).toBe(expected);
    await shot('failures');
    await page.locator('.failed-row').first().click();
    await page.locator('.chosen-call').waitFor();
    expect(await page.locator('.chosen-call .outcome.bad').count()).toBe(1);
  });

  it('leads to its calls: from a column of the chart, by the keyboard', async () => {
    const { page } = await open(await makeWorld());
    const chart = page.getByRole('slider', { name: /Failed calls over time/ });
    await chart.locator('canvas').waitFor();
    await chart.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.tooltip').textContent()).toContain('1 Mar');
    const failed = Number(/: (\d+) of/.exec((await chart.getAttribute('aria-valuetext')) ?? '')?.[1]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.chips').textContent()).toContain('1 Mar');
    await expect.poll(() => page.locator('.failed-row').count()).toBe(failed);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});

describe('a session', () => {
  /** A long session with one failure in it, whose reason stands in the middle of its output. */
  async function makeLong(): Promise<{ stage: Stage; at: number }> {
    const stage = await makeStage();
    const filler = (name: string) => Array.from({ length: 30 }, (_, index) => `${name} ${index}`).join('\n');
    const steps = Array.from({ length: 200 }, (_, index) => shell(`make berth-${index}`));
    const output = `${filler('compiling')}\nModuleNotFoundError: No module named 'polars'\n${filler('leaving')}`;
    steps[120] = shell('python3 tools/tides.py', output);
    await codexWriter.write(stage.home, [
      {
        start: '2026-03-07T09:00:00Z',
        cwd: stage.project,
        branch: 'main',
        steps: [{ user: 'Draw the tides' }, ...steps],
      },
    ]);
    return { stage, at: 120 };
  }

  it('shows the failure that a link names in the middle of the list, and its reason unfolded', async () => {
    const { stage, at } = await makeLong();
    const { page, go, shot } = await open(stage);
    const [row] = (await fetched<{ rows: { agent: string; session: string }[] }>(page, '/api/sessions')).rows;
    await go(`#/session/${row?.agent}/${row?.session}?call=${at}`);
    await page.locator('.chosen-call').waitFor();
    const list = await page.locator('.virtual').boundingBox();
    const chosen = await page.locator('.virtual-row.chosen').boundingBox();
    const middle = (box: typeof list) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
    expect(Math.abs(middle(chosen) - middle(list))).toBeLessThan((list?.height ?? 0) / 6);
    const output = await page.locator('.chosen-call .output pre').textContent();
    expect(output).toContain("ModuleNotFoundError: No module named 'polars'");
    expect(output).not.toContain('compiling 20');
    expect(await page.getByRole('list', { name: 'Colours of the calls' }).textContent()).toContain('failed');
    await expect
      .poll(() => page.getByRole('list', { name: 'Colours of the calls' }).textContent())
      .toContain('your message came before');
    await shot('session-link');
  });

  it('shows what changed between two calls, and strikes nothing through', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    await go('#/lessons?show=all&search=uv');
    await page.locator('.difference del').first().waitFor();
    const lines = await page.evaluate(
      "[...document.querySelectorAll('.difference *, .diff *')].filter((each) => getComputedStyle(each).textDecorationLine.includes('line-through')).length",
    );
    expect(lines).toBe(0);
  });
});

describe('a report', () => {
  it('is for the folder that the page was started in', async () => {
    const stage = await makeWorld();
    const elsewhere = { start: '2026-03-02T09:00:00Z', cwd: stage.home, branch: 'main', steps: [shell('make pears')] };
    await codexWriter.write(stage.home, [elsewhere]);
    const { page, go } = await open(stage);
    await go('#/report');
    const chosen = page.locator('form select').first().locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('harbour (this folder)');
  });
});
