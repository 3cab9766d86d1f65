import { describe, expect, it } from 'vitest';
import { createPaint } from '../../../src/cli/views/text.ts';
import { viewWhy } from '../../../src/cli/why/view.ts';
import { fingerprint } from '../../../src/lessons/fingerprint.ts';
import type { MemoryEntry } from '../../../src/memory/entry-lesson.ts';
import { makeLesson } from '../../memory/lessons.ts';

const canvas = { paint: createPaint(false), columns: 200, home: '/home/ada' };
const others = [
  { id: 'L-004', title: 'Read files first' },
  { id: 'L-007', title: 'Make it unique' },
];

function show(parts: Partial<MemoryEntry>, yieldsTo?: typeof others): string {
  const lesson = {
    ...makeLesson({ id: 'L-001', status: 'watching' }),
    phase: 'implement',
    dimension: '',
    line: 1,
    edited: [],
    ...parts,
  };
  return viewWhy({ lesson, calls: [], yieldsTo }, canvas);
}

describe('why a lesson is only watched', () => {
  it('is said of one that speaks against another', () => {
    expect(show({}, others.slice(0, 1))).toContain(
      'watched     it contradicts L-004 (Read files first), which more calls or later calls confirm; hardwon confirm prefers this one\n',
    );
    expect(show({})).not.toContain('watched     ');
  });

  it("is said of a rule of the agent's own tools", () => {
    expect(show({ fingerprint: fingerprint('tool-habit', 'read-directory'), status: 'watching' })).toContain(
      'watched     the agent’s own tool already says so; it is delivered once three calls show why agents break it here\n',
    );
  });

  it('is said of one that waits until a person settles it', () => {
    expect(show({ conflict: 'may contradict L-004' })).toContain(
      'conflict    it may contradict L-004; hardwon resolve L-001 settles it\n',
    );
  });
});
