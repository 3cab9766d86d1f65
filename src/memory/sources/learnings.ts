import type { Trigger } from '../../lessons/lesson.ts';
import { isErrorPattern } from '../../lessons/triggers/error-pattern.ts';
import { parseTrigger, printTrigger } from '../../lessons/triggers/trigger-text.ts';
import type { MemoryEntry } from '../entry-lesson.ts';
import { parseMemory } from '../memory.ts';
import { readDimension, readPhase } from '../phases.ts';
import type { SourceLesson, SourceReader, SourceReading } from './source.ts';

const ENTRY = /^## +L-\d{1,9}:/m;

/** A memory file of another project, or of another tool that keeps the same format. */
export const learnings: SourceReader = {
  kind: 'learnings',
  recognises: (text) => ENTRY.test(text),
  read(text, path) {
    const { entries, notices } = parseMemory(text, path);
    const reading: SourceReading = { kind: 'learnings', label: 'learnings', lessons: [], skipped: [] };
    for (const { message, line, code } of notices)
      if (code === 'broken-entry') reading.skipped.push({ line: line ?? 1, reason: message });
    for (const entry of entries) {
      if (entry.status === 'retired') reading.skipped.push({ line: entry.line, reason: `${entry.id} is retired there` });
      else reading.lessons.push(readEntry(entry));
    }
    return reading;
  },
};

/** What its numbering, its status and its place in that project were is of no use here. */
function readEntry(entry: MemoryEntry): SourceLesson {
  const { line, kind, title, pattern, guidance, scope, reach, confidence, occurrences, sessions, wastedCalls, evidence } = entry;
  const { firstSeen, lastSeen, origin, errors } = entry;
  const phase = readPhase(entry.phase);
  const dimension = readDimension(entry.dimension);
  const trigger = entry.trigger && checkTrigger(entry.trigger);
  return {
    ...{ line, kind, title, pattern, guidance, scope, reach, confidence, occurrences, sessions, wastedCalls, evidence },
    ...(errors && { errors }),
    ...(firstSeen && { firstSeen: firstSeen.slice(0, 10) }),
    ...(lastSeen && { lastSeen: lastSeen.slice(0, 10) }),
    // Only hashes are known elsewhere: an entry without one goes by its number there.
    ...(/^[0-9a-f]{16}$/.test(entry.fingerprint) && { fingerprint: entry.fingerprint }),
    ...(phase && { phase }),
    ...(dimension && { dimension }),
    ...(trigger && { trigger }),
    ...(origin && { origin }),
  };
}

/** A trigger that can be read here. One that is about an error and cannot say which would be about every call. */
function checkTrigger({ error, ...trigger }: Trigger): Trigger | undefined {
  if (!parseTrigger(printTrigger(trigger))) return undefined;
  if (error === undefined) return trigger;
  return isErrorPattern(error) ? { ...trigger, error } : undefined;
}
