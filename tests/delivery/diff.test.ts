import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/delivery/change.ts';
import { diffPlan } from '../../src/delivery/diff.ts';

const home = join('/home', 'ada');
const projectRoot = join(home, 'harbour');
const diff = (path: string, before: string | undefined, after: string | undefined) => {
  const change: Change = { path, root: projectRoot, before, after, kind: 'context' };
  return diffPlan({ projectRoot, changes: [change] }, home)[0];
};

describe('diffPlan', () => {
  it('shows a change with three lines around it', () => {
    expect(diff(join(projectRoot, 'CLAUDE.md'), '1\n2\n3\n4\n5\n', '1\n2\n3\n4\n5\n6\n')).toEqual({
      name: 'CLAUDE.md',
      action: 'change',
      text: '--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n',
    });
  });

  it('marks files that are made or go', () => {
    const made = diff(join(projectRoot, '.memory', 'x.md'), undefined, 'a\n');
    expect(made).toMatchObject({ name: '.memory/x.md', action: 'create' });
    expect(made?.text).toBe('--- /dev/null\n+++ b/.memory/x.md\tnew file\n@@ -0,0 +1,1 @@\n+a\n');
    expect(diff(join(projectRoot, 'x.md'), 'a\n', undefined)?.text).toBe(
      '--- a/x.md\tremoved\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n',
    );
  });

  it('shows neither line endings nor the byte order mark as changes', () => {
    expect(diff(join(projectRoot, 'x.md'), '\uFEFFa\r\nb\r\n', '\uFEFFa\r\nb\r\nc\r\n')?.text).toContain(
      '@@ -1,2 +1,3 @@\n a\n b\n+c\n',
    );
  });

  it('names files outside the project from the home folder', () => {
    const memory = diff(join(home, '.claude', 'MEMORY.md'), 'a', 'b');
    expect(memory?.name).toBe('~/.claude/MEMORY.md');
    expect(memory?.text).toContain('+++ ~/.claude/MEMORY.md\n');
    expect(diff(join('/srv', 'x'), 'a', 'b')?.name.endsWith('/srv/x')).toBe(true);
  });
});
