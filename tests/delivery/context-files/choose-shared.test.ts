import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  chooseShared,
  filesRead,
  type Reader,
} from '../../../src/delivery/context-files/choose-shared.ts';

const file = (key: string, parts: Partial<Candidate> = {}): Candidate => ({
  key,
  isMade: false,
  isThere: false,
  hasBlock: false,
  hasText: false,
  isBlocked: false,
  ...parts,
});
const made = { isMade: true };
const foreign = { isThere: true, hasText: true };
const ours = { isThere: true, hasBlock: true };

const claude: Reader = {
  name: 'claude',
  reads: [
    { key: 'CLAUDE', unless: [] },
    { key: 'AGENTS', unless: ['CLAUDE'] },
  ],
};
const codex: Reader = { name: 'codex', reads: [{ key: 'AGENTS', unless: [] }] };
const openCode: Reader = {
  name: 'opencode',
  reads: [
    { key: 'AGENTS', unless: [] },
    { key: 'CLAUDE', unless: ['AGENTS'] },
  ],
};
const both: Reader = {
  name: 'both',
  reads: [
    { key: 'OWN', unless: [] },
    { key: 'AGENTS', unless: [] },
    { key: 'CLAUDE', unless: [] },
  ],
};
const choose = (candidates: Candidate[], readers: Reader[]) => [...chooseShared(candidates, readers)].sort();

describe('chooseShared', () => {
  it('makes the file that the only agent would rather have', () => {
    expect(choose([file('CLAUDE', made), file('AGENTS', made)], [claude])).toEqual(['CLAUDE']);
    expect(choose([file('CLAUDE'), file('AGENTS', made)], [openCode])).toEqual(['AGENTS']);
  });

  it('makes a file for each of two agents that would rather have their own', () => {
    expect(choose([file('CLAUDE', made), file('AGENTS', made)], [claude, codex])).toEqual(['AGENTS', 'CLAUDE']);
  });

  it('makes no file that hides what the user wrote', () => {
    expect(choose([file('CLAUDE', made), file('AGENTS', foreign)], [claude, codex])).toEqual(['AGENTS']);
    expect(choose([file('CLAUDE', foreign), file('AGENTS', made)], [openCode])).toEqual(['CLAUDE']);
  });

  it('tells nobody twice where it can be helped, and leaves nobody out for it', () => {
    expect(choose([file('CLAUDE', made), file('AGENTS', made)], [claude, codex, both])).toEqual(['AGENTS']);
    expect(choose([file('CLAUDE', foreign), file('AGENTS', made)], [claude, codex, both])).toEqual([
      'AGENTS',
      'CLAUDE',
    ]);
  });

  it('uses a file that is there before it makes one', () => {
    expect(choose([file('OWN', foreign), file('AGENTS', made)], [both])).toEqual(['OWN']);
    expect(choose([file('OWN'), file('AGENTS', made)], [both])).toEqual(['AGENTS']);
    expect(choose([file('OWN', foreign), file('AGENTS', made)], [both, codex])).toEqual(['AGENTS']);
  });

  it('keeps a block that it wrote, but not where somebody would read it twice', () => {
    expect(choose([file('CLAUDE', foreign), file('GEMINI', ours)], [claude])).toEqual(['CLAUDE', 'GEMINI']);
    expect(choose([file('CLAUDE', ours), file('AGENTS', ours)], [claude, codex, both])).toEqual(['AGENTS']);
  });

  it('writes an imported file and not the one that imports it', () => {
    const importing: Reader = { name: 'claude', reads: [{ key: 'AGENTS', unless: [], importedBy: 'CLAUDE' }] };
    expect(choose([file('CLAUDE', foreign), file('AGENTS', foreign)], [importing, codex])).toEqual(['AGENTS']);
  });

  it('goes around a file that cannot be written, if there is a way', () => {
    const blocked = { ...foreign, isBlocked: true };
    expect(choose([file('OWN', foreign), file('AGENTS', blocked)], [both])).toEqual(['OWN']);
    expect(choose([file('CLAUDE', blocked)], [claude])).toEqual(['CLAUDE']);
  });

  it('counts on nothing that is only sometimes read', () => {
    const cursor: Reader = {
      name: 'cursor',
      reads: [...codex.reads, { key: 'CLAUDE', unless: [], isSometimesRead: true }],
    };
    expect(choose([file('CLAUDE', foreign), file('AGENTS', made)], [cursor])).toEqual(['AGENTS']);
    expect(choose([file('CLAUDE', made), file('AGENTS', made)], [claude, cursor])).toEqual(['AGENTS']);
  });

  it('hides nothing that an agent read before, and serves whom it can without that', () => {
    const parts = fc.record({
      isMade: fc.boolean(),
      isThere: fc.boolean(),
      hasBlock: fc.boolean(),
      hasText: fc.boolean(),
    });
    const candidate = (key: string) =>
      parts.map((one) =>
        file(key, {
          ...one,
          hasBlock: one.isThere && one.hasBlock,
          hasText: one.isThere && (one.hasText || !one.hasBlock),
        }),
      );
    const world = fc.tuple(candidate('CLAUDE'), candidate('AGENTS'), candidate('OWN'));
    fc.assert(
      fc.property(world, fc.subarray([claude, codex, openCode, both], { minLength: 1 }), (candidates, readers) => {
        const chosen = chooseShared(candidates, readers);
        const texts = candidates.filter(({ hasText }) => hasText).map(({ key }) => key);
        const after = new Set([...texts, ...chosen]);
        const before = new Set(candidates.filter(({ isThere }) => isThere).map(({ key }) => key));
        for (const reader of readers) {
          const lost = [...filesRead(reader, before)].filter(
            (key) => texts.includes(key) && !filesRead(reader, after).has(key),
          );
          expect(lost).toEqual([]);
        }
        for (const { key, isThere, isMade } of candidates) if (chosen.has(key)) expect(isThere || isMade).toBe(true);
      }),
    );
  });
});
