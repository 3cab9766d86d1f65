import type { LoopReport } from '../../app/loop/loop-report.ts';
import { isMemoryFile } from '../../loop/rules/keep-rules.ts';
import { isUnfinished, type RuleVerdict } from '../../loop/run/run-record.ts';
import { contains } from '../../shared/paths.ts';
import { stripControls } from '../../shared/terminal.ts';
import { paintDiff } from '../views/changes-view.ts';
import { type Canvas, plural, quoteWord, showText, viewRemark, wrap } from '../views/text.ts';

/** Returns the outcome of a run: whether the tests pass, which rules helped, and where the result is. */
export function viewLoop(report: LoopReport, canvas: Canvas, cwd = report.root): string {
  const sections = [
    viewOutcome(report, canvas),
    viewRules(report, canvas),
    viewKept(report, canvas),
    viewResult(report, canvas),
    viewNext(report, canvas, cwd),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function viewOutcome({ status, reason, attempts, totals }: LoopReport, { paint, columns, home }: Canvas): string {
  const compared = attempts.filter(({ isAblation, isRepeat }) => isAblation || isRepeat).length;
  const more = compared > 0 ? `, ${compared} more to compare` : '';
  const tried = `${plural(attempts.length - compared, 'attempt')}${more}`;
  const cost = totals.costUsd > 0 ? `, $${totals.costUsd.toFixed(2)}` : '';
  const turns = totals.turns > 0 ? `, ${plural(totals.turns, 'turn')}` : '';
  const head = {
    passed: paint.green(paint.bold('The tests pass')),
    failed: paint.red(
      paint.bold(
        attempts.at(-1)?.findings?.length ? 'The tests pass, and the review found problems' : 'The tests still fail',
      ),
    ),
    stopped: paint.yellow(paint.bold('Stopped')),
    errored: paint.red(paint.bold('The task could not be done')),
    running: 'Running',
  }[status];
  const why = reason === undefined ? '' : `\n  ${wrap(showText(reason, home), columns, 2)}`;
  return `${head} (${tried}${turns}${cost})${why}`;
}

const VERDICTS: Readonly<Record<RuleVerdict, string>> = {
  helped: 'helped: the failed tests pass with it, and less often without',
  unproven: 'a candidate: the tests pass with it; not compared without it',
  partly: 'a candidate: fewer tests fail with it',
  'no-help': 'did not help',
  'not-needed': 'not needed: the tests pass without it, too',
  untried: 'a candidate: not tried yet',
  dropped: 'dropped by you',
  recovered: 'a candidate: taken from the attempt that passed, and not tried yet',
};

function viewRules({ rules, verification }: LoopReport, { paint, columns, home }: Canvas): string {
  if (rules.length === 0) return '';
  const lines = rules.flatMap(({ rule, when, why, verdict }) => [
    `- ${wrap(`Rule: ${showText(rule, home)}`, columns, 2)}`,
    `  ${wrap(`When: ${showText(when, home)}`, columns, 4, 2)}`,
    `  ${wrap(`Why: ${showText(why, home)}`, columns, 4, 2)}`,
    `  ${paint.dim(VERDICTS[verdict])}`,
  ]);
  const compared = verification
    ? [
        `Passed ${tell(verification.with)} with ${rules.length === 1 ? 'it' : 'them'}, ${tell(verification.without)} without.`,
      ]
    : [];
  return [paint.bold('Rules'), ...lines, ...compared].join('\n');
}

function tell({ attempts, passed }: { attempts: number; passed: number }): string {
  return `${passed} of ${attempts}`;
}

function viewKept({ kept }: LoopReport, canvas: Canvas): string {
  if (!kept) return '';
  const { paint } = canvas;
  if (kept.problem !== undefined) return viewRemark(`The rules could not be kept: ${kept.problem}`, canvas);
  const ids = kept.lessons.map(({ id }) => id).join(', ');
  const head = kept.applied
    ? `Kept as ${ids}, and written:`
    : `Would be kept as ${ids}, and written (left out: --no-keep):`;
  const diffs = kept.changes.filter(({ name }) => !isMemoryFile(name)).map(({ diff }) => paintDiff(diff, paint));
  return [paint.bold(head), ...kept.changes.map(({ name }) => `  ${stripControls(name)}`), ...diffs].join('\n');
}

function viewResult({ result }: LoopReport, canvas: Canvas): string {
  if (!result) return '';
  const { paint, home } = canvas;
  const files = result.files.slice(0, 10).map((file) => `  ${stripControls(file)}`);
  const more = result.files.length > 10 ? [`  and ${result.files.length - 10} more`] : [];
  return [
    paint.bold(result.files.length === 0 ? 'Nothing was changed' : `${plural(result.files.length, 'file')} changed`),
    ...files,
    ...more,
    ...(result.branch === undefined ? [] : [`On the branch ${stripControls(result.branch)}.`]),
    ...(result.applied ? ['Applied to your files; nothing was committed.'] : []),
    ...(result.problem === undefined ? [] : [viewRemark(result.problem, canvas)]),
    ...(result.files.length === 0 ? [] : [`The patch: ${showText(result.patch, home)}`]),
  ].join('\n');
}

function viewNext(
  { id, status, attempts, rules, result, kept, folder, root }: LoopReport,
  { paint, home }: Canvas,
  cwd: string,
): string {
  const next: [string, string][] = [];
  // The option that makes the command work from the working directory.
  const where = contains(root, cwd) ? '' : ` --project ${quoteWord(root)}`;
  const isOpen = result !== undefined && result.files.length > 0 && !result.applied;
  if (isOpen) next.push(['apply it', `git -C ${quoteWord(root)} apply ${quoteWord(result.patch)}`]);
  const watched = kept?.lessons.filter(({ status: state }) => state === 'watching').map(({ id }) => id) ?? [];
  if (kept?.applied && watched.length > 0)
    next.push(['confirm it', `hardwon confirm ${watched.join(' ')}${kept.file === 'user' ? ' --user' : where}`]);
  if (kept?.applied) next.push(['undo it', `hardwon undo${kept.file === 'user' && where !== '' ? ' --user' : where}`]);
  if (isUnfinished({ status, attempts })) {
    // The id selects this run from any folder, even if others were started since.
    const resume = `hardwon run --resume ${quoteWord(id)}`;
    const untried = rules.filter(({ verdict }) => verdict === 'untried').map(({ number }) => number);
    next.push(['resume', resume]);
    for (const number of untried) {
      next.push([`reword rule ${number}`, `${resume} --rule ${quoteWord(`${number}=TEXT`)}`]);
      next.push([`drop rule ${number}`, `${resume} --rule ${number}=`]);
    }
  }
  next.push(['see the log', showText(folder, home)]);
  return next.map(([label, command]) => `${paint.dim(`${label}:`.padEnd(15))}${stripControls(command)}`).join('\n');
}
