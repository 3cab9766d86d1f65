import type { ShownPromotion } from '../../app/memory/promote-asked.ts';
import { MECHANISM_TITLES, type Mechanism } from '../../lifecycle/promotion/mechanisms.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { type MemoryViewParts, viewMemoryChange } from '../views/memory-view.ts';
import { type Canvas, plural, showText, timesText, wrap } from '../views/text.ts';

/** A lesson that is due, as shown by `--check`. */
export interface DuePromotion extends Pick<MemoryEntry, 'id' | 'title' | 'occurrences' | 'lastSeen'> {
  /** The mechanism that suits it best. */
  mechanism: Mechanism;
}

/** A lesson whose words recommend something that no lesson may. */
export interface UnsafeLesson extends Pick<MemoryEntry, 'id' | 'title'> {
  /** Why, as half a sentence after "it". */
  reason: string;
}

/** The answer of `--check`. */
export interface CheckedMemory {
  due: readonly DuePromotion[];
  unsafe: readonly UnsafeLesson[];
}

/** Shows what lessons would become or became, the exact change, and the next steps. */
export function viewPromotions(
  promotions: readonly ShownPromotion[],
  change: Omit<MemoryViewParts, 'said'>,
  canvas: Canvas,
): string {
  const heads = promotions.map((promotion) => viewPromotion(promotion, canvas)).join('\n\n');
  return `${heads}\n\n${viewMemoryChange({ said: [], ...change }, canvas)}`;
}

/** Returns the unsafe lessons with the reasons, and those that are due with the best mechanism for each. */
export function viewCheck({ due, unsafe }: CheckedMemory, project: string, canvas: Canvas): string {
  const parts = [
    ...(unsafe.length > 0 ? [viewUnsafe(unsafe, project, canvas)] : []),
    ...(due.length > 0 ? [viewDue(due, project, canvas)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function viewUnsafe(unsafe: readonly UnsafeLesson[], project: string, { paint, columns, home }: Canvas): string {
  const lines = unsafe.map(
    ({ id, reason }) => `  ${paint.bold(id)} ${wrap(showText(`it ${reason}`, home), columns, 8)}`,
  );
  const head = `${plural(unsafe.length, 'lesson')} ${unsafe.length === 1 ? 'is' : 'are'} unsafe, and agents are not told:`;
  return [head, ...lines, '', `${paint.dim('take it out:'.padEnd(14))}hardwon reject ${unsafe[0]?.id}${project}`].join(
    '\n',
  );
}

function viewDue(due: readonly DuePromotion[], project: string, { paint, columns, home }: Canvas): string {
  const lines = due.map(({ id, title, mechanism }) => {
    const indent = `  ${id} ${mechanism.padEnd(5)} `.length;
    return `  ${paint.bold(id)} ${mechanism.padEnd(5)} ${wrap(showText(title, home), columns, indent)}`;
  });
  const head = `${plural(due.length, 'lesson')} ${due.length === 1 ? 'is' : 'are'} due for promotion:`;
  return [head, ...lines, '', `${paint.dim('see how:'.padEnd(14))}hardwon promote${project}`].join('\n');
}

function viewPromotion({ entry, missing, ...promotion }: ShownPromotion, { paint, columns, home }: Canvas): string {
  const { id, title, mechanism, alternatives, targets, notes, refusal } = promotion;
  const seen = `seen ${timesText(entry.occurrences)}`;
  const last = entry.lastSeen === '' ? '' : `, last on ${entry.lastSeen.slice(0, 10)}`;
  const row = (name: string, text: string) =>
    `  ${paint.dim(name.padEnd(10))} ${wrap(showText(text, home), columns, 13)}`;
  return [
    wrap(`${paint.bold(id)} ${showText(title, home)}`, columns, 2),
    row('Current', `.memory/harness-learnings.md, ${entry.confidence} confidence, ${seen}${last}`),
    ...(missing.length > 0 ? [row('Not due', missing.join('; '))] : []),
    refusal === undefined ? row('Target', targets.join(', ')) : row('Refused', refusal),
    row(
      'Mechanism',
      `${MECHANISM_TITLES[mechanism]}; instead: ${alternatives.map((name) => `--as ${name}`).join(', ')}`,
    ),
    ...notes.map((note) => row('Note', note)),
  ].join('\n');
}
