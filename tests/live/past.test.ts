import { describe, expect, it } from 'vitest';
import { makeRoots } from '../../src/failures/recovery/project-roots.ts';
import { parseConditions } from '../../src/lessons/triggers/condition.ts';
import { WatchList } from '../../src/lessons/triggers/watch-list.ts';
import { PastFacts } from '../../src/live/past.ts';
import type { Fact } from '../../src/live/session-facts.ts';

const roots = makeRoots({ root: '/h', folders: ['/h'] });
const watches = new WatchList();
watches.numberAll(parseConditions('edited **/*.ts since Bash(npm run format *)') ?? []);

const past = (facts: Fact[], thread?: string, except?: string) => new PastFacts(facts, thread, roots, watches, except);

describe('PastFacts', () => {
  it('knows what was read or written, by path in the repository', () => {
    const facts = past([
      { id: '1', read: '/h/a.ts' },
      { id: '2', edited: '/h/b.ts' },
      { id: '3', read: '/elsewhere/c.ts' },
    ]);
    expect(['a.ts', 'b.ts', 'c.ts'].map((path) => facts.hasRead(path))).toEqual([true, true, false]);
  });

  it('leaves out what failed, the call itself, and other threads', () => {
    const facts: Fact[] = [
      { id: '1', read: '/h/a.ts' },
      { id: '1', failed: true },
      { id: '2', read: '/h/b.ts' },
      { id: '3', read: '/h/c.ts', thread: 'sub' },
    ];
    expect(['a.ts', 'b.ts', 'c.ts'].map((path) => past(facts, undefined, '2').hasRead(path))).toEqual([
      false,
      false,
      false,
    ]);
    expect(past(facts, 'sub').hasRead('c.ts')).toBe(true);
  });

  it('forgets what was read when the conversation is compacted', () => {
    expect(past([{ read: '/h/a.ts' }, { event: 'compact' }]).hasRead('a.ts')).toBe(false);
  });

  it('compares when things happened', () => {
    const edit = { id: '1', edited: '/h/src/a.ts' };
    const format = { id: '2', ran: ['npm run format *'] };
    expect(past([edit]).isEditedSince(0, 0)).toBe(true);
    expect(past([edit, format]).isEditedSince(0, 0)).toBe(false);
    expect(past([edit, format, { ...edit, id: '3' }]).isEditedSince(0, 0)).toBe(true);
    expect(past([edit, { ...format, id: '2' }, { id: '2', failed: true }]).isEditedSince(0, 0)).toBe(true);
    expect(past([format]).hasRun(0)).toBe(true);
    expect(past([{ read: '/h/a.ts' }, format]).hasRun(0, 'a.ts')).toBe(true);
    expect(past([format, { read: '/h/a.ts' }]).hasRun(0, 'a.ts')).toBe(false);
  });

  it('knows what commands may have written since', () => {
    const read = { read: '/h/src/a.ts' };
    expect(past([read, { wrote: ['*'] }]).isChanged('src/a.ts')).toBe(true);
    expect(past([read, { wrote: ['src'] }]).isChanged('src/a.ts')).toBe(true);
    expect(past([read, { wrote: ['docs'] }]).isChanged('src/a.ts')).toBe(false);
    expect(past([{ wrote: ['*'] }, read]).isChanged('src/a.ts')).toBe(false);
  });
});

describe('what runs, by the notes of hooks', () => {
  const list = new WatchList();
  list.numberAll(parseConditions('Bash(chartpress bake *) is running') ?? []);
  const bake: Fact = { id: 'a', ran: ['chartpress bake *'] };
  const heard: Fact = { id: 'z', ended: true };

  it.each<[string, Fact[], boolean]>([
    ['a command that was sent and has not ended', [heard, bake], true],
    ['one that has ended', [heard, bake, { id: 'a', ended: true }], false],
    ['one that has failed', [heard, bake, { id: 'a', failed: true }], false],
    ['one of a turn that is over', [heard, bake, { event: 'stop' }], false],
    ['one of a client that tells no ends', [bake], false],
    ['one of a subagent', [heard, { ...bake, thread: 'deckhand' }], false],
  ])('%s', (_, facts, expected) => {
    expect(new PastFacts(facts, undefined, roots, list, 'b').isRunning(0)).toBe(expected);
  });
});
