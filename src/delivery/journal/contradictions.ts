import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularSync } from '../../shared/regular-file.ts';
import { liveFolder } from './entry.ts';

/**
 * A record that a lesson was wrong about a call: from then on it neither stops nor rewrites any call by itself, until a person
 * confirms it.
 */
export interface Contradiction {
  /** `stop`: the call was stopped, sent again, and went well. `rewrite`: the call was rewritten, and failed. */
  as: 'stop' | 'rewrite';
  /** The time, ISO 8601. */
  at: string;
  /** The main checkout of the project. */
  project: string;
  /** The id of the lesson. */
  lesson: string;
  agent: string;
  session: string;
  /** The call that shows it, by the agent's own id. */
  call: string;
}

/**
 * Returns the path of the file that records them. It is separate from the journal, which is deleted in time and can be disabled.
 */
export function contradictionsPath(dataDir: string): string {
  return join(liveFolder(dataDir), 'contradictions.ndjson');
}

/** Each lesson is rarely contradicted; a larger file is not ours. */
const LARGEST = 1024 * 1024;

/** Returns the last contradiction of each lesson of a project, by its id. Unreadable lines are left out. */
export function readContradictions(dataDir: string, project: string): Map<string, Contradiction> {
  const path = contradictionsPath(dataDir);
  const found = new Map<string, Contradiction>();
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0) return found;
    for (const line of readRegularSync(path, LARGEST).toString('utf8').split('\n')) {
      const entry = parse(line);
      if (entry?.project === project) found.set(entry.lesson, entry);
    }
  } catch {}
  return found;
}

/** Whether nobody has confirmed a lesson since it was contradicted. Memory stores days. */
export function isOpen(contradiction: Contradiction | undefined, validated: string | undefined): boolean {
  return contradiction !== undefined && (validated === undefined || validated < contradiction.at.slice(0, 10));
}

function parse(line: string): Contradiction | undefined {
  try {
    const value = JSON.parse(line) as Contradiction | null;
    const texts = [value?.at, value?.project, value?.lesson];
    const isWhole =
      texts.every((text) => typeof text === 'string') && (value?.as === 'stop' || value?.as === 'rewrite');
    return value && isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}
