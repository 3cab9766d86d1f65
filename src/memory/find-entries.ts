import type { Confidence, LessonKind, LessonStatus } from '../lessons/lesson.ts';
import type { MemoryEntry } from './entry-lesson.ts';

/** The criteria for lessons of a memory; absent ones do not apply. */
export interface EntryFilter {
  /** Words that must all occur in it, anywhere and in any case. */
  words?: string;
  kind?: LessonKind;
  status?: LessonStatus;
  confidence?: Confidence;
  phase?: string;
}

/**
 * Returns the matching lessons. With words, those that have them in the title come first; otherwise they stay in the order of the
 * file.
 */
export function findEntries(entries: readonly MemoryEntry[], filter: EntryFilter): MemoryEntry[] {
  const words = (filter.words ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = entries.filter(
    (entry) =>
      (['kind', 'status', 'confidence', 'phase'] as const).every(
        (part) => !filter[part] || filter[part] === entry[part],
      ) && hasAll(textOf(entry), words),
  );
  if (words.length === 0) return fitting;
  const inTitle = (entry: MemoryEntry) => hasAll(entry.title.toLowerCase(), words);
  return [...fitting.filter(inTitle), ...fitting.filter((entry) => !inTitle(entry))];
}

function textOf({ id, title, guidance, pattern, kind, scope, trigger, origin = '' }: MemoryEntry): string {
  const parts = [id, title, guidance, pattern, kind, ...scope, trigger?.rule ?? '', trigger?.error ?? '', origin];
  return parts.join('\n').toLowerCase();
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
