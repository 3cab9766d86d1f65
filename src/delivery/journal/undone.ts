import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularSync } from '../../shared/regular-file.ts';
import { liveFolder } from './entry.ts';

/** That a call which a hook had rewritten failed: from then on the lesson rewrites nothing, until a person confirms it. */
export interface UndoneRewrite {
  /** When, ISO 8601. */
  at: string;
  /** The main checkout of the project. */
  project: string;
  /** The id of the lesson. */
  lesson: string;
  agent: string;
  session: string;
  /** The call that failed, by the agent's own id. */
  call: string;
}

/** Where they are noted. Kept apart from the journal, which is thrown away in time and can be switched off. */
export function undonePath(dataDir: string): string {
  return join(liveFolder(dataDir), 'undone.ndjson');
}

/** Each lesson is undone seldom; a file that is larger is none of ours. */
const LARGEST = 1024 * 1024;

/** The last time that each lesson of a project was undone, by its id. Lines that cannot be read are left out. */
export function readUndone(dataDir: string, project: string): Map<string, UndoneRewrite> {
  const path = undonePath(dataDir);
  const undone = new Map<string, UndoneRewrite>();
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0) return undone;
    for (const line of readRegularSync(path, LARGEST).toString('utf8').split('\n')) {
      const entry = parse(line);
      if (entry?.project === project) undone.set(entry.lesson, entry);
    }
  } catch {}
  return undone;
}

/** Whether a lesson may not rewrite: it was undone, and nobody has confirmed it since. Memory keeps days. */
export function isUndone(undone: UndoneRewrite | undefined, validated: string | undefined): boolean {
  return undone !== undefined && (validated === undefined || validated < undone.at.slice(0, 10));
}

function parse(line: string): UndoneRewrite | undefined {
  try {
    const value = JSON.parse(line) as UndoneRewrite | null;
    const texts = [value?.at, value?.project, value?.lesson];
    return value && texts.every((text) => typeof text === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}
