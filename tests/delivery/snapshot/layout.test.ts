import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toSafeLine } from '../../../src/delivery/markdown-safe.ts';
import { encodeSnapshot } from '../../../src/delivery/snapshot/encode.ts';
import { Snapshot } from '../../../src/delivery/snapshot/layout.ts';
import { DEFAULT_LIVE, type SnapshotHeader, type SnapshotLesson } from '../../../src/delivery/snapshot/snapshot.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-snapshot-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header: SnapshotHeader = {
  root: '/home/ada/hafen-ü',
  folders: ['/home/ada/hafen-ü'],
  memory: { path: '/m', size: 1, mtimeMs: 2 },
  live: DEFAULT_LIVE,
  reads: {},
  watched: { words: [], anyCommand: false, commands: [], reads: false, writes: false },
  ranked: [],
};

function lesson(id: string, text = ''): SnapshotLesson {
  return {
    ...{ id, kind: 'command', text: toSafeLine(text), hash: '', confidence: 'high', seen: 1, mode: 'warn' },
    failed: 1,
    succeeded: 0,
  } as const;
}

function open(lessons: { lesson: SnapshotLesson; keys: string[] }[]): Snapshot {
  const path = join(folder, 'one.snapshot');
  writeFileSync(path, encodeSnapshot(header, lessons));
  return new Snapshot(path);
}

describe('a snapshot', () => {
  it('finds each lesson by each of its keys, and by nothing else', () => {
    const words = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abü-.w ') });
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(words, { maxLength: 4 }), { maxLength: 30 }), words, (all, other) => {
        const snapshot = open(all.map((keys, number) => ({ lesson: lesson(`L-${number}`), keys })));
        try {
          for (const key of new Set([...all.flat(), other])) {
            const expected = all.flatMap((keys, number) => (keys.includes(key) ? [number] : []));
            expect(snapshot.find([key])).toEqual(expected);
          }
        } finally {
          snapshot.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives lessons and header as they were, each number once', () => {
    const one = lesson('L-001', 'Prüfe `…` zuerst');
    const snapshot = open([
      { lesson: lesson('L-000'), keys: ['w a'] },
      { lesson: one, keys: ['w a', 'w b'] },
    ]);
    expect(snapshot.header).toEqual(header);
    expect(snapshot.find(['w b', 'w a', 'w b'])).toEqual([0, 1]);
    expect(snapshot.lessons([1])).toEqual([one]);
    expect(() => snapshot.lessons([2])).toThrow();
    snapshot.close();
  });

  it('gives any of its lessons, near to each other or far apart', () => {
    const all = Array.from({ length: 300 }, (_, number) => lesson(`L-${number}`, 'ü'.repeat(number % 7)));
    const snapshot = open(all.map((each) => ({ lesson: each, keys: [] })));
    const numbers = fc.uniqueArray(fc.nat({ max: 299 }), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(numbers, (wanted) => {
        expect(snapshot.lessons(wanted)).toEqual(wanted.map((number) => all[number]));
      }),
    );
    snapshot.close();
  });

  it('without lessons finds none', () => {
    const snapshot = open([]);
    expect(snapshot.find(['w a'])).toEqual([]);
    snapshot.close();
  });

  it('is refused wherever it was cut', () => {
    const path = join(folder, 'cut.snapshot');
    const whole = encodeSnapshot(header, [{ lesson: lesson('L-001'), keys: ['w a'] }]);
    for (let size = 0; size < whole.length; size += 7) {
      writeFileSync(path, whole);
      truncateSync(path, size);
      expect(() => new Snapshot(path), String(size)).toThrow();
    }
  });
});
