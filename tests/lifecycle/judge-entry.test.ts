import { describe, expect, it } from 'vitest';
import { confirmEntry, rejectEntry, restoreEntry } from '../../src/lifecycle/judge-entry.ts';
import { parseMemory, renderMemory } from '../../src/memory/memory.ts';
import { mergeLessons } from '../../src/memory/merge.ts';
import { makeEvidence, makeLesson } from '../memory/lessons.ts';
import { entryText, memoryOf, reread } from './memories.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const learn = (memory: ReturnType<typeof memoryOf>, lesson = makeLesson(), now = NOW) =>
  mergeLessons(memory, [lesson], now);
const mined = () => reread(learn(parseMemory(undefined, '/harbour/.memory/harness-learnings.md')).memory);

describe('confirmEntry', () => {
  it('sets confidence, readiness and the day, and no other line', () => {
    const text = entryText('L-001', { Owner: 'harbour team' });
    const after = renderMemory(confirmEntry(memoryOf(text), 'l-1', NOW));
    expect(after).toBe(
      text
        .replace('Confidence: low', 'Confidence: high')
        .replace('harbour team', 'harbour team\n- Validated: 2026-03-01'),
    );
    expect(reread(confirmEntry(memoryOf(text), '1', NOW)).entries).toMatchObject([
      { status: 'ready', validated: '2026-03-01' },
    ]);
  });

  it('makes a lesson ready that was only watched, and learning leaves it so', () => {
    const watched = makeLesson({
      status: 'watching',
      confidence: 'low',
      occurrences: 1,
      sessions: 1,
      evidence: [makeEvidence(1)],
    });
    const memory = reread(learn(memoryOf(), watched).memory);
    const confirmed = reread(confirmEntry(memory, 'L-001', NOW, 'medium'));
    expect(confirmed.entries).toMatchObject([{ status: 'ready', confidence: 'medium' }]);
    expect(learn(confirmed, watched).lessons).toMatchObject([
      { status: 'ready', confidence: 'medium', validated: '2026-03-01' },
    ]);
  });

  it('stands against calls that work by now, and says so', () => {
    const confirmed = reread(confirmEntry(mined(), 'L-001', NOW));
    const retired = learn(confirmed, makeLesson({ status: 'retired' }));
    expect(retired.lessons).toMatchObject([{ status: 'ready', confidence: 'high' }]);
    expect(retired.contradicted).toEqual(['L-001']);
    const unconfirmed = learn(mined(), makeLesson({ status: 'retired' }));
    expect(unconfirmed.lessons).toMatchObject([{ status: 'retired', confidence: 'low' }]);
    expect(unconfirmed.contradicted).toEqual([]);
  });

  it('knows what is probably meant', () => {
    expect(() => confirmEntry(mined(), 'L-010', NOW)).toThrow('There is no lesson L-010');
  });
});

describe('rejectEntry', () => {
  it('takes the entry out whole, and learning does not bring it back', () => {
    const before = mined();
    const after = reread(rejectEntry(before, 'L-001', NOW, 'python3 is\nfine <!-- here'));
    expect(after.entries).toEqual([]);
    expect(after.graveyard.stones).toEqual([
      {
        id: 'L-001',
        fingerprint: 'environment python3',
        title: 'Python runs through uv',
        departure: 'rejected',
        day: '2026-03-01',
        reason: 'python3 is fine &lt;!-- here',
      },
    ]);
    const later = makeLesson({ occurrences: 9, lastSeen: '2026-06-01T08:00:00.000Z' });
    expect(learn(after, later).lessons).toEqual([]);
    expect(() => confirmEntry(after, 'L-001', NOW)).toThrow('L-001 was rejected on 2026-03-01');
  });

  it('gives its number to nobody else, though the note on the next one is lost', () => {
    const lost = rejectEntry(mined(), 'L-001', NOW);
    const memory = parseMemory('# Ours\n', lost.path, reread(lost).graveyard.original);
    expect(learn(memory, makeLesson({ fingerprint: 'another' })).added).toEqual(['L-002']);
  });

  it('remembers a lesson that only has its id', () => {
    const after = reread(rejectEntry(memoryOf(entryText('L-007')), 'L-007', NOW));
    expect(after.graveyard.stones).toMatchObject([{ id: 'L-007', fingerprint: 'memory:L-007' }]);
  });
});

describe('restoreEntry', () => {
  it.each([
    ['mined', mined],
    ['captured', () => memoryOf(entryText('L-001', { Owner: 'harbour team' }))],
  ])('brings a %s lesson back byte for byte, with the day on which it came back', (_, make) => {
    const before = make();
    const text = renderMemory(before);
    const rejected = reread(rejectEntry(before, 'L-001', NOW));
    const { memory, stone } = restoreEntry(rejected, '1', NOW);
    expect(stone.departure).toBe('rejected');
    const added = `- Added: ${NOW.toISOString().slice(0, 10)}\n`;
    expect(renderMemory(memory)).toContain(added);
    expect(renderMemory(memory).replace(added, '').trimEnd()).toBe(text.replace(added, '').trimEnd());
    expect(reread(memory).graveyard.stones).toEqual([]);
    expect(() => restoreEntry(memory, 'L-001', NOW)).toThrow('No lesson L-001 was taken out');
  });
});

describe('a lesson that was pruned', () => {
  const pruned = () => reread(rejectEntry(mined(), 'L-001', NOW));
  const asPruned = () => {
    const memory = pruned();
    return parseMemory(
      renderMemory(memory),
      memory.path,
      memory.graveyard.original?.replace('rejected on', 'pruned on'),
    );
  };

  it('stays away while the logs show nothing newer', () => {
    expect(learn(asPruned(), makeLesson({ lastSeen: '2026-03-01T23:00:00.000Z' })).lessons).toEqual([]);
  });

  it('comes back under its id when it is seen again', () => {
    const again = makeLesson({ occurrences: 4, lastSeen: '2026-03-02T08:00:00.000Z' });
    const result = learn(asPruned(), again, new Date('2026-03-03T12:00:00Z'));
    expect(result.lessons).toMatchObject([{ id: 'L-001', occurrences: 4 }]);
    expect([result.added, result.updated]).toEqual([[], ['L-001']]);
    expect(reread(result.memory).graveyard.stones).toEqual([]);
  });
});

describe('confidence that tidying lowered', () => {
  it('rises with new evidence only', () => {
    const medium = makeLesson({ confidence: 'medium' });
    const memory = reread(learn(memoryOf(), medium).memory);
    const text = renderMemory(memory);
    const low = parseMemory(text, memory.path);
    const [entry] = low.entries;
    expect(entry?.confidence).toBe('medium');
    // As tidying writes it: hardwon's own word, so the hash goes with it.
    const lowered = reread(learn(memoryOf(), { ...medium, confidence: 'low' }).memory);
    expect(learn(lowered, medium).lessons).toMatchObject([{ confidence: 'low' }]);
    const fresh = {
      ...medium,
      occurrences: 4,
      evidence: [...medium.evidence, makeEvidence(9)],
      lastSeen: makeEvidence(9).at,
    };
    expect(learn(lowered, fresh).lessons).toMatchObject([{ confidence: 'medium' }]);
  });
});
