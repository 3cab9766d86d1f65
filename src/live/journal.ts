import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FULL_JOURNAL, JOURNAL_FILE, type JournalEntry, liveFolder } from '../delivery/journal/entry.ts';
import { redactId } from '../redaction/redact-id.ts';
import { keepRedacted, type RedactedValue } from '../redaction/redacted.ts';
import { appendLines, sizeOf } from './append-line.ts';

/** A journal of this size is archived, and this many archives are kept: 5,000 lines each. */
const FULL_BYTES = 1024 * 1024;
const MOST_FULL = 7;

/** Records what was shown. */
export function writeJournal(dataDir: string, entries: readonly JournalEntry[]): void {
  if (entries.length === 0) return;
  const folder = liveFolder(dataDir);
  const path = join(folder, JOURNAL_FILE);
  if (sizeOf(path) > FULL_BYTES) putAside(folder, path, Date.parse(entries[0]?.at ?? ''));
  append(path, entries.map(describeEntry));
}

function append(path: string, entries: readonly RedactedValue<JournalEntry>[]): void {
  appendLines(path, entries);
}

/** The journal contains only ids of a session. */
function describeEntry(entry: JournalEntry): RedactedValue<JournalEntry> {
  const session = redactId(entry.session);
  if (entry.what === 'session') return keepRedacted(session, { ...entry, session });
  const { call, of } = entry;
  return keepRedacted(session, {
    ...entry,
    session,
    ...(call === undefined ? {} : { call: redactId(call) }),
    ...(of === undefined ? {} : { of: redactId(of) }),
  });
}

function putAside(folder: string, path: string, now: number): void {
  try {
    renameSync(path, join(folder, `journal-${now}.ndjson`));
    const full = readdirSync(folder).filter((name) => FULL_JOURNAL.test(name));
    for (const name of full.sort().slice(0, -MOST_FULL)) rmSync(join(folder, name), { force: true });
  } catch {}
}
