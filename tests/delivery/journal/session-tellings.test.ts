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

it('gives what hooks said about each call of a session, and what came of it', () => {
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
  expect(Object.fromEntries(listTellings(data, { agent: 'codex', session: 's' }))).toEqual({
    a: [
      { lesson: 'L-001', as: 'advice', came: 'heeded' },
      { lesson: 'L-002', as: 'advice' },
    ],
    c: [{ lesson: 'L-003', as: 'denial', came: 'wrong' }],
  });
  expect(listTellings(data, { agent: 'claude-code', session: 's' }).size).toBe(0);
});
