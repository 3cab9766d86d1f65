import { changeBlocks, type Entry, type MemoryDocument, startLines } from './document.ts';
import { setHeading } from './edit-entry.ts';
import { formatId, hasUnknownField, isBroken, type MemoryEntry, readLesson } from './entry-lesson.ts';
import type { Notice } from './notice.ts';
import { nextNumber, noteNextNumber } from './template.ts';
import { uniteLessons } from './unite.ts';
import { updateEntry } from './write-entry.ts';

/**
 * Separates entries that two branches added under the same number: the later one gets the next number. If both branches found the
 * same lesson, the two become one entry again, unless a person wrote something into the second.
 */
export function separateDuplicates(
  document: MemoryDocument,
  path: string,
): { document: MemoryDocument; notices: Notice[] } {
  const lines = startLines(document);
  const notices: Notice[] = [];
  const numbers = new Set<number>();
  const lessons = new Map<string, { entry: Entry; lesson: MemoryEntry }>();
  const replacements = new Map<Entry, Entry | undefined>();
  let next = nextNumber(document);

  for (const [index, block] of document.blocks.entries()) {
    if (block.type !== 'entry') continue;
    const line = lines[index] ?? 1;
    const lesson = readLesson(block, line);
    if (isBroken(lesson) || block.number === undefined) {
      if (block.number !== undefined) numbers.add(block.number);
      continue;
    }
    const first = lessons.get(lesson.fingerprint);
    if (first && isOursAlone(block, lesson)) {
      const united = uniteLessons(first.lesson, lesson);
      const entry = updateEntry(replacements.get(first.entry) ?? first.entry, first.lesson, united, document.eol);
      replacements.set(first.entry, entry).set(block, undefined);
      lessons.set(lesson.fingerprint, { entry: first.entry, lesson: { ...first.lesson, ...united } });
      notices.push({
        code: 'duplicate-lesson',
        message: `${lesson.id} was the same lesson as ${first.lesson.id}: they are one now`,
        path,
        line,
      });
      continue;
    }
    let id = lesson.id;
    if (numbers.has(block.number)) {
      id = formatId(next++);
      replacements.set(block, setHeading(block, id, block.title, document.eol));
      notices.push({
        code: 'duplicate-id',
        message: `${lesson.id} was given twice: "${block.title}" is ${id} now`,
        path,
        line,
      });
    }
    numbers.add(block.number);
    if (!first) lessons.set(lesson.fingerprint, { entry: block, lesson: { ...lesson, id } });
  }
  if (replacements.size === 0) return { document, notices };
  const changed = changeBlocks(document, (block) =>
    block.type === 'entry' && replacements.has(block) ? replacements.get(block) : block,
  );
  return { document: noteNextNumber(changed, next), notices };
}

/** Whether nothing in the entry would be missed, because hardwon wrote every word. */
function isOursAlone(entry: Entry, lesson: MemoryEntry): boolean {
  return (
    !entry.hasProse &&
    !hasUnknownField(entry) &&
    lesson.edited.length === 0 &&
    !lesson.promoted &&
    !lesson.conflict &&
    !lesson.similar &&
    !lesson.origin
  );
}
