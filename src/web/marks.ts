import { listRecords, readRecord, type UndoRecord } from '../delivery/undo-record.ts';
import { readRegular } from '../shared/regular-file.ts';
import type { Mark } from './answers/overview.ts';
import type { Shown } from './picture.ts';

/**
 * Finds the day on which each lesson was first written to a context file, as far back as the records of writes go. A record
 * contains the text before the write; the text it wrote is what the next record found, or what the file contains now.
 */
export async function findMarks(shown: Shown, dataDir: string): Promise<Mark[]> {
  const ids = new Map(shown.projects.map(({ project }) => [project.root, project.id]));
  const records: UndoRecord[] = [];
  for (const { path } of await listRecords(dataDir).catch(() => [])) {
    const record = await readRecord(path).catch(() => undefined);
    if (record && ids.has(record.projectRoot)) records.push(record);
  }
  const seen = new Set<string>();
  const marks: Mark[] = [];
  for (const [at, record] of records.entries()) {
    const project = ids.get(record.projectRoot) ?? '';
    const lessons: string[] = [];
    for (const change of record.changes) {
      const before = idsIn(change.before ?? '');
      if (at === 0 || !isTouchedBefore(records.slice(0, at), change.path))
        for (const id of before) seen.add(`${project} ${id}`);
      if (change.afterHash === undefined) continue;
      for (const id of idsIn(await textAfter(change.path, records.slice(at + 1)))) {
        if (seen.has(`${project} ${id}`)) continue;
        seen.add(`${project} ${id}`);
        lessons.push(id);
      }
    }
    if (lessons.length > 0) marks.push({ day: record.at.slice(0, 10), project, lessons });
  }
  return joinDays(marks);
}

function isTouchedBefore(records: readonly UndoRecord[], path: string): boolean {
  return records.some(({ changes }) => changes.some((change) => change.path === path));
}

async function textAfter(path: string, later: readonly UndoRecord[]): Promise<string> {
  for (const { changes } of later) {
    const change = changes.find((each) => each.path === path);
    if (change) return change.before ?? '';
  }
  return readRegular(path).then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  );
}

/** Returns the lessons in the blocks of a context file: `(L-003, seen 4 times)`. */
function idsIn(text: string): string[] {
  const blocks = text.split('<!-- hardwon:learn:start').slice(1);
  return blocks.flatMap((block) => {
    const end = block.indexOf('<!-- hardwon:learn:end');
    return [...block.slice(0, end === -1 ? undefined : end).matchAll(/\((L-\d{3,9})[,)]/g)].map(
      (match) => match[1] ?? '',
    );
  });
}

function joinDays(marks: readonly Mark[]): Mark[] {
  const joined = new Map<string, Mark>();
  for (const mark of marks) {
    const key = `${mark.day} ${mark.project}`;
    const known = joined.get(key);
    joined.set(key, known ? { ...known, lessons: [...known.lessons, ...mark.lessons] } : mark);
  }
  return [...joined.values()];
}
