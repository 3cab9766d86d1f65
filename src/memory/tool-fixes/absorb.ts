import { fingerprint } from '../../lessons/fingerprint.ts';
import { formatDate } from '../../shared/clock.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
import { editEntry } from '../blocks.ts';
import { setField } from '../edit-entry.ts';
import type { NewEntry } from '../entry-lesson.ts';
import { encodeTrigger } from '../field-values.ts';
import { setCount } from '../helped.ts';
import type { Memory } from '../memory.ts';
import { mergeLessons } from '../merge.ts';
import type { Notice } from '../notice.ts';
import { seenOnce } from '../seen-once.ts';
import { makeTitle } from '../sources/lesson-texts.ts';
import type { FixFile, FixRow } from './tool-files.ts';
import { AUTH_KIND, fixOf, lessonOfFix, type ToolFix, WRITTEN_INTO } from './tool-fix.ts';

/**
 * Takes over what people wrote into the files of tool fixes: a row without an id is a new lesson, and a row whose words differ
 * from its lesson's was edited. If the lesson was also edited in the memory file, that version wins.
 */
export function absorbFixFile(
  before: Memory,
  { rows, mistakes }: FixFile,
  path: string,
  now: Date,
): { memory: Memory; notices: Notice[] } {
  const notices: Notice[] = [];
  let memory = before;
  const day = formatDate(now);
  const origin = `${WRITTEN_INTO} ${path.split(/[\\/]/).at(-1)} on ${day}`;
  // One that was in memory before may have been rejected or pruned since.
  const met = new Set([...before.entries, ...before.graveyard.stones].map((lesson) => lesson.fingerprint));
  const found = mistakes
    .map((mistake) => lessonOfMistake(mistake, origin, day))
    .filter((lesson) => !met.has(lesson.fingerprint));
  // Rewording replaces an entry, but each entry has only one row, so the entries from before are enough.
  const entries = new Map(before.entries.map((entry) => [entry.id, entry]));
  for (const { id, fix: row, line, isAuth } of rows) {
    const entry = id === undefined ? undefined : entries.get(id);
    const known = entry && fixOf(entry);
    // A row without commands says nothing about them, because older rows of fixes had no place for any.
    const fix = known && row.commands.length === 0 ? { ...row, commands: known.commands } : row;
    try {
      const lesson = lessonOfFix(fix, origin, day);
      if (id === undefined) found.push(isAuth ? { ...lesson, kind: AUTH_KIND } : lesson);
      else if (entry && known && !isSameFix(known, fix) && !entry.edited.includes('guidance'))
        memory = rewordEntry(memory, entry.id, lesson, entry.trigger);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      notices.push({ code: 'broken-entry', message: `this row is left alone: ${message}`, path, line });
    }
  }
  const merged = found.length > 0 ? mergeLessons(memory, found, now).memory : memory;
  return { memory: takeCounts(merged, rows), notices };
}

/** Turns a common mistake into a lesson. It is no fix that worked, so it waits for a review. */
function lessonOfMistake({ topic, guidance }: FixFile['mistakes'][number], origin: string, day: string): NewEntry {
  return {
    ...seenOnce(day),
    fingerprint: fingerprint('common-mistake', guidance),
    kind: 'command',
    title: makeTitle(topic),
    pattern: topic,
    guidance,
    reach: 'project',
    status: 'watching',
    confidence: 'low',
    origin,
  };
}

/** Keeps a count from elsewhere; later counts from here are added to it. */
function takeCounts(memory: Memory, rows: readonly FixRow[]): Memory {
  return rows
    .filter(({ timesPrevented }) => timesPrevented > 0)
    .reduce((counted, { id, fix, timesPrevented }) => {
      const entry = counted.entries.find((known) => (id === undefined ? isFixOf(known, fix) : known.id === id));
      if (!entry || (entry.prevented ?? 0) >= timesPrevented) return counted;
      return setCount(counted, entry.id, 'Prevented', ({ machines }) => ({ total: timesPrevented, machines }));
    }, memory);
}

function isFixOf(entry: Memory['entries'][number], fix: ToolFix): boolean {
  const known = fixOf(entry);
  return known !== undefined && isSameFix(known, fix);
}

function rewordEntry(memory: Memory, id: string, lesson: NewEntry, trigger: NewEntry['trigger']): Memory {
  const counts = { failed: trigger?.failed ?? 0, succeeded: trigger?.succeeded ?? 0 };
  return editEntry(memory, id, (entry, eol) => {
    const worded = setField(setField(entry, 'Pattern', lesson.pattern, eol), 'Guidance', lesson.guidance, eol);
    return lesson.trigger ? setField(worded, 'Trigger', encodeTrigger({ ...lesson.trigger, ...counts }), eol) : worded;
  });
}

function isSameFix(known: ToolFix, row: ToolFix): boolean {
  const words = (fix: ToolFix) => [fix.tool, fix.rootCause, trimEndOf(fix.fix, '.'), ...fix.commands].join('\n');
  return words(known) === words(row) && lessonOfFix(known, '', '').fingerprint === lessonOfFix(row, '', '').fingerprint;
}
