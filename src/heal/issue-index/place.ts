import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hashText } from '../../shared/hash.ts';
import { pathKey } from '../../shared/paths.ts';

/** Where the index of a memory is, by the folder that the memory is in. It is derived: it can be deleted at any time. */
export function issueIndexPath(cacheDir: string, root: string): string {
  return join(cacheDir, 'issues', `${hashText(pathKey(root))}.index`);
}

/** The files that known issues are taken from, below the folder that has the memory. */
const FILES = ['harness-learnings.md', 'tombstones.md', 'learned/tool_fixes.yaml', 'learned/patterns.yaml'];

/** What tells that none of the files has changed, whoever changed them: equal texts for equal files. */
export function stampMemory(root: string): string {
  return FILES.map((name) => {
    const facts = statSync(join(root, '.memory', name), { throwIfNoEntry: false });
    return facts ? `${facts.size} ${facts.mtimeMs} ${facts.ctimeMs} ${facts.ino}` : 'none';
  }).join(', ');
}
