import { openTrial } from '../../app/backtest/backtest-teacher.ts';
import { withConfig } from '../../app/configured-request.ts';
import { type Host, printJson, tellProblems } from '../../app/surroundings.ts';
import type { RivalFigures, TrialFigures } from '../../proof/compare-teachers.ts';
import { AppError } from '../../shared/errors.ts';
import { chooseTeacherOf, judgeAnswers, type Permission } from '../learn/teach.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { type Canvas, chooseCanvas, wrap } from '../views/text.ts';
import type { BacktestFlags } from './command.ts';

/** Runs `hardwon backtest --teacher`. */
export async function runTrial(flags: BacktestFlags & Permission, here: Host): Promise<void> {
  const chosen = await chooseTeacherOf(flags, here);
  if (!chosen)
    throw new AppError('usage', 'The built-in teacher is what hardwon backtest measures anyway.', {
      hint: 'Name another one: hardwon backtest --teacher claude',
    });
  const progress = new Progress(here);
  const request = await withConfig({
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  });
  const trial = await openTrial(request).finally(() => progress.clear());
  const { verdicts, result } = await judgeAnswers(trial.desk, chosen, flags, request, here);
  if (result.failed) throw result.failed;
  if (!verdicts) return;
  const report = { schema: 1, teacher: chosen.model.name, model: result.model, ...trial.compare(verdicts) };
  tellProblems(here, result.notices);
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewTrial(report, chooseCanvas(here.stdout, here)));
  here.exitCode = report.known === 0 ? 1 : 0;
}

function viewTrial(report: TrialFigures & { teacher: string }, { columns, paint }: Canvas): string {
  const { older, newer, at, calls, known } = report;
  const head = `${report.teacher} saw the cases of ${older} sessions until ${at.slice(0, 10)}. In the ${newer} sessions since, ${known.toLocaleString('en')} of ${calls.toLocaleString('en')} calls failed for a cause that came up before:`;
  const rows = report.rivals.map((rival) => viewRow(rival, report));
  const titles = ['', 'lessons', 'told', 'warned', 'false alarms per 1,000'];
  const widths = [24, 9, 14, 14, 24];
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('')
      .trimEnd();
  const foot = '"Told" means that a lesson about the cause existed, "warned" that its trigger fires on the call.';
  return `${[wrap(head, columns, 0), '', paint.dim(line(titles)), ...rows.map(line), '', wrap(foot, columns, 0)].join('\n')}\n`;
}

const NAMES: Readonly<Record<RivalFigures['name'], string>> = {
  teacher: 'the teacher',
  builtin: 'built-in rules',
  messages: 'most frequent messages',
  placebo: 'chance',
};

function viewRow({ name, lessons, told, warned, falseAlarms }: RivalFigures, { calls, known }: TrialFigures): string[] {
  const share = (count: number) => `${count} (${known === 0 ? 0 : Math.round((100 * count) / known)}%)`;
  const alarms = calls === 0 ? '0' : ((1000 * falseAlarms) / calls).toFixed(1);
  return [
    NAMES[name],
    String(lessons),
    share(told),
    name === 'messages' ? '–' : share(warned),
    name === 'messages' ? '–' : alarms,
  ];
}
