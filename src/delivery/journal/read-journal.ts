import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asText, isJson, type Json } from '../../shared/json-values.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { FULL_JOURNAL, JOURNAL_FILE, type JournalEntry, type LessonEntry, liveFolder, type ShownAs } from './entry.ts';

/** A file larger than a hook lets a journal become is not a journal. */
const LARGEST = 8 * 1024 * 1024;

/** Returns every line of all journals that are kept, oldest first. Unreadable lines are left out. */
export function* readJournal(dataDir: string): Iterable<JournalEntry> {
  for (const path of listJournals(liveFolder(dataDir))) {
    for (const line of readLines(path)) {
      const entry = parse(line);
      if (entry) yield entry;
    }
  }
}

function readLines(path: string): string[] {
  try {
    return readRegularSync(path, LARGEST).toString('utf8').split('\n');
  } catch {
    // A hook has just rotated it.
    return [];
  }
}

function listJournals(folder: string): string[] {
  try {
    const full = readdirSync(folder).filter((name) => FULL_JOURNAL.test(name));
    return [...full.sort(), JOURNAL_FILE].map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function parse(line: string): JournalEntry | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? understand(value) : undefined;
  } catch {
    return undefined;
  }
}

const WHATS = ['shown', 'withheld', 'followed', 'helped', 'false-alarm', 'mistake', 'undone', 'known-failure'] as const;
const WAYS: readonly ShownAs[] = ['advice', 'denial', 'rewrite', 'known-issue', 'asked', 'session-start'];

function understand(fields: Json): JournalEntry | undefined {
  const [project, lesson] = [asText(fields.project), asText(fields.lesson)];
  if (project === undefined) return undefined;
  const head = {
    at: timeOf(fields.at),
    project,
    agent: asText(fields.agent) ?? '',
    session: asText(fields.session) ?? '',
  };
  if (fields.what === 'session')
    return fields.arm === 'told' || fields.arm === 'held-out'
      ? { ...head, what: 'session', arm: fields.arm }
      : undefined;
  const what = WHATS.find((known) => known === fields.what);
  if (what === undefined || lesson === undefined) return undefined;
  const entry: LessonEntry = { ...head, what, lesson };
  const as = WAYS.find((known) => known === fields.as);
  const [call, of] = [asText(fields.call), asText(fields.of)];
  return {
    ...entry,
    ...(as === undefined ? {} : { as }),
    ...(typeof fields.yes === 'boolean' ? { yes: fields.yes } : {}),
    ...(call === undefined ? {} : { call }),
    ...(of === undefined ? {} : { of }),
  };
}

/** Returns a timestamp. Timestamps are compared as text, so only those in the form that hooks write count. */
function timeOf(value: unknown): string {
  const text = asText(value) ?? '';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? text : '';
}
