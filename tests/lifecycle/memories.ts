import { type Memory, parseMemory, renderMemory } from '../../src/memory/memory.ts';
import { renderGraveyard } from '../../src/memory/tombstones.ts';

/** An entry of the documented format; only what the test is about needs to be said. */
export function entryText(id: string, fields: Record<string, string> = {}, title = `Lesson ${id}`): string {
  const all = {
    Phase: 'implement',
    Dimension: 'maintainability',
    Scope: 'src/api/**',
    Pattern: 'It failed.',
    Guidance: 'Run `make seed` first.',
    Confidence: 'low',
    Occurrences: '1',
    'First seen': '2026-01-01',
    'Last seen': '2026-01-01',
    ...fields,
  };
  return [`## ${id}: ${title}`, ...Object.entries(all).map(([name, value]) => `- ${name}: ${value}`), ''].join('\n');
}

/** A memory with these entries. */
export function memoryOf(...entries: string[]): Memory {
  return parseMemory(entries.join('\n'), '/harbour/.memory/harness-learnings.md');
}

/** What the next run would read. */
export function reread(memory: Memory): Memory {
  return parseMemory(renderMemory(memory), memory.path, renderGraveyard(memory.graveyard) || undefined);
}

/** Id and confidence of every lesson. */
export function levels(memory: Memory): string[] {
  return memory.entries.map(({ id, confidence }) => `${id} ${confidence}`);
}
