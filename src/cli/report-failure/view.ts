import type { ReportDesk } from '../../app/capture/report-failure.ts';
import type { CaptureRefusal } from '../../lifecycle/capture/refusals/refusal.ts';
import type { Teaching } from '../../loop/failure-case.ts';
import type { KeptRules } from '../../loop/rules/keep-rules.ts';
import { isLikeRejected } from '../../memory/similar-note.ts';
import { writeRule } from '../ask-rule.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { type Canvas, showText, wrap } from '../views/text.ts';

/** The outcome of a report, to be shown to people. */
interface ReportView {
  desk: Pick<ReportDesk, 'domain' | 'teacher' | 'file'>;
  teaching: Teaching;
  refusals?: readonly CaptureRefusal[];
  kept?: KeptRules;
  isDeclined?: boolean;
  /** Appended to commands so that they select the same project: ` --project FOLDER`, or nothing. */
  where?: string;
}

/** Returns the root cause, the rule, and where it was written. */
export function viewReport(
  { desk, teaching, refusals = [], kept, isDeclined, where = '' }: ReportView,
  canvas: Canvas,
): string {
  const { columns, home, paint } = canvas;
  const { analysis, rule } = teaching;
  const head = [wrap(showText(`${capital(desk.domain.label)}: ${analysis}`, home), columns, 0)];
  if (!rule) {
    const next = 'Say with --context what should have been done: the path, command or check.';
    return `${[...head, '', 'There is no rule, and nothing was written.', wrap(next, columns, 0)].join('\n')}\n`;
  }
  if (isDeclined) return 'Nothing was written.\n';
  const shown = [
    '',
    ...writeRule(rule)
      .split('\n')
      .map((line) => wrap(showText(line, home), columns, 2)),
    '',
  ];
  if (!kept) {
    const reasons = refusals.map(
      ({ message, hint, isHard }) =>
        `${paint.yellow('!')} ${wrap(showText([message, hint, isHard ? '' : 'Use --force to keep it anyway.'].filter(Boolean).join(' '), home), columns, 2)}`,
    );
    return `${[...head, ...shown, 'It was not kept:', ...reasons].join('\n')}\n`;
  }
  const [lesson] = kept.lessons;
  const isWatched = lesson?.status === 'watching';
  const how = `${lesson?.id ?? 'a lesson'}, ${lesson?.confidence ?? 'low'} confidence, ${lesson?.status ?? 'watching'}`;
  const said = [
    kept.applied
      ? `Kept as ${how}, in ${desk.file === 'user' ? 'your own memory' : 'the memory of the project'}.`
      : `It would be ${how}.`,
    ...(lesson?.similar ? [`Similar: ${lesson.similar}.`] : []),
    ...(isWatched && !isLikeRejected(lesson?.similar)
      ? [
          desk.file === 'user'
            ? 'It would reach every project, and nobody has reviewed it: confirm it if it is right.'
            : 'Nobody has read it yet, so no agent is told: confirm it if it is right.',
        ]
      : []),
  ];
  const confirm = `hardwon confirm ${lesson?.id ?? ''}${desk.file === 'user' ? ' --user' : where}`;
  const next: [string, string][] = kept.applied
    ? [...(isWatched ? [['confirm it', confirm] as [string, string]] : []), ['undo it', `hardwon undo${where}`]]
    : [];
  const notices = kept.notices.map((message) => ({ message }));
  const body = viewMemoryChange(
    { said, applied: kept.applied, diffs: kept.diffs, notices: [], showsDiff: true, next },
    canvas,
  );
  return `${[...head, ...shown].join('\n')}\n${notices.map(({ message }) => `${showText(message, home)}\n`).join('')}${body}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
