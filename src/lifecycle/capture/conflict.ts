import { editEntry } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { type Memory, memoryOption } from '../../memory/memory.ts';
import { isLikeRejected, type LikeAnother, noteSimilar } from '../../memory/similar-note.ts';
import { scopesOverlap } from '../scope/scope.ts';
import { areOpposite } from './text/directives.ts';

/** Lessons that say the opposite of a guidance about files that both can speak of. Those that are no longer true contradict nothing. */
export function findOpposites(memory: Memory, guidance: string, scope: readonly string[]): MemoryEntry[] {
  return memory.entries.filter(
    (entry) => entry.status !== 'retired' && scopesTouch(entry.scope, scope) && areOpposite(entry.guidance, guidance),
  );
}

/** Whether two scopes can speak of one file. A scope of nothing is the project as a whole, of which the other is a part. */
export function scopesTouch(first: readonly string[], second: readonly string[]): boolean {
  return first.length === 0 || second.length === 0 || scopesOverlap(first, second);
}

/** The lessons that the mark of an entry names. */
export function contradictedBy({ conflict = '' }: Pick<MemoryEntry, 'conflict'>): string[] {
  return conflict.match(/\bL-\d{1,9}\b/g) ?? [];
}

/** Marks two lessons as possibly contradicting each other; marks that are there stay. */
export function markConflict(memory: Memory, first: string, second: string): Memory {
  return addMark(addMark(memory, first, second), second, first);
}

/** Takes `others` out of the mark of a lesson, and the mark away where nothing is left of it. */
export function unmark(memory: Memory, id: string, others: readonly string[]): Memory {
  const entry = memory.entries.find((candidate) => candidate.id === id);
  if (!entry?.conflict) return memory;
  const left = contradictedBy(entry).filter((other) => !others.includes(other));
  return editEntry(memory, id, (block, eol) => setField(block, 'CONFLICT', left.length > 0 ? describe(left) : undefined, eol));
}

/** Takes away marks that name lessons which are gone. */
export function dropStaleMarks(memory: Memory): Memory {
  const known = new Set(memory.entries.map((entry) => entry.id));
  return memory.entries.reduce((changed, entry) => {
    const gone = contradictedBy(entry).filter((id) => !known.has(id));
    const settled = gone.length === 0 ? changed : unmark(changed, entry.id, gone);
    const other = entry.similar?.match(LESSON_ID)?.[0];
    if (other === undefined) return settled;
    // One that was rejected is not in memory: the note holds until it is back.
    if (isLikeRejected(entry.similar)) return known.has(other) ? markSimilar(settled, entry.id, { id: other }) : settled;
    return known.has(other) ? settled : unmarkSimilar(settled, entry.id);
  }, memory);
}

/** Notes in a lesson that it may be the same as another one: whoever reads the file can decide. */
export function markSimilar(memory: Memory, id: string, other: LikeAnother): Memory {
  const note = noteSimilar(other, id, memoryOption(memory));
  return editEntry(memory, id, (block, eol) => setField(block, 'Similar', note, eol));
}

/** Takes that note away: somebody has decided. */
export function unmarkSimilar(memory: Memory, id: string): Memory {
  return editEntry(memory, id, (block, eol) => setField(block, 'Similar', undefined, eol));
}

const LESSON_ID = /\bL-\d{1,9}\b/;

function addMark(memory: Memory, id: string, other: string): Memory {
  const entry = memory.entries.find((candidate) => candidate.id === id);
  if (!entry) return memory;
  const ids = [...new Set([...contradictedBy(entry), other])];
  return editEntry(memory, id, (block, eol) => setField(block, 'CONFLICT', describe(ids), eol));
}

function describe(ids: readonly string[]): string {
  return `may contradict ${ids.join(', ')}`;
}
