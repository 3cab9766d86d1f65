import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redactId } from '../../redaction/redact-id.ts';
import { keepRedacted, type RedactedValue } from '../../redaction/redacted.ts';
import { writeRegularSync } from '../../shared/regular-file.ts';
import { JOURNAL_FILE, type LessonEntry, liveFolder } from './entry.ts';

/** An upper bound, so that the journal does not grow for ever if no hook rotates it. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Records the outcomes of lessons that were told by something other than a hook, in the journal that hooks write. All of them are
 * written at once.
 */
export function noteInJournal(dataDir: string, entries: readonly LessonEntry[]): void {
  const folder = liveFolder(dataDir);
  const path = join(folder, JOURNAL_FILE);
  if (entries.length === 0 || (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  append(path, entries.map(describeEntry));
}

/** Redacts an entry. The journal contains only the ids of a session and its calls. */
function describeEntry(entry: LessonEntry): RedactedValue<LessonEntry> {
  const session = redactId(entry.session);
  return keepRedacted(session, { ...entry, session });
}

function append(path: string, entries: readonly RedactedValue<LessonEntry>[]): void {
  writeRegularSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), 'append');
}
