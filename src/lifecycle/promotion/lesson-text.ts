import { makeCleaner } from '../../delivery/anonymise-for-file.ts';
import { toPlainLine } from '../../delivery/markdown-safe.ts';
import type { SafeLine } from '../../lessons/quotable.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { anonymise } from '../../redaction/anonymise.ts';

/**
 * The words of a lesson as they may appear in files that a team shares: one line each, without facts that only this machine
 * knows.
 */
export interface LessonText {
  id: string;
  title: SafeLine;
  pattern: SafeLine;
  guidance: SafeLine;
  /** The rule and conditions of its trigger, if it has one. */
  trigger?: SafeLine;
  /** How often, in how many sessions and when it was seen: `Seen 5 times in 3 sessions, from 2026-02-01 to 2026-03-01.` */
  seen: SafeLine;
}

/** Takes the words of a lesson from memory. They are plain text: code that writes Markdown or source must escape them. */
export function readLessonText(entry: MemoryEntry, projectRoot: string, home: string): LessonText {
  const file = { name: '', path: projectRoot, root: projectRoot, isShared: true };
  const clean = makeCleaner(file, { projectRoot, home, anonymise });
  const line = (text: string) => toPlainLine(clean(text));
  const { trigger } = entry;
  return {
    id: entry.id,
    title: line(entry.title),
    pattern: line(entry.pattern),
    guidance: line(entry.guidance),
    trigger: trigger
      ? line(trigger.when === undefined ? trigger.rule : `${trigger.rule} when ${trigger.when}`)
      : undefined,
    seen: line(describeSightings(entry)),
  };
}

/** Turns a lesson's title into a part of a file name: `seed-before-the-tests`. */
export function slugOf(title: string, longest = 48): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const cut = words.length <= longest ? words : words.slice(0, longest + 1).replace(/-[^-]*$/, '');
  return cut.slice(0, longest).replace(/-+$/, '') || 'lesson';
}

function describeSightings({ occurrences, sessions, firstSeen, lastSeen }: MemoryEntry): string {
  const times = occurrences === 1 ? 'once' : `${occurrences} times`;
  const where = sessions > 1 ? ` in ${sessions} sessions` : '';
  const [first, last] = [firstSeen.slice(0, 10), lastSeen.slice(0, 10)];
  const when = first === '' ? '' : first === last ? `, on ${first}` : `, from ${first} to ${last}`;
  return `Seen ${times}${where}${when}.`;
}
