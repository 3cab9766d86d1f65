import { describe, expect, it } from 'vitest';
import { similarFinder } from '../../src/memory/similar.ts';
import { makeLesson } from './lessons.ts';

const trigger = { rule: 'Read(src/graft.ts)', failed: 2, succeeded: 0 };
const known = [
  makeLesson({ id: 'L-001', kind: 'path', guidance: 'It is in `src/model/`.', trigger }),
  makeLesson({ id: 'L-002', guidance: 'Run `uv run python` instead of `python3`.' }),
  makeLesson({
    id: 'L-003',
    guidance: 'The error is known.',
    trigger: { ...trigger, rule: 'Tool(*)', error: 'no route' },
  }),
];
const find = similarFinder(known);

describe('a lesson that may say the same', () => {
  it('is about the same calls', () => {
    expect(find(makeLesson({ kind: 'path', guidance: 'moved', trigger: { ...trigger, failed: 0 } }))?.id).toBe('L-001');
    expect(
      find(makeLesson({ kind: 'path', guidance: 'moved', trigger: { ...trigger, when: 'file not read' } })),
    ).toBeUndefined();
  });

  it('speaks of the same names, in any order, as a lesson of its kind', () => {
    expect(find(makeLesson({ guidance: 'Never `python3`: use `uv run python`.' }))?.id).toBe('L-002');
    expect(find(makeLesson({ kind: 'command', guidance: 'Never `python3`: use `uv run python`.' }))).toBeUndefined();
    expect(find(makeLesson({ guidance: 'Never `python3`.' }))).toBeUndefined();
  });

  it('is not one that merely waits for an error of the same tool', () => {
    const other = { rule: 'Tool(*)', error: 'other', failed: 0, succeeded: 0 };
    expect(find(makeLesson({ guidance: 'Log in.', trigger: other }))).toBeUndefined();
  });
});
