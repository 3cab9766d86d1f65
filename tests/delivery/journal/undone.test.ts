import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isUndone, readUndone, undonePath } from '../../../src/delivery/journal/undone.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-undone-'));
  mkdirSync(dirname(undonePath(data)), { recursive: true });
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const of = { agent: 'codex', session: 's', call: 'c' };
const first = { at: '2026-03-01T09:00:00.000Z', project: '/srv/harbour', lesson: 'L-001', ...of };

describe('readUndone', () => {
  it('gives the last time of each lesson of the project, and leaves out what it cannot read', () => {
    const last = { ...first, at: '2026-03-02T09:00:00.000Z' };
    const lines = [first, { ...first, project: '/srv/orchard', lesson: 'L-002' }, last, { lesson: 'L-003' }, null, 7];
    writeFileSync(undonePath(data), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"at":"2026`);
    expect(readUndone(data, '/srv/harbour')).toEqual(new Map([['L-001', last]]));
  });

  it('gives nothing where there is no file, or a folder in its place', () => {
    expect(readUndone(data, '/srv/harbour').size).toBe(0);
    mkdirSync(undonePath(data));
    expect(readUndone(data, '/srv/harbour').size).toBe(0);
  });
});

describe('isUndone', () => {
  it.each([
    [undefined, true],
    ['2026-02-28', true],
    ['2026-03-01', false],
    ['2026-03-02', false],
  ])('of a lesson that was confirmed on %s is %s', (validated, expected) => {
    expect(isUndone(first, validated)).toBe(expected);
  });

  it('is false for what was never undone', () => {
    expect(isUndone(undefined, undefined)).toBe(false);
  });
});
