import { describe, expect, it } from 'vitest';
import { mergeGroups } from '../../src/config/merge.ts';

describe('mergeGroups', () => {
  it('merges groups, replaces lists and changes neither side', () => {
    const weaker = { projects: { a: ['x'] }, redaction: { allow: ['1'] } };
    const stronger = { projects: { b: ['y'] }, redaction: { allow: ['2'] } };
    expect(mergeGroups<object>(weaker, stronger)).toEqual({
      projects: { a: ['x'], b: ['y'] },
      redaction: { allow: ['2'] },
    });
    expect(weaker).toEqual({ projects: { a: ['x'] }, redaction: { allow: ['1'] } });
  });
});
