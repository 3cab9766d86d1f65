import type { Trigger } from '../../lessons/lesson.ts';
import { isErrorPattern } from '../../lessons/triggers/error-pattern.ts';
import { parseTrigger, printTrigger } from '../../lessons/triggers/trigger-text.ts';
import type { MemoryEntry } from '../entry-lesson.ts';
import { parseMemory } from '../memory.ts';
import { readDimension, readPhase } from '../phases.ts';
import type { SourceLesson, SourceReader, SourceReading } from './source.ts';

const ENTRY = /^## +L-\d{1,9}:/m;

/** Reads a memory file of another project, or of another tool that uses the same format. */
export const learnings: SourceReader = {
  kind: 'learnings',
  recognises: (text) => ENTRY.test(text),
  read(text, path) {
    const { entries, notices } = parseMemory(text, path);
    const reading: SourceReading = { kind: 'learnings', label: 'learnings', lessons: [], skipped: [] };
    for (const { message, line, code } of notices)
      if (code === 'broken-entry') reading.skipped.push({ line: line ?? 1, reason: message });
    for (const entry of entries) {
      if (entry.status === 'retired')
        reading.skipped.push({ line: entry.line, reason: `${entry.id} is retired there` });
      else reading.lessons.push(readEntry(entry));
    }
    return reading;
  },
};

/** Converts an entry without its number, status and place in the other project, which mean nothing here. */
function readEntry(entry: MemoryEntry): SourceLesson {
  const {
    line,
    kind,
    title,
    pattern,
    guidance,
    scope,
    reach,
    confidence,
    occurrences,
    sessions,
    wastedCalls,
    evidence,
  } = entry;
  const { firstSeen, lastSeen, origin, errors } = entry;
  const phase = readPhase(entry.phase);
  const dimension = readDimension(entry.dimension);
  const trigger = entry.trigger && checkTrigger(entry.trigger);
  return {
    ...{ line, kind, title, pattern, guidance, scope, reach, confidence, occurrences, sessions, wastedCalls, evidence },
    ...(errors && { errors }),
    ...(firstSeen && { firstSeen: firstSeen.slice(0, 10) }),
    ...(lastSeen && { lastSeen: lastSeen.slice(0, 10) }),
    // Only hashes are meaningful elsewhere: an entry without one is identified by its number there.
    ...(/^[0-9a-f]{16}$/.test(entry.fingerprint) && { fingerprint: entry.fingerprint }),
    ...(phase && { phase }),
    ...(dimension && { dimension }),
    ...(trigger && { trigger }),
    ...(origin && { origin }),
  };
}

/** Returns a trigger that is valid here. A trigger on an error that does not say which error would match every call. */
function checkTrigger({ error, ...trigger }: Trigger): Trigger | undefined {
  if (!parseTrigger(printTrigger(trigger))) return undefined;
  if (error === undefined) return trigger;
  return isErrorPattern(error) ? { ...trigger, error } : undefined;
}
