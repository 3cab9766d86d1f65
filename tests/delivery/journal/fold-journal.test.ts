import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldJournal } from '../../../src/delivery/journal/fold-journal.ts';
import { writeJournal } from '../../../src/live/journal.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'hardwon-journal-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const entry = { lesson: 'L-001', project: '/home/ada/harbour', agent: 'codex', session: 's', at: '2026-03-01T00:00:00.000Z' };

describe('foldJournal', () => {
  it('adds up what was shown, followed and helped, by project and lesson', () => {
    writeJournal(data, [
      { ...entry, what: 'shown', as: 'advice' },
      { ...entry, what: 'shown', as: 'known-issue', at: '2026-03-02T00:00:00.000Z' },
      { ...entry, what: 'followed', yes: true },
      { ...entry, what: 'followed', yes: false },
      { ...entry, what: 'helped', yes: true },
      { ...entry, what: 'shown', as: 'advice', lesson: 'L-002' },
      { ...entry, what: 'shown', as: 'advice', project: '/home/ada/orchard' },
    ]);
    const counts = foldJournal(data);
    const one = { shown: 1, followed: 0, helped: 0, lastShown: entry.at };
    expect(counts.get(entry.project)).toEqual(
      new Map([
        ['L-001', { shown: 2, followed: 1, helped: 1, lastShown: '2026-03-02T00:00:00.000Z' }],
        ['L-002', one],
      ]),
    );
    expect(counts.get('/home/ada/orchard')).toEqual(new Map([['L-001', one]]));
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
