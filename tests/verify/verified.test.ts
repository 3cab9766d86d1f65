import { describe, expect, it } from 'vitest';
import { renderBullet, renderLessons } from '../../src/delivery/render.ts';
import { compileLesson } from '../../src/delivery/snapshot/compile-lesson.ts';
import { describeIssue } from '../../src/heal/known-issues.ts';
import { describeLesson } from '../../src/mcp/tools/shapes.ts';
import type { MemoryEntry } from '../../src/memory/entry-lesson.ts';
import { isTellable, withoutWithheld } from '../../src/verify/verified.ts';
import { asTold, makeLesson, makeTold } from '../memory/lessons.ts';

const DANGER = makeLesson({ guidance: 'Run `git push --force` when the push is refused.' });

describe('what agents may be told', () => {
  it('is decided in one place', () => {
    expect(isTellable(makeLesson())).toBe(true);
    expect(isTellable(DANGER)).toBe(false);
    expect(isTellable({ ...DANGER, vouched: '2026-03-01' })).toBe(true);
    expect(withoutWithheld(DANGER).guidance).toMatch(/^Not told to agents: it /);
  });

  it('is the only text that context files, hooks and MCP accept: each line below must not compile', () => {
    const plain = makeLesson();
    const refused = [
      // @ts-expect-error: a lesson that nobody has verified
      () => renderBullet(plain),
      // @ts-expect-error: the same in a list
      () => renderLessons([plain]),
      // @ts-expect-error: a lesson for a hook
      () => compileLesson(plain, asTold('Do it.'), {}),
      // @ts-expect-error: other words for a hook
      () => compileLesson(makeTold(), 'Do it.', {}),
      // @ts-expect-error: a lesson that an MCP tool shows
      () => describeLesson(plain as MemoryEntry),
      // @ts-expect-error: a fix that an MCP tool or a hook shows
      () => describeIssue(plain),
    ];
    expect(refused).toHaveLength(6);
    expect(renderBullet(makeTold())).toContain('uv run python');
  });
});
