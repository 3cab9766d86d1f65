import type { WatchedFacts } from '../delivery/snapshot/snapshot.ts';
import { MAY_WRITE } from '../lessons/triggers/may-write.ts';
import { indexedWords } from '../lessons/word-index.ts';
import { joinPath } from '../shared/paths.ts';
import type { LiveCall } from './candidates.ts';
import type { Fact } from './session-facts.ts';

/** Whether a shell call may do something that a condition asks about: only then it is parsed. */
export function mayMatter({ input: { command } }: LiveCall, { words, anyCommand, writes }: WatchedFacts): boolean {
  if (command === undefined) return false;
  if (anyCommand || (writes && MAY_WRITE.test(command))) return true;
  if (words.length === 0) return false;
  const own = new Set(indexedWords(command));
  return words.some((word) => own.has(word));
}

/** Returns the file that a call of a file tool reads or writes, if some condition asks about it. */
export function observeFile({ tool, input: { path, command }, cwd }: LiveCall, { reads, writes }: WatchedFacts): Fact {
  if (path === undefined || command !== undefined) return {};
  const file = joinPath(cwd ?? '', path);
  if (tool === 'read' && reads) return { read: file };
  return (tool === 'edit' || tool === 'write') && (reads || writes) ? { edited: file } : {};
}
