import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/delivery/journal/entry.ts';
import { writeJournal } from '../../src/live/journal.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-journal-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const entry = (second: number): JournalEntry => ({
  at: new Date(Date.UTC(2026, 2, 1, 9, 0, second)).toISOString(),
  what: 'shown',
  as: 'advice',
  lesson: 'L-001',
  project: '/p',
  agent: 'codex',
  session: 's',
});

describe('writeJournal', () => {
  it('adds lines', () => {
    writeJournal(data, [entry(1)]);
    writeJournal(data, [entry(2), entry(3)]);
    writeJournal(data, []);
    expect(readFileSync(join(data, 'live/journal.ndjson'), 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it('keeps ids of a session alone, and none that may hold a secret', () => {
    const secret = `mcp__lantern__AI${'za'}${'a1B2c3D'.repeat(5)}__call_1`;
    writeJournal(data, [{ ...entry(1), session: secret, call: secret, of: 'call 1' } as JournalEntry]);
    const text = readFileSync(join(data, 'live/journal.ndjson'), 'utf8');
    expect(text).not.toContain('a1B2c3D');
    expect(JSON.parse(text)).toMatchObject({ session: expect.stringMatching(/^id-/), of: 'call 1' });
  });

  it('puts a full one aside, and keeps the last seven of those', () => {
    const live = join(data, 'live');
    mkdirSync(live);
    for (let round = 1; round <= 10; round++) {
      writeFileSync(join(live, 'journal.ndjson'), 'x'.repeat(1024 * 1024 + 1));
      writeJournal(data, [entry(round)]);
    }
    const full = readdirSync(live).filter((name) => name !== 'journal.ndjson');
    expect(full).toHaveLength(7);
    expect(full.sort().at(-1)).toBe(`journal-${Date.parse(entry(10).at)}.ndjson`);
    expect(readFileSync(join(live, 'journal.ndjson'), 'utf8').trim()).toBe(JSON.stringify(entry(10)));
  });
});
