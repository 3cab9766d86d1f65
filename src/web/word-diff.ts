import { diffArrays } from 'diff';

/** A piece of two texts: in both, only in the first, or only in the second. */
export interface DiffPiece {
  text: string;
  change: 'same' | 'removed' | 'added';
}

/** Longer texts are compared by their beginning: the comparison takes time by the square of the differences. */
const LONGEST = 4000;

/** How two calls differ, word by word. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  for (const { value, added, removed } of diffArrays(words(before), words(after))) {
    const change = added ? 'added' : removed ? 'removed' : 'same';
    pieces.push({ text: value.join(''), change });
  }
  return pieces;
}

/** Words with what separates them; paths and flags fall into their parts. */
function words(text: string): string[] {
  return text.slice(0, LONGEST).match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}
