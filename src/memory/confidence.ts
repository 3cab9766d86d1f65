import { lowerConfidence } from '../lessons/confidence.ts';
import type { Confidence } from '../lessons/lesson.ts';
import { editEntry } from './blocks.ts';
import type { MemoryEntry } from './entry-lesson.ts';
import type { Memory } from './memory.ts';
import { updateEntry } from './write-entry.ts';

/** Another confidence, written as hardwon's own: new evidence may raise it again. */
export function setConfidence(memory: Memory, entry: MemoryEntry, confidence: Confidence): Memory {
  return editEntry(memory, entry.id, (block, eol) => updateEntry(block, entry, { ...entry, confidence }, eol));
}

/**
 * Lowers what was sure and yet failed at the given time, ISO 8601 by the id of the lesson: what a hook made of a call did not work. Once,
 * because it is not sure any more after that, and not where the lesson was seen or confirmed later on.
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
