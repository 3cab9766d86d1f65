import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { clearStages, makeStage, type Stage, shell } from '../e2e/stage.ts';
import { everyFile, laterLesson } from '../e2e/stories.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { closeBrowser, type OpenedPage, openPage, type PageOptions } from './support/page-stage.ts';
import { fetched, makeWorld } from './support/page-world.ts';

const TOKEN = 'a-key-that-two-servers-share';

let opened: OpenedPage;
afterEach(() => opened.close());
afterAll(async () => {
  await closeBrowser();
  await clearStages();
});

async function open(stage: Stage, options?: PageOptions): Promise<OpenedPage> {
  opened = await openPage(stage, options);
  return opened;
}

/** As if the window went behind another one, or came back. */
const hide = (isHidden: boolean): string =>
  `Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} }); document.dispatchEvent(new Event('visibilitychange'))`;

const lessonId = async (page: Page): Promise<string> =>
  /L-\d+/.exec((await page.locator('.lesson .lesson-meta').textContent()) ?? '')?.[0] ?? '';

describe('the keyboard', () => {
  it('moves in the list of sessions, opens one, and comes back to where it was', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/sessions');
    await page.getByRole('link', { name: 'Live' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await go('#/sessions?range=365');
    await page.getByLabel('Only with failures').check();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    // Sessions with the same title are one row, which opens as a list of them.
    await expect.poll(() => page.locator('.virtual-row.chosen').textContent()).toContain('sessions');
    await page.keyboard.press('Enter');
    await page.locator('.chip').waitFor();
    await expect.poll(() => page.locator('.virtual').textContent()).not.toContain('sessions');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.virtual-row.chosen').getAttribute('aria-posinset')).toBe('2');
    const title = await page.locator('.virtual-row.chosen .session-title').textContent();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').textContent()).toBe(title);
    await page.getByRole('link', { name: 'Sessions' }).last().click();
    await expect.poll(() => page.locator('.virtual-row.chosen').getAttribute('aria-posinset')).toBe('2');
    expect(page.url()).toMatch(/range=365&failed=true/);
    expect(await page.getByLabel('Only with failures').isChecked()).toBe(true);
  });

  it('means a place by what follows g, and not what the view does by the same key', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/lessons?show=all');
    await page.locator('.actions').waitFor();
    await page.evaluate('HTMLDialogElement.prototype.showModal = () => (document.body.dataset.dialog = "yes")');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Report a failure' }).waitFor();
    expect(await page.evaluate('document.body.dataset.dialog')).toBeUndefined();
  });

  it('decides once, however long a key is held down', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    await go('#/lessons?show=review');
    await page.locator('.actions').waitFor();
    const first = await lessonId(page);
    for (let times = 0; times < 12; times++) {
      // Without a release in between, each is a repetition.
      await page.keyboard.down('a');
      await page.waitForTimeout(60);
    }
    await page.keyboard.up('a');
    await expect.poll(() => lessonId(page)).not.toBe(first);
    await page.locator('.actions').waitFor();
    expect((await stage.read('.memory/harness-learnings.md'))?.match(/Validated: /g)).toHaveLength(1);
  });

  it('finds the next lesson after a decision by a button', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/lessons?show=review');
    await page.locator('.actions').waitFor();
    const first = await lessonId(page);
    await page.getByRole('button', { name: /^Accept/ }).click();
    await expect.poll(() => lessonId(page)).not.toBe(first);
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Selected lesson');
  });

  it('finds the next lesson where the list has the news before the decision is answered', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/lessons?show=review');
    await page.locator('.actions').waitFor();
    const first = await lessonId(page);
    let isAnswered = false;
    await page.route('**/api/lessons/**', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      const response = await route.fetch();
      await expect.poll(() => lessonId(page)).not.toBe(first);
      isAnswered = true;
      return route.fulfill({ response });
    });
    await page.getByRole('button', { name: /^Accept/ }).click();
    await expect.poll(() => isAnswered).toBe(true);
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Selected lesson');
  });
});

describe('a call', () => {
  it.each([1280, 390])('is read from its beginning at %i pixels, wherever one was in the one before', async (width) => {
    const stage = await makeStage();
    const long = Array.from({ length: 7 }, (_, index) => `berth ${index} ${'is free '.repeat(60)}`).join('\n');
    await stage.tellSteps([
      { user: long },
      shell('make berths', `error: ${long}`),
      { user: long },
      shell('make quays', `error: ${long}`),
    ]);
    const { page, go } = await open(stage, { width, height: 500 });
    const [session] = (await fetched<{ rows: { agent: string; session: string }[] }>(page, '/api/sessions')).rows;
    await go(`#/session/${session?.agent}/${session?.session}?call=0`);
    await page.locator('.chosen-call').waitFor();
    const scroller = width > 992 ? "document.querySelector('.pane-detail')" : 'document.scrollingElement';
    await page.evaluate(`${scroller}.scrollTo(0, 150)`);
    expect(await page.evaluate(`${scroller}.scrollTop`)).toBeGreaterThan(100);
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.chosen-call').textContent()).toContain('make quays');
    await expect.poll(() => page.evaluate(`${scroller}.scrollTop`)).toBe(0);
  });
});

describe('a decision', () => {
  it('calls nobody back who has gone on', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/lessons?show=review');
    await page.locator('.actions').waitFor();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/lessons/*/*', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.keyboard.press('a');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    release();
    await expect.poll(() => page.locator('.toast').textContent()).toContain('accepted');
    expect(page.url()).toContain('#/sessions');
  });

  it('can be taken back as long as it is the last one, and once', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    await go('#/lessons?show=review');
    for (let number = 1; number <= 2; number++) {
      await page.locator('.actions button:enabled').first().waitFor();
      await page.keyboard.press('a');
      await expect.poll(() => page.locator('.toast').count()).toBe(number);
    }
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.count()).toBe(1);
    await undo.click();
    await expect.poll(() => page.locator('.toasts').textContent()).toContain('Undid the changes');
    expect(await undo.count()).toBe(0);
    expect((await stage.read('.memory/harness-learnings.md'))?.match(/Validated: /g)).toHaveLength(1);
  });

  it('to promote waits for what it would write', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/lessons?show=all&search=uv');
    await page.locator('.actions').waitFor();
    await page.keyboard.press('p');
    const promote = page.locator('dialog').getByRole('button', { name: /^Promote/ });
    await page.locator('dialog .file').first().waitFor();
    expect(await promote.isEnabled()).toBe(true);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/lessons/*/*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Promote to').selectOption({ index: 1 });
    await expect.poll(() => promote.isEnabled()).toBe(false);
    expect(await page.locator('dialog .file').count()).toBe(0);
    release();
    await expect.poll(() => page.locator('dialog .file, dialog .banner.bad').count()).toBeGreaterThan(0);
  });
});

describe('what is new', () => {
  it('stands out among the last calls of an agent at work', async () => {
    const stage = await makeStage(everyFile);
    // More than are shown.
    const steps = Array.from({ length: 8 }, (_, index) => shell(`make berth-${index}`));
    const session = { start: '2026-03-07T09:00:00Z', cwd: stage.project, branch: 'main' };
    await codexWriter.write(stage.home, [{ ...session, steps }]);
    const { page, go } = await open(stage);
    await page.clock.setFixedTime('2026-03-07T09:05:00Z');
    await go('#/live');
    await expect.poll(() => page.locator('.feed li').last().textContent()).toContain('make berth-7');
    expect(await page.locator('.feed .fresh').count()).toBe(0);
    await codexWriter.write(stage.home, [{ ...session, steps: [...steps, shell('make tides')] }]);
    await expect
      .poll(() => page.locator('.feed .fresh').allTextContents())
      .toEqual([expect.stringContaining('make tides')]);
  });

  it('of a session leaves the call that is looked at, and what was said, where they are', async () => {
    const stage = await makeStage();
    const said = (text: string) => ({ user: text });
    const steps = [said('Build the berths'), shell('make berths'), said('Now the quays'), shell('make quays')];
    const session = { start: '2026-03-07T09:00:00Z', cwd: stage.project, branch: 'main' };
    await codexWriter.write(stage.home, [{ ...session, steps }]);
    const { page, go } = await open(stage);
    await go('#/sessions');
    await page.locator('.virtual-row').first().click();
    await page.locator('.strip canvas').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.chosen-call').textContent()).toContain('Now the quays');
    await codexWriter.write(stage.home, [{ ...session, steps: [...steps, shell('make tides')] }]);
    await expect.poll(() => page.locator('.session-sum').textContent()).toContain('3 calls');
    expect(await page.locator('.chosen-call').textContent()).toContain('Now the quays');
    expect(await page.locator('.virtual-row.chosen').textContent()).toContain('make quays');
  });

  it('about the logs is said', async () => {
    const stage = await makeWorld();
    const { page } = await open(stage);
    await page.route('**/api/status', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), notices: ['One log could not be read.'] } });
    });
    await page.reload();
    await page.getByText('One log could not be read.').waitFor();
  });
});

describe('a server', () => {
  it('that was started again with the same key is asked for everything anew', async () => {
    const stage = await makeStage(everyFile);
    const { page, stop, start } = await open(stage, { args: ['--token', TOKEN] });
    const lead = await page.locator('.lead').textContent();
    await stop();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('is not responding');
    expect(await page.locator('.lead').textContent()).toBe(lead);
    await stage.tell(laterLesson);
    await start(['--token', TOKEN]);
    await expect.poll(() => page.locator('.lead').textContent()).not.toBe(lead);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('that was started again with another key says so, and lets in who opens its link in the same window', async () => {
    const { page, stop, start } = await open(await makeStage(everyFile));
    await stop();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('is not responding');
    const link = await start();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('a new link');
    await page.goto(link);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.locator('.lead').waitFor();
    expect(page.url()).not.toContain('token');
  });

  it('that fails is not asked without end', async () => {
    const { page, go } = await open(await makeWorld());
    await go('#/sessions');
    let asked = 0;
    await page.route('**/api/sessions?*', (route) => {
      asked += 1;
      return route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"The disk is gone."}' });
    });
    await page.getByLabel('Only with failures').check();
    await expect.poll(() => page.locator('.banner.bad').textContent()).toBe('The disk is gone.');
    await page.waitForTimeout(500);
    // The list that was there may want it once more.
    expect(asked).toBeLessThan(5);
    await page.unroute('**/api/sessions?*');
    await page.getByLabel('Only with failures').uncheck();
    await page.locator('.session-row').first().waitFor();
    expect(await page.locator('.banner.bad').count()).toBe(0);
  });
});

describe('many windows', () => {
  it('do not wait for each other', async () => {
    const stage = await makeStage(everyFile);
    const { page } = await open(stage);
    const address = page.url();
    const context = page.context();
    await page.locator('.lead').waitFor();
    for (let number = 2; number <= 8; number++) {
      const pages = context.pages();
      // In this browser none is hidden by itself.
      await pages.at(-1)?.evaluate(hide(true));
      const next = await context.newPage();
      await next.goto(address);
      await next.locator('.lead').waitFor();
    }
    // Who comes back to the first one sees what is new.
    const lead = await page.locator('.lead').textContent();
    await stage.tell(laterLesson);
    await page.evaluate(hide(false));
    await expect.poll(() => page.locator('.lead').textContent()).not.toBe(lead);
  });
});

describe('a report', () => {
  it('is for the project that is seen, and says who is asked about that one', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/teacher?*type=scope_error*', async (route) => {
      await held;
      await route.continue();
    });
    await go('#/report?project=one-that-is-not-here');
    await expect.poll(() => page.getByText('Nothing leaves this machine').count()).toBe(1);
    expect(await page.locator('form select').first().inputValue()).not.toBe('');
    await page.getByRole('radio', { name: /Scope/ }).check();
    await expect.poll(() => page.getByText('Nothing leaves this machine').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Draft the rule' }).isEnabled()).toBe(false);
    release();
    await expect.poll(() => page.getByText('Nothing leaves this machine').count()).toBe(1);
    await page.getByLabel('What went wrong').fill('A handler was written into the model');
    await page.getByLabel('What should the agent have done').fill('Keep handlers in src/api/, models in src/model/');
    await page.getByRole('button', { name: 'Draft the rule' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.value')).toContain('Keep handlers');
  });
});

describe('what would be written', () => {
  it('is not written where it has changed since it was looked at', async () => {
    const stage = await makeWorld();
    const { page, go } = await open(stage);
    await go('#/changes');
    await page.getByRole('button', { name: /^Apply/ }).waitFor();
    // The page is not told in time.
    await page.route('**/api/status', (route) => route.abort());
    await stage.write('CLAUDE.md', '# Harbour\n');
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect.poll(() => page.locator('.toast.bad').textContent()).toContain('The changes are no longer the same');
    expect(await stage.read('CLAUDE.md')).toBe('# Harbour\n');
    await rm(join(stage.project, 'CLAUDE.md'));
  });
});
