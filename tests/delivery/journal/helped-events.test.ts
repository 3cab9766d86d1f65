import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LessonEntry } from '../../../src/delivery/journal/entry.ts';
import { findHelped } from '../../../src/delivery/journal/helped-events.ts';
import { nameMachine, readSalt } from '../../../src/delivery/journal/salt.ts';
import { writeJournal } from '../../../src/live/journal.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-helped-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const place = { project: '/home/ada/harbour', agent: 'codex', session: 's', at: '2026-03-01T00:00:00.000Z' };
const helped: LessonEntry = { ...place, what: 'helped', yes: true, lesson: 'L-001', call: 'b', of: 'a' };

describe('findHelped', () => {
  it('gives when lessons of a project helped, each showing once', () => {
    writeJournal(data, [
      helped,
      { ...helped, at: '2026-03-01T00:00:01.000Z' },
      { ...helped, as: 'denial', of: 'c', at: '2026-03-02T00:00:00.000Z' },
      { ...helped, yes: false, of: 'd' },
      { ...helped, what: 'followed', of: 'e' },
      { ...helped, project: '/home/ada/orchard', of: 'f' },
      { ...helped, at: 'tomorrow', of: 'g' },
    ]);
    const salt = readSalt(data) ?? '';
    expect(findHelped(data, '/home/ada/harbour')).toEqual({
      machine: nameMachine(salt),
      helped: new Map([['L-001', ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']]]),
      prevented: new Map([['L-001', ['2026-03-02T00:00:00.000Z']]]),
    });
  });

  it('is nothing, and makes nothing, where no lesson helped', () => {
    expect(findHelped(data, '/home/ada/harbour')).toBeUndefined();
    expect(existsSync(join(data, 'live'))).toBe(false);
  });
});

describe('readSalt', () => {
  it('stays the same, and differs from machine to machine', () => {
    const salt = readSalt(data);
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(readSalt(data)).toBe(salt);
    const other = readSalt(join(data, 'other'));
    expect(other).not.toBe(salt);
    expect(nameMachine(salt ?? '')).not.toBe(nameMachine(other ?? ''));
    expect(nameMachine(salt ?? '')).toMatch(/^[a-z0-9]{8}$/);
  });

  it('is nothing where it cannot be kept', () => {
    writeFileSync(join(data, 'file'), '');
    expect(readSalt(join(data, 'file'))).toBeUndefined();
  });
});
