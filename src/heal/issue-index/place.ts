import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hashText } from '../../shared/hash.ts';
import { pathKey } from '../../shared/paths.ts';

/** Returns the path of a memory's index, by the folder of the memory. The index is derived and can be deleted at any time. */
export function issueIndexPath(cacheDir: string, root: string): string {
  return join(cacheDir, 'issues', `${hashText(pathKey(root))}.index`);
}

/** The files from which known issues are taken, below the folder that contains the memory. */
const FILES = ['harness-learnings.md', 'tombstones.md', 'learned/tool_fixes.yaml', 'learned/patterns.yaml'];

/** Returns a stamp that is equal as long as none of the files has changed, whoever changed them. */
export function stampMemory(root: string): string {
  return FILES.map((name) => {
    const facts = statSync(join(root, '.memory', name), { throwIfNoEntry: false });
    return facts ? `${facts.size} ${facts.mtimeMs} ${facts.ctimeMs} ${facts.ino}` : 'none';
  }).join(', ');
}
