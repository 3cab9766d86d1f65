import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyCount, foldJournal } from '../../../src/delivery/journal/fold-journal.ts';
import { writeJournal } from '../../../src/live/journal.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'hardwon-journal-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const entry = {
  lesson: 'L-001',
  project: '/home/ada/harbour',
  agent: 'codex',
  session: 's',
  at: '2026-03-01T00:00:00.000Z',
};

describe('foldJournal', () => {
  it('adds up what was shown and what came of it, by project and lesson', () => {
    writeJournal(data, [
      { ...entry, what: 'session', arm: 'told' },
      { ...entry, what: 'shown', as: 'session-start' },
      { ...entry, what: 'shown', as: 'advice', call: 'a' },
      { ...entry, what: 'shown', as: 'known-issue', call: 'b', at: '2026-03-02T00:00:00.000Z' },
      { ...entry, what: 'shown', as: 'advice', call: 'c' },
      { ...entry, what: 'shown', as: 'denial', call: 'd' },
      { ...entry, what: 'followed', yes: true, call: 'a2', of: 'a' },
      { ...entry, what: 'followed', yes: false, call: 'b2', of: 'b' },
      { ...entry, what: 'helped', yes: true, call: 'a2', of: 'a' },
      { ...entry, what: 'false-alarm', call: 'c', of: 'c' },
      { ...entry, what: 'known-failure', call: 'e' },
      { ...entry, what: 'withheld', as: 'advice', call: 'f', session: 't' },
      { ...entry, what: 'shown', as: 'asked', session: '' },
      { ...entry, what: 'shown', as: 'advice', lesson: 'L-002' },
      { ...entry, what: 'shown', as: 'advice', project: '/home/ada/orchard' },
    ]);
    const counts = foldJournal(data);
    const one = { ...emptyCount(), shown: 1, unknown: 1, lastShown: entry.at };
    const results = { followed: 1, ignored: 1, mistakes: 0, helped: 1, falseAlarms: 1, wrongStops: 0, prevented: 0 };
    const followed = { shown: 5, stopped: 1, asked: 1, ...results, unknown: 2, opened: 1, withheld: 1 };
    expect(counts.get(entry.project)).toEqual(
      new Map([
        ['L-001', { ...followed, lastShown: '2026-03-02T00:00:00.000Z' }],
        ['L-002', one],
      ]),
    );
    expect(counts.get('/home/ada/orchard')).toEqual(new Map([['L-001', one]]));
  });

  it('tells stops from notes: what was prevented, made all the same, and stopped wrongly', () => {
    const denial = { ...entry, as: 'denial' } as const;
    writeJournal(data, [
      ...['a', 'b', 'c'].map((call) => ({ ...denial, what: 'shown', call }) as const),
      { ...denial, what: 'followed', yes: true, call: 'a2', of: 'a' },
      { ...denial, what: 'helped', yes: true, call: 'a2', of: 'a' },
      { ...denial, what: 'mistake', call: 'b2', of: 'b' },
      { ...denial, what: 'followed', yes: false, call: 'b2', of: 'b' },
      { ...denial, what: 'false-alarm', call: 'c2', of: 'c' },
      { ...entry, what: 'shown', as: 'rewrite', call: 'd' },
      { ...entry, what: 'helped', as: 'rewrite', yes: false, call: 'd', of: 'd' },
    ]);
    expect(foldJournal(data).get(entry.project)?.get('L-001')).toMatchObject({
      ...{ shown: 4, stopped: 3, followed: 1, ignored: 1, mistakes: 1 },
      ...{ helped: 1, prevented: 1, falseAlarms: 1, wrongStops: 1, unknown: 1 },
    });
  });

  it('counts what came of one showing once, however often it was noted', () => {
    const shown = { ...entry, what: 'shown', as: 'advice', call: 'a' } as const;
    const helped = [
      { ...entry, what: 'followed', yes: true, call: 'b', of: 'a' },
      { ...entry, what: 'helped', yes: true, call: 'b', of: 'a' },
    ] as const;
    writeJournal(data, [shown, ...helped, ...helped]);
    expect(foldJournal(data).get(entry.project)?.get('L-001')).toMatchObject({
      shown: 1,
      followed: 1,
      helped: 1,
      unknown: 0,
    });
  });

  it('reads journals that were put aside, and passes over lines that are none', async () => {
    await mkdir(join(data, 'live'));
    const line = JSON.stringify({ ...entry, what: 'shown' });
    await writeFile(join(data, 'live/journal-1700000000000.ndjson'), `${line}\n{"what": "shown", "les\n[]\n\n"x"\n`);
    await writeFile(join(data, 'live/journal.ndjson'), `${line}\n${line.slice(0, 20)}`);
    expect(foldJournal(data).get(entry.project)?.get('L-001')?.shown).toBe(2);
  });

  it('is empty where there is none', () => {
    expect(foldJournal(join(data, 'gone')).size).toBe(0);
  });
});
