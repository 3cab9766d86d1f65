import { describe, expect, it } from 'vitest';
import { chooseMode, findOverride } from '../../../src/delivery/snapshot/choose-mode.ts';
import { compileLesson, type OwnRecord } from '../../../src/delivery/snapshot/compile-lesson.ts';
import { makeTold } from '../../memory/lessons.ts';

const lesson = makeTold({ id: 'L-001', trigger: { rule: 'Bash(python3 *)', failed: 5, succeeded: 0 } });
const proof = { replayed: { matches: 5, failed: 5, sessions: 2 } };

function choose(mode: Parameters<typeof chooseMode>[1], record: OwnRecord, parts: object = {}) {
  return chooseMode(compileLesson({ ...lesson, ...parts }, lesson.guidance, record).lesson, mode);
}

describe('chooseMode', () => {
  it.each([
    ['auto', proof, 'stop'],
    ['auto', {}, 'warn'],
    ['auto', { replayed: { matches: 5, failed: 5, sessions: 1 } }, 'warn'],
    ['auto', { ...proof, isContradicted: true }, 'warn'],
    ['note', proof, 'note'],
    ['warn', proof, 'warn'],
    ['stop', {}, 'stop'],
    ['auto', { ...proof, own: 'warn' }, 'warn'],
    ['note', { own: 'stop' }, 'stop'],
    ['warn', { own: 'deny' }, 'deny'],
  ] as const)('with %s and %j is to %s', (mode, record, expected) => {
    expect(choose(mode, record)).toBe(expected);
  });

  it('stops for what was seen seldom or often worked in no mode for all', () => {
    for (const trigger of [
      { rule: 'Bash(python3 *)', failed: 2, succeeded: 0 },
      { rule: 'Bash(python3 *)', failed: 9, succeeded: 1 },
    ])
      expect(choose('stop', {}, { trigger })).toBe('warn');
  });

  it('says nothing before a call for a trigger that mostly interrupts what is right', () => {
    const trigger = { rule: 'Bash(python3 *)', failed: 1, succeeded: 9 };
    for (const mode of ['auto', 'warn', 'stop'] as const) expect(choose(mode, {}, { trigger })).toBe('note');
  });
});

describe('findOverride', () => {
  it('knows a lesson by its id and by its project, and takes the quieter of both', () => {
    expect(findOverride({ 'L-001': 'deny' }, 'harbour', 'L-001')).toBe('deny');
    expect(findOverride({ 'harbour/L-001': 'deny' }, 'harbour', 'L-001')).toBe('deny');
    expect(findOverride({ 'orchard/L-001': 'deny' }, 'harbour', 'L-001')).toBeUndefined();
    expect(findOverride({ 'harbour/L-001': 'deny', 'L-001': 'note' }, 'harbour', 'L-001')).toBe('note');
    expect(findOverride({ 'harbour/L-001': 'off', 'L-001': 'deny' }, 'harbour', 'L-001')).toBe('off');
  });
});
