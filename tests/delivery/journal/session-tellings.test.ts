import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listTellings } from '../../../src/delivery/journal/session-tellings.ts';
import { writeJournal } from '../../../src/live/journal.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-tellings-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const at = '2026-03-01T00:00:00.000Z';
const entry = { lesson: 'L-001', project: '/home/ada/harbour', agent: 'codex', session: 's', at };

it('gives what hooks said in a session, and what came of it', () => {
  writeJournal(data, [
    { ...entry, what: 'shown', as: 'session-start' },
    { ...entry, what: 'shown', as: 'advice', call: 'a' },
    { ...entry, what: 'shown', as: 'advice', call: 'a', lesson: 'L-002' },
    { ...entry, what: 'mistake', as: 'advice', call: 'a', of: 'a' },
    { ...entry, what: 'followed', as: 'advice', yes: true, call: 'b', of: 'a' },
    { ...entry, what: 'shown', as: 'denial', call: 'c', lesson: 'L-003' },
    { ...entry, what: 'false-alarm', as: 'denial', call: 'd', of: 'c', lesson: 'L-003' },
    { ...entry, what: 'shown', as: 'denial', call: 'e', session: 'another' },
  ]);
  expect(listTellings(data, { agent: 'codex', session: 's' })).toEqual([
    { lesson: 'L-001', as: 'session-start', at },
    { lesson: 'L-001', as: 'advice', at, call: 'a', came: 'heeded' },
    { lesson: 'L-002', as: 'advice', at, call: 'a' },
    { lesson: 'L-003', as: 'denial', at, call: 'c', came: 'wrong' },
  ]);
  expect(listTellings(data, { agent: 'claude-code', session: 's' })).toEqual([]);
});

it.each([
  ['prevented', 'denial', [{ what: 'followed', yes: true } as const, { what: 'helped', yes: true } as const]],
  ['helped', 'advice', [{ what: 'followed', yes: true } as const, { what: 'helped', yes: true } as const]],
  ['heeded', 'denial', [{ what: 'followed', yes: true } as const, { what: 'helped', yes: false } as const]],
  ['mistake', 'denial', [{ what: 'mistake' } as const, { what: 'followed', yes: false } as const]],
  ['ignored', 'known-issue', [{ what: 'followed', yes: false } as const]],
  ['undone', 'rewrite', [{ what: 'followed', yes: true } as const, { what: 'undone' } as const]],
] as const)('takes what tells most: %s', (came, as, results) => {
  writeJournal(data, [
    { ...entry, what: 'shown', as, call: 'a' },
    ...results.map((result) => ({ ...entry, ...result, as, call: result.what === 'undone' ? 'a' : 'b', of: 'a' })),
  ]);
  expect(listTellings(data, { agent: 'codex', session: 's' })).toMatchObject([{ came }]);
});
