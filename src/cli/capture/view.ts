import type { ProjectMemoryChange } from '../../app/memory/change-project-memory.ts';
import type { CaptureOutcome } from '../../lifecycle/capture/capture-all.ts';
import type { Captured } from '../../lifecycle/capture/captured.ts';
import { summariseTidying } from '../tidy/run.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { type Canvas, showText, timesText, wrap } from '../views/text.ts';

/** The outcome of a capture, to be shown to people. */
interface CaptureView extends ProjectMemoryChange<CaptureOutcome> {
  /** Further notices for the user. */
  notes: readonly string[];
  /** Whether it was to be written; otherwise it was only shown. */
  isAsked: boolean;
  /** ` --project …`, if the user named a project. */
  project: string;
}

/** Shows the outcome of each proposal, the effect of tidying, and for a dry run the exact diff. */
export function viewCapture(view: CaptureView, canvas: Canvas): string {
  const { outcome, applied, isAsked, diffs, notices, notes, project } = view;
  const { captured, tidied } = outcome;
  const said = captured.flatMap((one) => describeCaptured(one, isAsked, canvas, project));
  const tidying = tidied ? summariseTidying(tidied, isAsked, project) : [];
  const isRefused = captured.every(({ action }) => action === 'refused');
  const next: [string, string][] = applied
    ? [...nextStep(captured, project), ['undo it', `hardwon undo${project}`]]
    : [];
  const hint = isAsked || isRefused ? [] : ['Nothing was written; add --yes to write it.'];
  const body = viewMemoryChange({ said: [...notes, ...tidying, ...hint], applied, diffs, notices, next }, canvas);
  return [said.join('\n'), body.trimEnd()].filter(Boolean).join('\n\n').concat('\n');
}

/** A ready lesson can be delivered; one that is only watched needs a person to confirm it. */
function nextStep(captured: readonly Captured[], project: string): [string, string][] {
  if (captured.some(({ status }) => status === 'ready')) return [['deliver it', `hardwon learn --apply${project}`]];
  const ids = captured.flatMap(({ id, status }) => (id !== undefined && status === 'watching' ? [id] : []));
  return ids.length > 0 ? [['confirm it', `hardwon confirm ${ids.join(' ')}${project}`]] : [];
}

/** Describes one proposal: what was done with it, and reasons to check it again. */
export function describeCaptured(
  captured: Captured,
  isDone: boolean,
  { paint, columns, home }: Canvas,
  project: string,
): string[] {
  const { action, id = '', title, reasons, similar, rejected, conflicts, revived, isCounted, status } = captured;
  const line = (text: string, indent = 2) => `${' '.repeat(indent)}${wrap(showText(text, home), columns, indent)}`;
  if (action === 'refused') {
    return [
      `${paint.yellow('!')} ${wrap(showText(`Not captured: ${title}`, home), columns, 2)}`,
      ...reasons.map(({ message, hint, isHard }) =>
        line([message, hint, isHard ? '' : OVERRIDE].filter(Boolean).join(' ')),
      ),
    ];
  }
  const { confidence = 'low', occurrences = 1 } = captured;
  const counts = `seen ${timesText(occurrences)}, ${confidence} confidence, ${status}`;
  const head =
    action === 'add'
      ? `${isDone ? 'Captured' : 'Would be captured'} as ${id}: ${title}`
      : isCounted
        ? `Known already, and this session is counted: ${id} ${title}`
        : `${isDone ? 'Counted' : 'Would be counted'} on ${id}${revived ? ', which is back from its tombstone' : ''}: ${title}`;
  return [
    wrap(showText(head, home), columns, 2),
    line(counts),
    ...(captured.unsaid?.includes('scope')
      ? [line(`It has no scope, so it applies to the whole project: ${SCOPE_HINT}`)]
      : []),
    ...(captured.unsaid?.includes('pattern') ? [line('It does not say what happened: add --pattern "…".')] : []),
    ...(captured.promotion ? [line(`It is ready to become permanent: ${captured.promotion}${project}`)] : []),
    ...(similar === undefined
      ? []
      : [line(`${similar} is like it. If they are one: hardwon merge ${similar} ${id}${project}`)]),
    ...(rejected === undefined
      ? []
      : [
          line(
            `Similar: ${rejected}, which was rejected. It stays a candidate until you confirm it: hardwon confirm ${id}${project}`,
          ),
        ]),
    ...(conflicts.length === 0
      ? []
      : [
          line(
            `It may contradict ${conflicts.join(', ')}, and is not delivered until that is settled: hardwon resolve ${id}`,
          ),
        ]),
  ];
}

const SCOPE_HINT = '--scope "src/api/**" says where it holds.';
const OVERRIDE = '(Use --force to capture it anyway.)';
