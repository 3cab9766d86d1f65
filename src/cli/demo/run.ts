import { openProjectCases } from '../../app/cases/open-cases.ts';
import { openProposalDesk, parseAnswer } from '../../app/cases/propose.ts';
import { type LearnRequest, withConfig } from '../../app/configured-request.ts';
import { learn } from '../../app/learn/learn.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { viewLearn } from '../learn/view.ts';
import { viewVerdict } from '../propose/view.ts';
import { type Canvas, chooseCanvas, plural, wrap } from '../views/text.ts';
import type { DemoFlags } from './command.ts';
import { makeExampleHome, readRecordedAnswer } from './example-home.ts';

/** Runs `hardwon demo`: the real program on bundled sessions, in a home folder and a project of its own. */
export async function runDemo(flags: DemoFlags, here: Host): Promise<void> {
  const { home, project, remove } = await makeExampleHome(here);
  try {
    const request: LearnRequest = {
      cwd: project,
      home,
      // Nothing that belongs to the user is read: no configuration, no logs, no index.
      env: {},
      now: here.now,
      join: [],
      all: false,
      apply: false,
      force: false,
      fresh: false,
    };
    const report = await learn(request);
    if (flags.json) printJson(here, report);
    else {
      const canvas = chooseCanvas(here.stdout, { env: here.env, home });
      const { paint } = canvas;
      const intro = `${paint.bold('hardwon demo')}: bundled example sessions; your own files are not touched.\n\n`;
      const verdicts = await judgeRecorded(request, here.dist);
      const end = `${viewRecorded(verdicts, flags.verbose === true, canvas)}\n${outro(paint.bold)}`;
      const linesAround = `${intro}\n${end}`.split('\n').length - 1;
      const shown = { verbose: flags.verbose === true, hasVerbose: true, showsDiff: flags.diff === true, linesAround };
      here.stdout.write(`${intro}${viewLearn(report, { ...canvas, ...shown, now: here.now })}\n${end}`);
    }
    if (flags.keep) here.stderr.write(`Kept: HOME=${home}, project ${project}\n`);
  } finally {
    if (!flags.keep) await remove();
  }
}

/** Checks the recorded answer of a model against the bundled sessions. */
async function judgeRecorded(asked: LearnRequest, dist: string): Promise<Verdict[]> {
  const request = await withConfig(asked);
  const desk = openProposalDesk(await openProjectCases(request), request);
  return desk.judge(parseAnswer(await readRecordedAnswer(dist)).lessons);
}

function viewRecorded(verdicts: readonly Verdict[], isWhole: boolean, canvas: Canvas): string {
  const proven = verdicts.filter(({ state }) => state === 'proven').length;
  const name = 'A teacher';
  const head = `${name} can explain the rest. A recorded answer of a model about these sessions: ${plural(verdicts.length, 'lesson')}, of which the sessions prove ${proven}${isWhole ? ':' : ' (--verbose shows them).'}`;
  const nameState = ({ state }: Verdict) => (state === 'unproven' ? 'not proven' : state);
  const rows = isWhole ? verdicts.map((verdict) => `\n${viewVerdict(verdict, canvas, nameState(verdict))}\n`) : [];
  return `${wrap(head, canvas.columns, 0).replace(name, canvas.paint.bold)}\n${rows.join('')}`;
}

function outro(bold: (text: string) => string): string {
  return `${bold('Your turn:')} in a project you work on with a coding agent, run\n  npx hardwon learn\n`;
}
