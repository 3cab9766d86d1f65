import { lowerConfidence } from '../lessons/confidence.ts';
import type { Confidence } from '../lessons/lesson.ts';
import { editEntry } from './blocks.ts';
import type { MemoryEntry } from './entry-lesson.ts';
import type { Memory } from './memory.ts';
import { updateEntry } from './write-entry.ts';

/** Sets a confidence, recorded as hardwon's own, so that new evidence may raise it again. */
export function setConfidence(memory: Memory, entry: MemoryEntry, confidence: Confidence): Memory {
  return editEntry(memory, entry.id, (block, eol) => updateEntry(block, entry, { ...entry, confidence }, eol));
}

/**
 * Lowers the confidence of lessons of high confidence that failed: a call that a hook changed accordingly did not work. `failed`
 * maps the id of a lesson to an ISO 8601 timestamp. It happens once, because the confidence is not high any more after that, and
 * not if the lesson was seen or confirmed later.
 */
export function lowerFailed(memory: Memory, failed: ReadonlyMap<string, string>): Memory {
  const isMeant = ({ id, confidence, validated = '', lastSeen }: MemoryEntry): boolean => {
    const day = failed.get(id)?.slice(0, 10);
    return day !== undefined && confidence === 'high' && validated < day && lastSeen.slice(0, 10) <= day;
  };
  return memory.entries
    .filter(isMeant)
    .reduce((lowered, entry) => setConfidence(lowered, entry, lowerConfidence(entry.confidence)), memory);
}
