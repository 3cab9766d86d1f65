import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';
import { everyFile, oneLesson } from './stories.ts';

afterAll(clearStages);

describe('hardwon report --html', () => {
  it('writes one page that needs nothing else', async () => {
    const stage = await makeStage(everyFile);
    const { code, stdout } = await stage.run(['report', '--html', 'failures.html']);
    expect(code).toBe(0);
    expect(stdout).toContain('Written: ~/harbour/failures.html');
    const page = await readFile(join(stage.project, 'failures.html'), 'utf8');
    const { figures } = await stage.learn();
    expect(page).toContain(`of ${figures.calls} calls in ${figures.sessions} sessions failed`);
    expect(page).toContain('<code>uv run python</code>');
    expect(page).not.toMatch(/<script|https?:|\bsrc=|\bhref=|\bon\w+=/);
    expect(page).not.toContain(stage.home);
    // What is true of one person is nobody else's business.
    expect(page).not.toContain('gradlew');
  });

  it('names no folder of the machine, nobody and no secret, and runs nothing', async () => {
    const stage = await makeStage();
    const key = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const guidance = `Run \`make seed\` in ${stage.project}/db, ask ada@example.org, not ${stage.home}/elsewhere <img src=x onerror=alert(1)> ${key}`;
    const entry = `## L-001: Seed <script>alert(1)</script>\n- Guidance: ${guidance}\n- Confidence: high\n- Status: ready\n`;
    await stage.tell(oneLesson);
    await stage.write('.memory/harness-learnings.md', entry);
    await stage.run(['report', '--html', 'page.html']);
    const page = (await stage.read('page.html')) ?? '';
    expect(page).toContain('&#60;script&#62;');
    for (const secret of ['<script', '<img', 'ada@example.org', stage.home, key]) expect(page).not.toContain(secret);
  });

  it('replaces its own page, and nothing else without being told', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('notes.html', '<p>mine</p>');
    const refused = await stage.run(['report', '--html', 'notes.html']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('is not a page of hardwon report');
    expect(await stage.read('notes.html')).toBe('<p>mine</p>');
    expect((await stage.run(['report', '--html', 'notes.html', '--force'])).code).toBe(0);
    expect((await stage.run(['report', '--html', 'notes.html'])).code).toBe(0);
    expect((await stage.run(['report', '--html', 'nowhere/notes.html'])).code).toBe(2);
  });

  it('prints what it sums up, as JSON and for a part of the time', async () => {
    const stage = await makeStage(everyFile);
    const whole = JSON.parse((await stage.run(['report', '--json', '--html', 'a.html'])).stdout);
    expect(whole).toMatchObject({ schema: 1, subject: 'harbour', failures: { step: 1 } });
    const none = JSON.parse((await stage.run(['report', '--json', '--html', 'a.html', '--since', '2027-01-01'])).stdout);
    expect([none.overview.totals.calls, whole.overview.totals.calls > 0]).toEqual([0, true]);
    expect((await stage.run(['report', '--html', 'a.html', '--project', '..'])).code).toBe(2);
    expect((await stage.run(['report', '--html', 'a.html', '--all'])).stdout).toContain('harbour');
  });
});
