import { editEntry, findEntryBlock } from './blocks.ts';
import { findField, setField } from './edit-entry.ts';
import { addHelped, decodeHelped, encodeHelped, type HelpedCount } from './helped-count.ts';
import type { Memory } from './memory.ts';

/** The events that a machine adds: when lessons helped, and when they prevented a mistake, by lesson id. */
export interface HelpedEvents {
  machine: string;
  helped: ReadonlyMap<string, readonly string[]>;
  prevented: ReadonlyMap<string, readonly string[]>;
}

/** Adds the events of a machine's journal to the counts in memory. */
export function countHelped(memory: Memory, { machine, helped, prevented }: HelpedEvents): Memory {
  let counted = memory;
  for (const [field, times] of [['Helped', helped] as const, ['Prevented', prevented] as const]) {
    for (const { id } of memory.entries) {
      const own = times.get(id);
      if (own) counted = setCount(counted, id, field, (before) => addHelped(before, machine, own));
    }
  }
  return counted;
}

/** Sets how often a lesson helped or prevented a mistake. */
export function setCount(
  memory: Memory,
  id: string,
  field: 'Helped' | 'Prevented',
  change: (before: HelpedCount) => HelpedCount,
): Memory {
  const block = findEntryBlock(memory, id);
  if (!block) return memory;
  const known = decodeHelped(findField(block, field)?.value ?? '');
  const after = change(known);
  if (after === known || encodeHelped(after) === encodeHelped(known)) return memory;
  return editEntry(memory, id, (entry, eol) => setField(entry, field, encodeHelped(after), eol));
}
