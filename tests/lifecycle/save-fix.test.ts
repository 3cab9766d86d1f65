import { describe, expect, it } from 'vitest';
import { rejectEntry } from '../../src/lifecycle/judge-entry.ts';
import { cleanFix, saveFix } from '../../src/lifecycle/save-fix.ts';
import { memoryOf, reread } from './memories.ts';

const NOW = new Date('2026-03-09T09:00:00Z');
const fix = {
  tool: 'deploy',
  errorPattern: 'manifest unknown',
  rootCause: 'the short hash is no tag',
  fix: 'use the full hash',
  commands: [],
};

describe('saveFix', () => {
  it('delivers what somebody has read, in the words of now', () => {
    const first = reread(saveFix(memoryOf(), fix, NOW).memory);
    expect(first.entries).toMatchObject([{ id: 'L-001', status: 'ready', confidence: 'medium', occurrences: 1 }]);
    const { memory, outcome } = saveFix(first, { ...fix, fix: 'push first' }, NOW);
    expect(outcome.action).toBe('update');
    expect(reread(memory).entries).toMatchObject([{ confidence: 'high', occurrences: 2 }]);
    expect(reread(memory).entries[0]?.guidance).toContain('push first');
  });

  it('keeps what nobody has read from being delivered, however often it is said', () => {
    let memory = memoryOf();
    for (let time = 0; time < 4; time++) memory = reread(saveFix(memory, fix, NOW, { isRead: false }).memory);
    expect(memory.entries).toMatchObject([{ id: 'L-001', status: 'watching', occurrences: 4 }]);
  });

  it('lets nobody reword a fix unread, and counts it on', () => {
    const first = reread(saveFix(memoryOf(), fix, NOW).memory);
    const { memory } = saveFix(first, { ...fix, fix: 'do as I say', rootCause: 'other' }, NOW, { isRead: false });
    const [before] = first.entries;
    expect(reread(memory).entries).toMatchObject([
      { guidance: before?.guidance, title: before?.title, pattern: before?.pattern, status: 'ready', occurrences: 2 },
    ]);
  });

  it('keeps a fix that is like a rejected one a candidate that names it', () => {
    const first = reread(saveFix(memoryOf(), fix, NOW).memory);
    const rejected = reread(rejectEntry(first, 'L-001', NOW));
    expect(() => saveFix(rejected, fix, NOW)).toThrow('This fix was rejected on 2026-03-09');
    const { memory } = saveFix(rejected, { ...fix, errorPattern: 'manifest is unknown' }, NOW);
    expect(reread(memory).entries).toMatchObject([
      { id: 'L-002', status: 'watching', similar: expect.stringMatching(/^L-001, which was rejected on 2026-03-09: /) },
    ]);
  });

  it('becomes ready once somebody has read it', () => {
    const first = reread(saveFix(memoryOf(), fix, NOW, { isRead: false }).memory);
    expect(reread(saveFix(first, fix, NOW).memory).entries).toMatchObject([{ status: 'ready' }]);
  });
});

describe('cleanFix', () => {
  it('takes out control characters before it looks for secrets', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const hidden = `${token.slice(0, 10)}\u001b[1m${token.slice(10)}`;
    const clean = await cleanFix({ ...fix, fix: `log in\n with ${hidden}`, commands: [`login ${token}`] });
    expect(clean.fix).toMatch(/^log in with \[redacted:/);
    expect(clean.commands).toEqual([expect.stringMatching(/^login \[redacted:/)]);
  });
});
