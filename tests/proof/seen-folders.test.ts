import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { viewSession } from '../../src/failures/recovery/session-view.ts';
import { SeenFolders } from '../../src/proof/seen-folders.ts';
import { call, roots } from '../lessons/story.ts';

function seenBy(...calls: Call[]): SeenFolders {
  const folders = new SeenFolders();
  for (const view of viewSession(calls, roots)) folders.add(view);
  return folders;
}

describe('folders that were seen', () => {
  it('are those above a file that was read, and one that was searched', () => {
    const folders = seenBy(
      call('s1', 1, { path: '/srv/orchard/src/trees/apple.ts' }),
      call('s1', 2, { path: '/srv/orchard/docs' }, { tool: 'search', name: 'Grep', output: 'docs/index.md' }),
    );
    expect(folders.topmostAbsent('src/trees/pear.ts')).toBeUndefined();
    expect(folders.topmostAbsent('docs/index.md')).toBeUndefined();
    expect(folders.topmostAbsent('src/shrubs/deep/rose.ts')).toBe('src/shrubs');
    expect(folders.topmostAbsent('lib/rose.ts')).toBe('lib');
  });

  it('are not those of a call that failed, or outside the repository', () => {
    const folders = seenBy(
      call('s1', 1, { path: '/srv/orchard/lib/apple.ts' }, { outcome: 'failed', output: 'File does not exist.' }),
      call('s1', 2, { path: '/srv/other/lib/apple.ts' }),
    );
    expect(folders.topmostAbsent('lib/apple.ts')).toBe('lib');
  });

  it('can be a path that is itself a folder', () => {
    const folders = seenBy(call('s1', 1, { path: '/srv/orchard/src/apple.ts' }));
    expect(folders.topmostAbsent('src/trees')).toBe('src/trees');
    expect(folders.topmostAbsent('src')).toBeUndefined();
    expect(folders.topmostAbsent('pear.ts')).toBeUndefined();
  });
});
