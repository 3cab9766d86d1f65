import { editEntry } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { type Memory, memoryOption } from '../../memory/memory.ts';
import { isLikeRejected, type LikeAnother, noteSimilar } from '../../memory/similar-note.ts';
import { scopesOverlap } from '../scope/scope.ts';
import { areOpposite } from './text/directives.ts';

/** Finds lessons that say the opposite of a guidance about files that both scopes cover. Retired lessons contradict nothing. */
export function findOpposites(memory: Memory, guidance: string, scope: readonly string[]): MemoryEntry[] {
  return memory.entries.filter(
    (entry) => entry.status !== 'retired' && scopesTouch(entry.scope, scope) && areOpposite(entry.guidance, guidance),
  );
}

/** Whether two scopes can cover the same file. An empty scope covers the whole project, and therefore every other scope. */
export function scopesTouch(first: readonly string[], second: readonly string[]): boolean {
  return first.length === 0 || second.length === 0 || scopesOverlap(first, second);
}

/** Returns the ids of the lessons named in an entry's conflict mark. */
export function contradictedBy({ conflict = '' }: Pick<MemoryEntry, 'conflict'>): string[] {
  return conflict.match(/\bL-\d{1,9}\b/g) ?? [];
}

/** Marks two lessons as possibly contradicting each other; existing marks stay. */
export function markConflict(memory: Memory, first: string, second: string): Memory {
  return addMark(addMark(memory, first, second), second, first);
}

/** Removes `others` from the conflict mark of a lesson, and removes the mark itself once it is empty. */
export function unmark(memory: Memory, id: string, others: readonly string[]): Memory {
  const entry = memory.entries.find((candidate) => candidate.id === id);
  if (!entry?.conflict) return memory;
  const left = contradictedBy(entry).filter((other) => !others.includes(other));
  return editEntry(memory, id, (block, eol) =>
    setField(block, 'CONFLICT', left.length > 0 ? describe(left) : undefined, eol),
  );
}

/** Removes marks that name lessons which no longer exist. */
export function dropStaleMarks(memory: Memory): Memory {
  const known = new Set(memory.entries.map((entry) => entry.id));
  return memory.entries.reduce((changed, entry) => {
    const gone = contradictedBy(entry).filter((id) => !known.has(id));
    const settled = gone.length === 0 ? changed : unmark(changed, entry.id, gone);
    const other = entry.similar?.match(LESSON_ID)?.[0];
    if (other === undefined) return settled;
    // A rejected lesson is not in memory; the note stays until that lesson is restored.
    if (isLikeRejected(entry.similar))
      return known.has(other) ? markSimilar(settled, entry.id, { id: other }) : settled;
    return known.has(other) ? settled : unmarkSimilar(settled, entry.id);
  }, memory);
}

/** Notes in a lesson that it may be the same as another one, so that a reader of the file can decide. */
export function markSimilar(memory: Memory, id: string, other: LikeAnother): Memory {
  const note = noteSimilar(other, id, memoryOption(memory));
  return editEntry(memory, id, (block, eol) => setField(block, 'Similar', note, eol));
}

/** Removes that note once somebody has decided. */
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
