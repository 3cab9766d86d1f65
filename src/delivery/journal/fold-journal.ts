import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asText, isJson } from '../../agents/record.ts';
import { FULL_JOURNAL, JOURNAL_FILE, liveFolder } from './entry.ts';

/** What came of a lesson while agents worked, as far as the journal goes back. None of it says that a failure was prevented. */
export interface LiveCount {
  /** How often it was shown by a hook. */
  shown: number;
  /** Of these, how often the next call of the tool was another one. */
  followed: number;
  /** Of those, how often that call went well. */
  helped: number;
  /** When it was last shown, ISO 8601. */
  lastShown: string;
}

/** A journal that is larger than a hook lets it become is not one. */
const LARGEST = 8 * 1024 * 1024;

/** Adds up the journal: by the main checkout of the project, then by the id of the lesson. Lines that cannot be read are left out. */
export function foldJournal(dataDir: string): Map<string, Map<string, LiveCount>> {
  const projects = new Map<string, Map<string, LiveCount>>();
  for (const line of readJournals(liveFolder(dataDir))) {
    const entry = parse(line);
    const lesson = asText(entry?.lesson);
    const project = asText(entry?.project);
    if (!entry || lesson === undefined || project === undefined) continue;
    const lessons = projects.get(project) ?? new Map<string, LiveCount>();
    projects.set(project, lessons);
    const count = lessons.get(lesson) ?? { shown: 0, followed: 0, helped: 0, lastShown: '' };
    lessons.set(lesson, count);
    if (entry.what === 'shown') {
      count.shown += 1;
      const at = asText(entry.at) ?? '';
      if (at > count.lastShown) count.lastShown = at;
    } else if (entry.yes === true && (entry.what === 'followed' || entry.what === 'helped')) count[entry.what] += 1;
  }
  return projects;
}

/** The lines of all journals that are kept, oldest first. */
function* readJournals(folder: string): Iterable<string> {
  for (const path of listJournals(folder)) {
    try {
      if (statSync(path).size <= LARGEST) yield* readFileSync(path, 'utf8').split('\n');
    } catch {
      // Put aside by a hook just now.
    }
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

function parse(line: string): { readonly [key: string]: unknown } | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
