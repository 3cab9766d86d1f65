import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';
import { everyFile, oneLesson } from './stories.ts';

afterAll(clearStages);

describe('hardwon report', () => {
  it('writes one page that needs nothing else', async () => {
    const stage = await makeStage(everyFile);
    const { code, stdout } = await stage.run(['report', 'failures.html']);
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
    await stage.run(['report', 'page.html']);
    const page = (await stage.read('page.html')) ?? '';
    expect(page).toContain('&#60;script&#62;');
    for (const secret of ['<script', '<img', 'ada@example.org', stage.home, key]) expect(page).not.toContain(secret);
  });

  it('replaces its own page, and nothing else without being told', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('notes.html', '<p>mine</p>');
    const refused = await stage.run(['report', 'notes.html']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('is not a page of hardwon report');
    expect(await stage.read('notes.html')).toBe('<p>mine</p>');
    expect((await stage.run(['report', 'notes.html', '--force'])).code).toBe(0);
    expect((await stage.run(['report', 'notes.html'])).code).toBe(0);
    expect((await stage.run(['report', 'nowhere/notes.html'])).code).toBe(2);
  });

  it('is not report-failure, and says so', async () => {
    const stage = await makeStage(oneLesson);
    const { code, stderr } = await stage.run(['report', '--failure-type', 'other', '--description', 'It edits dist/']);
    expect(code).toBe(2);
    expect(stderr).toContain('--failure-type belongs to report-failure');
    expect(stderr).toContain('Run hardwon report-failure with the same options');
    expect(await stage.read('hardwon-report.html')).toBeUndefined();
    expect((await stage.run(['report'])).stdout).toContain('Written: ~/harbour/hardwon-report.html');
  });

  it('prints what it sums up, as JSON and for a part of the time', async () => {
    const stage = await makeStage(everyFile);
    const whole = JSON.parse((await stage.run(['report', '--json', 'a.html'])).stdout);
    expect(whole).toMatchObject({ schema: 1, subject: 'harbour', failures: { step: 1 } });
    const none = JSON.parse((await stage.run(['report', '--json', 'a.html', '--since', '2027-01-01'])).stdout);
    expect([none.overview.totals.calls, whole.overview.totals.calls > 0]).toEqual([0, true]);
    expect((await stage.run(['report', 'a.html', '--all'])).stdout).toContain('harbour');
  });

  it('answers no where there are no sessions, and writes nothing', async () => {
    const stage = await makeStage(oneLesson);
    const { home, project } = stage;
    const none = await stage.run(['report', 'none.html'], { cwd: home });
    const stdout = `There are no sessions for ${home}.\nDid you mean --project ${project}?\n`;
    expect(none).toEqual({ code: 1, stdout, stderr: '' });
    const json = await stage.run(['report', 'none.html', '--json'], { cwd: home });
    expect([json.code, JSON.parse(json.stdout)]).toEqual([
      1,
      { schema: 1, nothing: { folder: home, near: [project] } },
    ]);
    const other = await stage.run(['report', 'none.html', '--agent', 'codex']);
    expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining(`There are no sessions for ${project}.`) });
    expect(await stage.read('none.html')).toBeUndefined();
    expect(await stage.read('../none.html')).toBeUndefined();
  });
});
