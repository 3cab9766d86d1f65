import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findOwnFolders } from '../../src/shared/folders.ts';
import { makeStage, type Stage, shell } from '../e2e/stage.ts';
import { everyFile, laterLesson } from '../e2e/stories.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { watchPages } from './support/page-stage.ts';
import { fetched, makeWorld } from './support/page-world.ts';

const { open, forgetProblems } = watchPages();

describe('the page', () => {
  it('opens by its link, and keeps the key out of the address', async () => {
    const stage = await makeWorld();
    const { page, shot } = await open(stage);
    expect(page.url()).not.toContain('token');
    const { figures } = await stage.learn();
    await expect
      .poll(() => page.locator('.lead').textContent())
      .toContain(`${figures.calls} calls in ${figures.sessions} sessions`);
    await page.locator('.trend canvas').waitFor();
    await shot('overview');
    await page.reload();
    await page.locator('.lead').waitFor();
  });

  it('is closed to anyone without the key', async () => {
    const stage = await makeWorld();
    const { page, problems } = await open(stage);
    await page.context().clearCookies();
    await page.reload();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Open the page with its link');
    // The browser notes each refusal, and the page asks again.
    await page.close();
    problems.splice(0);
  });

  it('shows the part of history that is chosen', async () => {
    const { page } = await open(await makeWorld());
    const lead = page.locator('.lead');
    const whole = await lead.textContent();
    await page.getByLabel('Agent', { exact: true }).selectOption('codex');
    await expect.poll(() => lead.textContent()).toContain('2 calls in 1 session');
    await page.getByLabel('Agent', { exact: true }).selectOption('');
    await expect.poll(() => lead.textContent()).toBe(whole);
    await page.getByLabel('Time', { exact: true }).selectOption('7');
    await expect.poll(() => lead.textContent()).toContain('5 sessions');
    await page.getByRole('button', { name: 'Agent', exact: true }).click();
    await expect.poll(() => page.locator('.legend').textContent()).toContain('Codex');
    await page.getByRole('button', { name: 'Share of calls' }).click();
    await page.getByRole('button', { name: 'Table' }).click();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(1);
  });

  it('tells each column of the chart by the keyboard', async () => {
    const { page } = await open(await makeWorld());
    const chart = page.getByRole('slider', { name: /Failed calls over time/ });
    await chart.locator('canvas').waitFor();
    await chart.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.tooltip').textContent()).toContain('1 Mar');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^1 Mar: \d+ of \d+ calls failed/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.tooltip').textContent()).toContain('2 Mar');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.tooltip').count()).toBe(0);
  });

  it('tells what came of the learning loop', async () => {
    const stage = await makeWorld();
    const past = {
      root: stage.project,
      agent: 'claude',
      teacher: 'builtin',
      passedAttempts: 1,
      turns: 4,
      costUsd: 0.5,
      unpriced: 1,
    };
    const runs = [
      { ...past, id: 'one', at: '2026-03-02T09:00:00Z', status: 'passed', attempts: 1, firstPassed: true, rules: [] },
      {
        ...{ ...past, id: 'two', at: '2026-03-03T09:00:00Z', status: 'passed', attempts: 2, firstPassed: false },
        rules: [{ category: 'prerequisite', verdict: 'helped' }],
      },
    ];
    const { data } = findOwnFolders({ home: stage.home, env: {} });
    await mkdir(join(data, 'loop'), { recursive: true });
    await writeFile(join(data, 'loop/history.ndjson'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
    const { page, shot } = await open(stage);
    const card = page.getByRole('region', { name: 'Learning loop' });
    await expect.poll(() => card.textContent()).toContain('2 tasks of hardwon run');
    expect(await card.textContent()).toContain('1 of 1');
    expect(await card.textContent()).toContain('3 attempts for $1.00; 2 attempts reported no cost.');
    await card.scrollIntoViewIfNeeded();
    await shot('loop');
    await page.getByLabel('Time', { exact: true }).selectOption('7');
    await expect.poll(() => card.locator('.unit').first().textContent()).toContain('1 task');
  });

  it('runs the backtest by itself, and leads with what it found', async () => {
    const { page, shot } = await open(await makeWorld());
    await page.locator('.ladder').waitFor();
    await expect
      .poll(() => page.locator('.headline').textContent())
      .toMatch(/^\d+ of \d+ avoidable failures had a lesson in time\.$/);
    const known = await page.locator('.ladder b').nth(1).textContent();
    const shown = await page.locator('.ladder b').nth(2).textContent();
    expect(await page.locator('.headline b').textContent()).toBe(`${shown} of ${known}`);
    expect(await page.locator('.legend').textContent()).toContain('had a lesson in time');
    expect(await page.locator('.ladder li').count()).toBe(5);
    await page.locator('.ladder').scrollIntoViewIfNeeded();
    await shot('backtest');
  });
});

describe('cases', () => {
  it('are opened from the list, and explained by hand, by the keyboard alone', async () => {
    const stage = await makeWorld();
    const { page, go, shot } = await open(stage);
    await go('#/cases');
    await page.getByRole('button', { name: 'Without a lesson' }).click();
    await expect.poll(() => page.locator('.case-list').textContent()).not.toContain('polars');
    await page.getByRole('button', { name: 'All' }).click();
    const row = page.locator('.case-row').filter({ hasText: 'polars' });
    expect(await row.getByRole('link', { name: /covered by L-\d+/ }).count()).toBe(1);
    const titles = await page.locator('.case-row .session-title').allTextContents();
    for (const _ of titles.slice(0, titles.findIndex((title) => title.includes('polars')) + 1))
      await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /python3: ModuleNotFoundError/ }).waitFor();
    expect(await page.locator('.exhibit .call.failed').first().textContent()).toContain('python3 tools/');
    await page.getByRole('button', { name: 'Explain it' }).press('Enter');
    await page.keyboard.type('Run `uv run python tools/load.py`: `python3` has no `polars`.');
    await page.getByLabel('Say it before calls like').fill('Bash(python3 *)');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => page.locator('.checks').textContent())
      .toMatch(/calls of its cases failed.*the trigger fires on/);
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
    await shot('case-explained');
    await page.getByRole('button', { name: 'Keep' }).press('Enter');
    await page
      .getByRole('status')
      .getByRole('link', { name: /^L-\d+$/ })
      .click();
    await expect.poll(() => page.locator('.guidance').textContent()).toContain('uv run python tools/load.py');
    expect(await stage.read('.memory/harness-learnings.md')).toMatch(/taught on 2026-03-09 by you/);
  });
});

describe('sessions', () => {
  it('lead from a failure to what fixed it to the lesson', async () => {
    const { page, go, shot } = await open(await makeWorld());
    await go('#/sessions');
    await page.getByLabel('Only with failures').check();
    await page.locator('.virtual-row').first().click();
    await page.locator('.strip canvas').waitFor();
    await expect.poll(() => page.locator('.session-failures h2').textContent()).toContain('1 failure');
    expect(await page.locator('.failure-fix').textContent()).toContain('uv run python tools/tides.py');
    await shot('session-failures');
    await page.locator('.failure-call a').click();
    await expect.poll(() => page.locator('.difference ins').count()).toBeGreaterThan(0);
    expect(await page.locator('.call.fix').textContent()).toContain('uv run python tools/tides.py');
    await page.keyboard.press('Escape');
    await page.locator('.session-failures').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('link', { name: /Fixed by call/ }).waitFor();
    await shot('session');
    await page.getByRole('link', { name: /Fixed by call/ }).click();
    await page.getByRole('link', { name: /Fixed call/ }).click();
    await page.locator('.chosen-call footer').getByRole('link', { name: /L-\d+/ }).click();
    await page.locator('.lesson h1').waitFor();
  });

  it('are shown as text, whatever they say', async () => {
    const stage = await makeStage();
    const hostile = `<img src=x onerror="document.title='taken over'"><script>document.title='taken over'</script>`;
    const long = 'a-word-without-a-break-'.repeat(40);
    await stage.tellSteps([shell(`echo ${hostile} ${long}`, `error: ${hostile}`), shell('echo ok')]);
    const { page, go } = await open(stage);
    await go('#/sessions');
    await page.locator('.virtual-row').first().click();
    await page.locator('.strip canvas').waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.call .output').textContent()).toContain('<img src=x');
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe('Session · hardwon');
    const overflow = await page.evaluate(
      "[...document.querySelectorAll('.pane-detail, html')].map((each) => each.scrollWidth - each.clientWidth)",
    );
    expect(overflow).toEqual([0, 0]);
  });

  it('appear while an agent works, without reloading', async () => {
    const stage = await makeStage(everyFile);
    const { page, go, shot } = await open(stage);
    // While the last of the later sessions is told.
    await page.clock.setFixedTime('2026-03-06T09:03:00Z');
    await go('#/live');
    await page.getByRole('heading', { name: 'No agent is working' }).waitFor();
    await expect.poll(() => page.locator('.before li').count()).toBe(4);
    await shot('live-quiet');
    await page.evaluate("document.body.dataset.same = 'yes'");
    await stage.tell(laterLesson);
    await expect.poll(() => page.locator('.live-card').count()).toBe(1);
    await expect.poll(() => page.locator('.live-card .feed').textContent()).toContain('src/model/berth.ts');
    expect(await page.locator('.before li').count()).toBe(5);
    expect(await page.evaluate('document.body.dataset.same')).toBe('yes');
    await shot('live');
  });
});

describe('what would be written', () => {
  it('is shown, applied and taken back', async () => {
    const stage = await makeWorld();
    const { page, go, shot } = await open(stage);
    await go('#/changes');
    await expect
      .poll(() => page.locator('.file', { hasText: 'CLAUDE.md' }).locator('.diff').first().textContent())
      .toContain('Lessons from past sessions');
    await shot('changes');
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect.poll(() => page.locator('.toast').first().textContent()).toContain('written');
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    await page.getByRole('heading', { name: 'Everything is up to date' }).waitFor();
    await go('#/overview');
    await expect.poll(() => page.locator('.legend').textContent()).toContain('lessons written');
    await shot('overview-with-mark');
    await go('#/changes');
    await page.locator('.project-card').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('can be added to by a report', async () => {
    const stage = await makeWorld();
    const { page, go, shot } = await open(stage);
    await go('#/report');
    await page.getByRole('radio', { name: /Architecture/ }).check();
    await page.getByLabel('What went wrong').fill('A handler was written into the model');
    await expect.poll(() => page.getByText('Nothing leaves this machine').count()).toBe(1);
    await page.getByRole('button', { name: 'Draft the rule' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('What should the agent have done').fill('Keep handlers in src/api/, models in src/model/');
    await page.getByLabel('Applies to').selectOption('this project');
    await shot('report');
    await page.getByRole('button', { name: 'Draft the rule' }).click();
    const rule = page.getByRole('textbox', { name: /^Rule/ });
    await expect.poll(() => rule.inputValue()).toBe('Keep handlers in src/api/, models in src/model/.');
    await rule.fill('Keep handlers in src/api/ and models in src/model/');
    await shot('report-rule');
    // Nothing is written that was not shown: it was worded anew.
    expect(await page.getByRole('button', { name: 'Save the rule' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show the changes' }).click();
    await page.locator('.diff').getByText('Keep handlers in src/api/ and models in src/model/').first().waitFor();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await expect.poll(() => page.locator('.toast').last().textContent()).toMatch(/Saved as L-\d+/);
    expect(await stage.read('.memory/harness-learnings.md')).toContain('from architecture error');
    expect(await stage.read('CLAUDE.md')).toContain('Keep handlers in src/api/ and models in src/model/');
    // A refusal is an answer with a status, which the browser notes.
    forgetProblems();
  });

  it('is only looked at with --read-only', async () => {
    const { page, go } = await open(await makeWorld(), { args: ['--read-only'] });
    await go('#/lessons?show=all');
    await page.locator('.virtual-row').first().click();
    await page.locator('.lesson h1').waitFor();
    expect(await page.locator('.actions').count()).toBe(0);
    await page.keyboard.press('a');
    await go('#/changes');
    expect(await page.getByRole('button', { name: /Apply|Undo/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Report' }).count()).toBe(0);
  });
});

describe.each([
  ['light', 1280],
  ['dark', 1024],
  ['light', 390],
  ['dark', 390],
] as const)('in %s colours at %i pixels', (theme, width) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await makeWorld();
    // The newest evidence of the first lesson has lines that no window holds.
    const long = 'berths/'.repeat(60);
    const steps = [
      { user: `Load ${long}` },
      shell(`ls ${long}`),
      shell(`python3 tools/tides.py --from ${long}`, `${long}\nModuleNotFoundError: No module named 'polars'`),
      shell(`uv run python tools/tides.py --from ${long}`),
    ];
    await codexWriter.write(stage.home, [{ start: '2026-03-08T09:00:00Z', cwd: stage.project, branch: 'main', steps }]);
  });

  it('every view can be used by everybody, and fits', async () => {
    const { page, go, shot, checkAccess } = await open(stage, { theme, width });
    const { lessons } = await stage.learn();
    const { projects } = await fetched<{ projects: { id: string }[] }>(page, '/api/projects');
    const [session] = (await fetched<{ rows: { agent: string; session: string }[] }>(page, '/api/sessions?failed=true'))
      .rows;
    const { cases } = await fetched<{ cases: { id: string }[] }>(page, `/api/cases?project=${projects[0]?.id}`);
    const views = {
      overview: '#/overview',
      cases: '#/cases',
      case: `#/case/${projects[0]?.id}/${cases[0]?.id}`,
      failures: '#/failures?kind=module-missing',
      lessons: '#/lessons?show=all',
      rejected: '#/lessons?show=rejected',
      lesson: `#/lessons/${projects[0]?.id}/${lessons[0]?.id}?show=all`,
      sessions: '#/sessions',
      session: `#/session/${session?.agent}/${session?.session}`,
      call: `#/session/${session?.agent}/${session?.session}?call=0`,
      live: '#/live',
      changes: '#/changes',
      report: '#/report',
    };
    for (const [name, route] of Object.entries(views)) {
      await go(route);
      await shot(`${name}-${theme}-${width}`);
      await checkAccess();
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([name, overflow]).toEqual([name, 0]);
      // The header stands at the top, however little there is below it, and lists scroll by themselves.
      expect((await page.locator('.brand').boundingBox())?.y, name).toBeLessThan(30);
      const below = await page.evaluate(
        'document.documentElement.scrollHeight - document.documentElement.clientHeight',
      );
      if (['lessons', 'sessions', 'session'].includes(name)) expect([name, below]).toEqual([name, 0]);
    }
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await checkAccess();
  });
});

describe('a home without sessions', () => {
  it('says what to do', async () => {
    const { page, go, shot, checkAccess } = await open(await makeStage());
    await expect.poll(() => page.locator('.empty h1').textContent()).toBe('No sessions yet');
    await shot('empty');
    for (const view of ['overview', 'cases', 'lessons', 'sessions', 'live', 'changes', 'report']) {
      await go(`#/${view}`);
      await checkAccess();
    }
  });
});

describe('many lessons', () => {
  it('are drawn as far as they are seen', async () => {
    const stage = await makeStage(everyFile);
    const entry = (number: number) =>
      `## L-${number}: Berth ${number}\n- Guidance: Moor at \`berth-${number}\`.\n- Confidence: medium\n`;
    await stage.write(
      '.memory/harness-learnings.md',
      Array.from({ length: 2000 }, (_, index) => entry(index + 100)).join('\n'),
    );
    const { page, go } = await open(stage);
    await go('#/lessons?show=all&sort=id');
    await expect.poll(() => page.locator('.tabs').textContent()).toContain('All 2,0');
    expect(await page.locator('.virtual-row').count()).toBeLessThan(40);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.virtual-row.chosen').textContent()).toMatch(/L-2\d{3}/);
    expect(await page.locator('.virtual-row').count()).toBeLessThan(40);
  });
});
