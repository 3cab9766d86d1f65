import { editEntry } from '../memory/blocks.ts';
import { setField, setHeading } from '../memory/edit-entry.ts';
import { encodeScope, encodeText } from '../memory/field-values.ts';
import type { Memory } from '../memory/memory.ts';
import { AppError } from '../shared/errors.ts';
import { requireEntry } from './entries.ts';
import { refuseDangerousWords } from './refuse-danger.ts';

/** The words of a lesson that a person may change. */
interface Rewording {
  title?: string;
  guidance?: string;
  pattern?: string;
  scope?: readonly string[];
}

/**
 * Rewords a lesson for a person. Text that hardwon wrote is identified by its hash, so later runs see that these words are a
 * person's and leave them alone.
 */
export function rewordEntry(memory: Memory, id: string, { title, guidance, pattern, scope }: Rewording): Memory {
  const entry = requireEntry(memory, id);
  const words = { title: clean(title), guidance: clean(guidance), pattern: clean(pattern) };
  if (words.title === '' || words.guidance === '')
    throw new AppError('usage', 'A lesson needs a title, and guidance that says what to do.', {
      hint: 'To delete the lesson, use hardwon reject.',
    });
  const reworded = editEntry(memory, entry.id, (before, eol) => {
    let block = before;
    if (words.title !== undefined && words.title !== entry.title) block = setHeading(block, entry.id, words.title, eol);
    if (words.guidance !== undefined && words.guidance !== entry.guidance)
      block = setField(block, 'Guidance', words.guidance, eol);
    if (words.pattern !== undefined && words.pattern !== entry.pattern)
      block = setField(block, 'Pattern', words.pattern, eol);
    const scoped = scope && encodeScope(scope);
    return scoped !== undefined && scoped !== encodeScope(entry.scope) ? setField(block, 'Scope', scoped, eol) : block;
  });
  return refuseDangerousWords(entry, reworded);
}

/** Puts the text on one line, as the file format requires. */
function clean(text: string | undefined): string | undefined {
  return text === undefined ? undefined : encodeText(text);
}
