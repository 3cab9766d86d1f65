import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contradictionsPath, isOpen, readContradictions } from '../../../src/delivery/journal/contradictions.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-wrong-'));
  mkdirSync(dirname(contradictionsPath(data)), { recursive: true });
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const of = { agent: 'codex', session: 's', call: 'c' };
const first = { as: 'stop' as const, at: '2026-03-01T09:00:00.000Z', project: '/srv/harbour', lesson: 'L-001', ...of };

describe('readContradictions', () => {
  it('gives the last time of each lesson of the project, and leaves out what it cannot read', () => {
    const last = { ...first, at: '2026-03-02T09:00:00.000Z' };
    const lines = [
      first,
      { ...first, project: '/srv/orchard', lesson: 'L-002' },
      last,
      { ...first, as: 'whim' },
      { lesson: 'L-003' },
      null,
      7,
    ];
    writeFileSync(contradictionsPath(data), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"at":"2026`);
    expect(readContradictions(data, '/srv/harbour')).toEqual(new Map([['L-001', last]]));
  });

  it('gives nothing where there is no file, or a folder in its place', () => {
    expect(readContradictions(data, '/srv/harbour').size).toBe(0);
    mkdirSync(contradictionsPath(data));
    expect(readContradictions(data, '/srv/harbour').size).toBe(0);
  });
});

describe('isOpen', () => {
  it.each([
    [undefined, true],
    ['2026-02-28', true],
    ['2026-03-01', false],
    ['2026-03-02', false],
  ])('of a lesson that was confirmed on %s is %s', (validated, expected) => {
    expect(isOpen(first, validated)).toBe(expected);
  });

  it('is false for what was never contradicted', () => {
    expect(isOpen(undefined, undefined)).toBe(false);
  });
});
