import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redactId } from '../../redaction/redact-id.ts';
import { keepRedacted, type RedactedValue } from '../../redaction/redacted.ts';
import { writeRegularSync } from '../../shared/regular-file.ts';
import { JOURNAL_FILE, type LessonEntry, liveFolder } from './entry.ts';

/** Where no hook puts full journals aside, this one does not grow for ever. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Notes what came of lessons that were told by something else than a hook, in the journal that hooks write. One write for all of them. */
export function noteInJournal(dataDir: string, entries: readonly LessonEntry[]): void {
  const folder = liveFolder(dataDir);
  const path = join(folder, JOURNAL_FILE);
  if (entries.length === 0 || (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  append(path, entries.map(describeEntry));
}

/** Of a session and its calls, the journal holds ids alone. */
function describeEntry(entry: LessonEntry): RedactedValue<LessonEntry> {
  const session = redactId(entry.session);
  return keepRedacted(session, { ...entry, session });
}

function append(path: string, entries: readonly RedactedValue<LessonEntry>[]): void {
  writeRegularSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), 'append');
}
