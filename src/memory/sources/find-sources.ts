import { join } from 'node:path';
import { INSTRUCTION_FILES } from '../../agents/instruction-files.ts';
import { exists, isInside, resolveTarget } from '../../shared/files.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory.ts';

/** Files with instructions for agents, relative to a project: those that are Markdown by their name, and some more. */
const CONTEXT_FILES = [
  ...INSTRUCTION_FILES.filter((name) => name.endsWith('.md')),
  'MEMORY.md',
  '.cursorrules',
  '.github/copilot-instructions.md',
];

/** Where other tools keep a memory file of this format; ours is among them, unless it is the target of the import. */
const LEARNINGS = [`${MEMORY_FOLDER}/${MEMORY_FILE}`, MEMORY_FILE, `memory/${MEMORY_FILE}`, `docs/${MEMORY_FILE}`];

const TOOL_MEMORY = ['memory/learned', `${MEMORY_FOLDER}/learned`, 'learned'].flatMap((folder) =>
  ['tool_fixes', 'patterns', 'tool_failures'].flatMap((name) =>
    ['yaml', 'yml'].map((ending) => `${folder}/${name}.${ending}`),
  ),
);

/**
 * Finds the files of a project that may contain lessons, each once. A link that leads out of the project is not one of its files.
 */
export async function findSources(root: string): Promise<string[]> {
  const base = await resolveTarget(root);
  const found = new Map<string, string>();
  for (const name of [...CONTEXT_FILES, ...LEARNINGS, ...TOOL_MEMORY]) {
    const path = join(root, name);
    if (!(await exists(path))) continue;
    // CLAUDE.md and AGENTS.md are often one file under two names.
    const target = await resolveTarget(path);
    if (isInside(target, base) && !found.has(target)) found.set(target, path);
  }
  return [...found.values()];
}
