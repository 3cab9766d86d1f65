import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { openProjectCases } from '../../src/app/cases/open-cases.ts';
import { openProposalDesk } from '../../src/app/cases/propose.ts';
import { askTeacher, planTeaching } from '../../src/app/cases/teach-cases.ts';
import { withConfig } from '../../src/app/configured-request.ts';
import { askToSend } from '../../src/cli/learn/teach.ts';
import { requestOf } from '../../src/cli/session-request.ts';
import { openDialog } from '../../src/cli/terminal-dialog.ts';
import { createPaint } from '../../src/cli/views/text.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import { type KeptAnswer, readKept, unexplainedCases, writeKept } from '../../src/teach/kept-answers.ts';
import type { Model } from '../../src/teach/model.ts';
import { showQuestion } from '../../src/teach/prompt.ts';
import { sumUses } from '../../src/teach/teacher-use.ts';
import { clearStages, makeStage, NOW, shell } from '../e2e/stage.ts';

afterAll(clearStages);

const SECRET = ['ghp', 'd'.repeat(36)].join('_');
const model = (ask: Model['ask']): Model => ({
  ...{ name: 'tern', destination: 'the sea', leavesMachine: true, timeoutMs: 60_000 },
  ask,
});

it('shows what would be sent, asks again on any other key, and keeps what it has where it is stopped', async () => {
  const stage = await makeStage();
  const session = () => [
    shell('make quay', 'Error: the tide table is missing'),
    shell('survey pier', 'fatal: planks were counted twice'),
    shell('ship crates', 'crane: the harbour master said no to that'),
    shell('git status'),
  ];
  await stage.tellSteps(session(), session());
  const here = { cwd: stage.project, home: stage.home, env: {}, now: new Date(NOW) };
  const request = await withConfig(requestOf({}, here));
  const desk = openProposalDesk(await openProjectCases(request), request);
  const dataDir = findOwnFolders(request).data;
  const { id } = desk.open.project;
  // Cases that take more than one question may hold are asked about in several.
  const small = await planTeaching(
    desk,
    model(async () => ({ text: '' })),
    { dataDir, tokens: 450 },
  );
  expect(small.questions.length).toBeGreaterThan(1);
  expect(small.questions.flatMap(({ cases }) => cases).length).toBe(small.unexplained.length);

  const [input, output] = [new PassThrough(), new PassThrough()];
  const dialog = openDialog(input, output, {});
  const canvas = { paint: createPaint(false), columns: 80, home: stage.home };
  input.write('what\ns\nn\ny\n');
  expect(await askToSend(small, dialog, canvas)).toBe(false);
  const shown = String(output.read());
  expect(shown).toMatch(/cases without a lesson: about [\d,]+ tokens in \d+ questions would go to\s+the sea\./);
  expect(shown).toContain('Answer with y, s or n.');
  expect(shown).toContain(small.questions.map(({ question }) => showQuestion(question)).join('\n\n'));
  expect(await askToSend(small, dialog, canvas)).toBe(true);
  input.end();
  expect(await askToSend(small, dialog, canvas)).toBe(false);

  // The second question is awaited in vain: what the first brought is kept, and both are paid for.
  const stop = new AbortController();
  const said = JSON.stringify({
    lessons: [{ guidance: 'Look at the quay.', why: `It said ${SECRET}.`, message: 'S1' }],
  });
  let asked = 0;
  const plan = {
    ...small,
    model: model(async () => {
      asked += 1;
      if (asked === 1) return { text: said, model: 'arctic\u001b[31m', usage: { inputTokens: 10, outputTokens: 5 } };
      stop.abort();
      throw new Error('stopped');
    }),
  };
  const result = await askTeacher(plan, {
    dataDir,
    now: here.now,
    signal: stop.signal,
    redact: createRedactor().redact,
  });
  expect(result).toMatchObject({ questions: 1, failed: new Error('stopped') });
  const kept = await readKept(dataDir, id);
  expect(kept).toMatchObject([
    { by: 'tern', open: [{ guidance: 'Look at the quay.', why: expect.stringContaining('[redacted:') }] },
  ]);
  expect(await sumUses(dataDir, here.now)).toMatchObject([{ name: 'tern', questions: 2 }]);
  const open = unexplainedCases(desk.open, kept);
  expect(open.length).toBe(small.unexplained.length - Object.keys(kept[0]?.cases ?? {}).length);
  // A lesson that was retired since has failed: its case counts again.
  const [first] = small.questions[0]?.cases ?? [];
  const evidence = [{ agent: '', session: '', at: '', call: first?.failing[0]?.step.call.id ?? '' }];
  const failed = { id: 'L-001', status: 'retired', origin: 'taught on 2026-03-01 by tern', evidence } as never;
  expect(unexplainedCases({ ...desk.open, lessons: [failed] }, kept).length).toBe(open.length + 1);
  await writeKept(
    dataDir,
    id,
    kept.map((one) => ({ ...one, retired: ['L-001'] })),
  );
  const known = await readKept(dataDir, id);
  expect(unexplainedCases({ ...desk.open, lessons: [failed] }, known).length).toBe(open.length);
  // What nobody has decided about is shown again, without asking the teacher.
  const cases = Object.fromEntries(desk.open.book.cases.map((one) => [one.id, one.failing.length]));
  await writeKept(dataDir, id, [{ ...(kept[0] as KeptAnswer), cases }]);
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
  const { stdout } = await stage.run(['learn', '--teacher', 'anthropic', '--json'], { env });
  expect(JSON.parse(stdout).teacher).toMatchObject({ questions: 0, verdicts: [{ guidance: 'Look at the quay.' }] });
  expect(await readKept(dataDir, id)).toMatchObject([{ open: [{}] }]);
});
