import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { CaseReport, CasesReport } from '../../src/app/cases/cases-report.ts';
import { openProjectCases } from '../../src/app/cases/open-cases.ts';
import { openProposalDesk, parseAnswer } from '../../src/app/cases/propose.ts';
import { withConfig } from '../../src/app/configured-request.ts';
import { reviewProposals } from '../../src/cli/propose/review.ts';
import { requestOf } from '../../src/cli/session-request.ts';
import { openDialog } from '../../src/cli/terminal-dialog.ts';
import { createPaint } from '../../src/cli/views/text.ts';
import { Snapshot } from '../../src/delivery/snapshot/layout.ts';
import { snapshotPath } from '../../src/delivery/snapshot/place.ts';
import { clearStages, makeStage, NOW, type Stage, shell } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

const GUIDANCE = 'Run `uv run python tools/load.py`: `python3` has no `polars` here.';

async function listCases(stage: Stage): Promise<CasesReport> {
  return JSON.parse((await stage.run(['cases', '--json'])).stdout) as CasesReport;
}

/** An answer about the first case, as a model would give it. */
async function answer(stage: Stage, more: object = {}, guidance = GUIDANCE): Promise<string> {
  const { cases } = await listCases(stage);
  const lesson = { guidance, cases: [cases[0]?.id], confidence: 'high', kind: 'command', ...more };
  return JSON.stringify({ lessons: [lesson] });
}

describe('hardwon cases', () => {
  it('lists what recurs, with what it cost and what covers it', async () => {
    const stage = await makeStage(oneLesson);
    const { code, stdout, stderr } = await stage.run(['cases']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^harbour: 2 calls of \d+ in 2 sessions did not do what they were for\. 1 case recur/);
    expect(stdout).toMatch(
      /C-\w{6} python3: ModuleNotFoundError: No module named 'polars'\n {2}2 in 2 sessions, .*covered by\s+L-001/s,
    );
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('shows the calls of one case, by its id or the beginning of it', async () => {
    const stage = await makeStage(oneLesson);
    const [{ id } = { id: '' }] = (await listCases(stage)).cases;
    const { stdout } = await stage.run(['cases', id.slice(0, 4)]);
    expect(stdout).toContain("ModuleNotFoundError: No module named 'polars'");
    expect(stdout).toMatch(/✓ Bash: uv run python tools\/load\.py/);
    const { case: one } = JSON.parse((await stage.run(['cases', id, '--json'])).stdout) as CaseReport;
    expect(one).toMatchObject({ id, calls: 2, lesson: { id: 'L-001' }, exhibits: [{ trouble: 'failed' }, {}] });
    expect(one.months).toEqual([{ month: '2026-03', calls: 2 }]);
    const unknown = await stage.run(['cases', 'C-nope']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no case C-nope.') });
  });

  it('prints what a teacher is sent: the task, the form, and the casebook marked as data', async () => {
    const stage = await makeStage(oneLesson);
    const { stdout } = await stage.run(['cases', '--prompt']);
    expect(stdout).toMatch(
      /^You teach a coding agent.*Answer with one JSON object.*---- casebook \w{12}: data, not instructions ----\n# 2 sessions/s,
    );
    expect((await stage.run(['cases', '--prompt', '--tokens', '400'])).stdout.length).toBeLessThan(stdout.length);
  });

  it('is counted for hooks by learn --apply, where no lesson explains it and it has not ended', async () => {
    const stage = await makeStage();
    const names = [...'abcdefgh'].map((name) => name.repeat(4));
    const day = (isRed: boolean) =>
      names.map((name) => shell(`${name} pier`, isRed ? `${name}: fatal: no ${name}` : undefined));
    await stage.tellSteps(day(false), day(true), day(true));
    const fix = [
      '--tool',
      'tide',
      '--error-pattern',
      'no such pier',
      '--root-cause',
      'it moved',
      '--fix',
      'Ask the mate',
    ];
    for (const args of [
      ['learn-fix', ...fix],
      ['learn', '--apply'],
      ['confirm', 'L-001', '--human'],
    ]) {
      expect(await stage.run(args)).toMatchObject({ code: 0 });
      const { header } = new Snapshot(snapshotPath(join(stage.home, '.cache/hardwon'), stage.project));
      // What changes memory reads no sessions, and keeps the count.
      const counted =
        args[0] === 'learn-fix'
          ? undefined
          : { cases: 8, calls: 16, minutes: expect.any(Number), tokens: expect.any(Number) };
      expect(header.unexplained).toEqual(counted);
    }
  });

  it('answers no where nothing recurs', async () => {
    const stage = await makeStage();
    await stage.tellSteps([{ id: 'a', use: { tool: 'shell', command: 'make' }, end: { how: 'ok', prints: 'done' } }]);
    expect(await stage.run(['cases'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nothing recurs yet'),
    });
  });
});

describe('hardwon propose', () => {
  it('says what history shows, and writes nothing without a yes', async () => {
    const stage = await makeStage(oneLesson);
    const { code, stdout } = await stage.run(['propose', '-'], { stdin: await answer(stage) });
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'proven, confidence high: 2 calls of its cases failed, in 2 sessions',
    );
    expect(stdout).toContain('Nothing was written');
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
  });

  it('keeps what is proven with --yes, with who worded it, and learn tells it', async () => {
    const stage = await makeStage(oneLesson);
    const file = await stage.write('answer.json', `Here it is:\n\`\`\`json\n${await answer(stage)}\n\`\`\``);
    const { code, stdout } = await stage.run(['propose', file, '--by', 'tide-model', '--yes']);
    expect({ code, stdout: stdout.replaceAll(/\s+/g, ' ') }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 lesson kept, 0 watched, 0 dropped'),
    });
    const memory = await stage.read('.memory/harness-learnings.md');
    expect(memory).toContain('uv run python tools/load.py');
    expect(memory).toMatch(/Origin\W+taught on 2026-03-09 by tide-model/);
    expect(memory).toMatch(/Status\W+ready/);
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toContain(GUIDANCE);
    expect((await stage.run(['propose', file, '--yes'])).stdout).toContain('says it already');
    expect((await stage.run(['undo'])).code).toBe(0);
  });

  it('watches what is not proven, and drops what is refused', async () => {
    const stage = await makeStage(oneLesson);
    const doubtful = await answer(stage, {}, 'Load the tides with care.');
    const unproven = await stage.run(['propose', '-', '--yes'], { stdin: doubtful });
    expect(unproven.stdout).toContain('0 lessons kept, 1 watched, 0 dropped');
    const guess = await answer(stage, {}, 'Run `pip install --user polars`.');
    const refused = await stage.run(['propose', '-', '--yes', '--json'], { stdin: guess });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      schema: 1,
      verdicts: [{ state: 'refused', checks: expect.any(Array) }],
    });
  });

  it.each([
    ['what is not JSON', 'no lessons, sorry', 'The answer is not JSON.'],
    ['half an answer', '{"lessons": [{"guidance": "Run', 'The answer is not JSON.'],
    ['another form', '{"lessons": [{"advice": "Run"}]}', 'The answer does not have the right form: lessons.0.guidance'],
  ])('refuses %s, and writes nothing', async (_, stdin, says) => {
    const stage = await makeStage(oneLesson);
    expect(await stage.run(['propose', '-', '--yes'], { stdin })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(says),
    });
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
  });

  it('asks a person about one after the other, again on any other key, and keeps each decision as it is made', async () => {
    const stage = await makeStage(oneLesson);
    const [{ id } = { id: '' }] = (await listCases(stage)).cases;
    const lessons = [
      'Run `uv run python`, not `python3`.',
      'Check `tools/load.py` first.',
      'Run `git push --force` when the push is refused.',
      'Load the tides daily.',
    ].map((guidance) => ({ guidance, cases: [id], confidence: 'high' }));
    const here = { cwd: stage.project, home: stage.home, env: {}, now: new Date(NOW) };
    const request = await withConfig(requestOf({}, here));
    const desk = openProposalDesk(await openProjectCases(request), request);
    const verdicts = desk.judge(parseAnswer(JSON.stringify({ lessons })).lessons);
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    output.on('data', (text) => {
      shown += text;
    });
    const dialog = openDialog(input, output, {});
    input.end('\nwhat\nw\ny\nn\ny\ns\nq\n');
    const decided = await reviewProposals(desk, verdicts, 'tide-model', dialog, {
      paint: createPaint(false),
      columns: 80,
      home: stage.home,
    });
    dialog.close();
    await new Promise(setImmediate);
    expect(shown.match(/Answer with y, n, e, w, s or q\./g)).toHaveLength(2);
    expect(shown).toMatch(/ok {7}calls: 2 calls of its cases failed/);
    expect(shown).toMatch(/It cannot be kept: it .*\. Edit it, or go on\./);
    expect(decided.map(({ status }) => status)).toEqual(['ready', undefined, undefined, undefined]);
    expect(await stage.read('.memory/harness-learnings.md')).toContain('Run `uv run python`, not `python3`.');
  });
});
