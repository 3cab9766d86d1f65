import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Overview } from '../../src/web/answers/overview.ts';
import { watchPages } from './support/page-stage.ts';
import { fetched, makeWorld } from './support/page-world.ts';
import { addSlowLogs } from './support/slow-logs.ts';

const { open } = watchPages();

/** What a bar shows and what its words say. */
interface SeenProgress {
  value: number;
  max: number;
  text: string;
}

/** Notes each state of the bar from now on, whenever anything on the page changes. */
async function watchBar(page: Page): Promise<() => Promise<SeenProgress[]>> {
  await page.evaluate(`
    globalThis.seen = [];
    const note = () => {
      for (const bar of document.querySelectorAll('progress[value]')) {
        const text = bar.parentElement.querySelector('[role="status"]').textContent;
        const last = globalThis.seen.at(-1);
        if (last?.text !== text || last.value !== bar.value) globalThis.seen.push({ value: bar.value, max: bar.max, text });
      }
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    note();
  `);
  return () => page.evaluate('globalThis.seen');
}

describe('the first reading', () => {
  it('shows the sessions read so far, marked as such, until it has read everything', async () => {
    const stage = await makeWorld();
    const logs = await addSlowLogs(stage);
    const { page, shot, checkAccess } = await open(stage, { isUnread: true });
    const seen = await watchBar(page);
    const note = page.getByRole('region', { name: 'Still reading' });
    await note.waitFor();
    const totals = async () => (await fetched<Overview>(page, '/api/overview')).totals;
    const isSaid = async () => {
      const { calls, sessions } = await totals();
      return (
        (await page.locator('.lead').textContent()) ===
        `${calls} calls in ${sessions} session${sessions === 1 ? '' : 's'}`
      );
    };
    await expect.poll(isSaid).toBe(true);
    expect(await note.textContent()).toMatch(
      /^Step 1 of 2: reading logs, [\d.]+ of 4\.\d MBThis page shows \d+ sessions? so far\./,
    );
    expect(await page.locator('.headline').textContent()).toMatch(/ of \d+ calls failed\.$/);
    await checkAccess();
    await shot('reading-overview');

    await page.getByRole('link', { name: 'Lessons', exact: true }).click();
    await page.getByRole('heading', { name: 'No lessons so far' }).waitFor();
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByRole('heading', { name: 'No changes so far' }).waitFor();
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    const rows = page.locator('.virtual-row');
    // Each part shows more of the sessions that are read.
    await expect.poll(() => rows.filter({ hasText: 'torch-' }).count()).toBe(1);
    await expect
      .poll(async () =>
        ((await page.locator('.filters').last().textContent()) ?? '').includes(`${(await totals()).sessions} session`),
      )
      .toBe(true);
    await note.waitFor();
    const early = await totals();
    await shot('reading-sessions');
    await rows.filter({ hasText: 'Light torch-1' }).click();
    await expect.poll(() => page.locator('.session-failures h2').textContent()).toContain('1 failure');

    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await logs.release();
    await note.waitFor({ state: 'detached' });
    await expect.poll(isSaid).toBe(true);
    expect((await totals()).sessions).toBeGreaterThanOrEqual(early.sessions + logs.sessions - 1);
    await expect.poll(() => page.locator('.counts').first().textContent()).not.toMatch(/^0 ready/);
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await expect.poll(() => rows.filter({ hasText: 'torch-' }).count()).toBe(logs.sessions);

    const states = await seen();
    expect(states.length).toBeGreaterThan(1);
    for (const { value, max, text } of states) {
      const [done, total] = [...text.matchAll(/[\d.]+(?= of| MB| project)/g)].slice(1).map(Number);
      expect({ text, done, total }).toEqual({ text, done: value, total: max });
    }
  });
});
