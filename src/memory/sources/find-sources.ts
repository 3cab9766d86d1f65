import { join } from 'node:path';
import { INSTRUCTION_FILES } from '../../agents/instruction-files.ts';
import { exists, isInside, resolveTarget } from '../../shared/files.ts';

/** Files with instructions for agents, relative to a project: those that are Markdown by their name, and some more. */
const CONTEXT_FILES = [
  ...INSTRUCTION_FILES.filter((name) => name.endsWith('.md')),
  'MEMORY.md',
  '.cursorrules',
  '.github/copilot-instructions.md',
];

/**
 * Finds the files of a project that may contain lessons, each once. A link that leads out of the project is not one of its files.
 */
export async function findSources(root: string): Promise<string[]> {
  const base = await resolveTarget(root);
  const found = new Map<string, string>();
  for (const name of CONTEXT_FILES) {
    const path = join(root, name);
    if (!(await exists(path))) continue;
    // CLAUDE.md and AGENTS.md are often one file under two names.
    const target = await resolveTarget(path);
    if (isInside(target, base) && !found.has(target)) found.set(target, path);
  }
  return [...found.values()];
}
