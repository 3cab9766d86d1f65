import type { Decided } from '../../app/cases/propose.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { explainVerdict, whatWouldProve } from '../../verify/verify.ts';
import { type Canvas, plural, wrap } from '../views/text.ts';

/** Returns every proposal with its verdict, and what became of it. */
export function viewVerdicts(
  decided: readonly Decided[],
  { isDone, isReviewed, isApplied }: { isDone: boolean; isReviewed: boolean; isApplied?: boolean },
  canvas: Canvas,
): string {
  const rows = isReviewed
    ? []
    : decided.flatMap((one) => [viewVerdict(one.verdict, canvas, outcomeOf(one, isDone)), '']);
  const kept = decided.filter(({ status }) => status === 'ready');
  const watched = decided.filter(({ status }) => status === 'watching').length;
  const open = decided.filter(({ isOpen }) => isOpen).length;
  const dropped = decided.length - kept.length - watched - open;
  const count = (state: Verdict['state']) => decided.filter(({ verdict }) => verdict.state === state).length;
  const sum = isDone
    ? `${plural(kept.length, 'lesson')} kept, ${watched} watched, ${dropped} dropped${open > 0 ? `, ${open} left open` : ''}.${isApplied ? '' : ' Write them where agents see them: hardwon learn --apply'}`
    : `${count('proven')} proven, ${count('unproven')} not proven, ${count('refused')} refused. Nothing was written: run it in a terminal to decide, or add --yes.`;
  return `${[...rows, wrap(sum, canvas.columns, 0)].join('\n')}\n`;
}

function outcomeOf({ verdict, id, status }: Decided, isDone: boolean): string {
  if (status === 'ready') return `kept as ${id}`;
  if (status === 'watching') return `watched as ${id}`;
  return isDone
    ? 'dropped'
    : verdict.state === 'proven'
      ? 'proven'
      : verdict.state === 'refused'
        ? 'refused'
        : 'not proven';
}

/** Returns one proposal with the reason for its verdict. */
export function viewVerdict(verdict: Verdict, { paint, columns }: Canvas, outcome: string): string {
  const { proposal, state, confidence, checks } = verdict;
  const mark = state === 'proven' ? paint.green('✓') : state === 'refused' ? paint.red('✗') : paint.yellow('?');
  const notes = checks.filter(({ result }) => result === 'note').map(({ says }) => says);
  const reason = [explainVerdict(verdict), ...notes].filter(Boolean).join('; ');
  const missing = whatWouldProve(verdict);
  return [
    `${mark} ${wrap(stripControls(proposal.guidance), columns, 2)}`,
    `  ${paint.dim(wrap(`${outcome}, confidence ${confidence}: ${stripControls(reason)}`, columns, 2))}`,
    ...(missing ? [`  ${paint.dim(wrap(`To prove it: ${missing}.`, columns, 2))}`] : []),
  ].join('\n');
}
