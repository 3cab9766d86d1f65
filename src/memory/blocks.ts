import { changeBlocks, type Entry } from './document.ts';
import { formatId } from './entry-lesson.ts';
import { type Memory, readEntries } from './memory.ts';

/** Changes the lines of one entry; every other byte of the file stays. */
export function editEntry(memory: Memory, id: string, edit: (entry: Entry, eol: string) => Entry): Memory {
  const document = changeBlocks(memory.document, (block) =>
    block.type === 'entry' && block.number !== undefined && formatId(block.number) === id
      ? edit(block, memory.document.eol)
      : block,
  );
  return { ...readEntries({ ...memory, document }), notices: memory.notices };
}

/** Returns the lines of an entry as they are in the file. */
export function findEntryBlock(memory: Memory, id: string): Entry | undefined {
  return memory.document.blocks.find(
    (block): block is Entry => block.type === 'entry' && block.number !== undefined && formatId(block.number) === id,
  );
}
