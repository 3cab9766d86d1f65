import { editEntry, findBlock } from './blocks.ts';
import { findField, setField } from './edit-entry.ts';
import { addHelped, decodeHelped, encodeHelped, type HelpedCount } from './helped-count.ts';
import type { Memory } from './memory.ts';

/** What a machine has to add: when lessons helped, by their id. */
export interface HelpedEvents {
  machine: string;
  times: ReadonlyMap<string, readonly string[]>;
}

/** A memory with what the journal of a machine has to add. */
export function countHelped(memory: Memory, { machine, times }: HelpedEvents): Memory {
  let counted = memory;
  for (const { id } of memory.entries) {
    const own = times.get(id);
    if (own) counted = setHelped(counted, id, (before) => addHelped(before, machine, own));
  }
  return counted;
}

/** Sets how often a lesson helped. */
export function setHelped(memory: Memory, id: string, change: (before: HelpedCount) => HelpedCount): Memory {
  const block = findBlock(memory, id);
  if (!block) return memory;
  const before = findField(block, 'Helped')?.value ?? '';
  const known = decodeHelped(before);
  const after = change(known);
  if (after === known || encodeHelped(after) === encodeHelped(known)) return memory;
  return editEntry(memory, id, (entry, eol) => setField(entry, 'Helped', encodeHelped(after), eol));
}
