import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type WorktreeFolder, worktreeFolders } from '../../src/agents/worktree-registry.ts';

const folder = resolve(import.meta.dirname, '../../src/agents');

describe('the folders in which agents make worktrees', () => {
  it('are those that the folders of agents name, each once', async () => {
    const files = readdirSync(folder)
      .map((name) => join(folder, name, 'worktrees.ts'))
      .filter(existsSync);
    const modules: { worktrees: WorktreeFolder }[] = await Promise.all(
      files.map((file) => import(pathToFileURL(file).href)),
    );
    const named = modules.map(({ worktrees }) => worktrees);
    expect(named.length).toBeGreaterThan(0);
    expect(worktreeFolders.toSorted((a, b) => a.folder.localeCompare(b.folder))).toEqual(
      named.toSorted((a, b) => a.folder.localeCompare(b.folder)),
    );
  });
});
