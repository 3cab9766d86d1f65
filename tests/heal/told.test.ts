import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldJournal } from '../../src/delivery/journal/fold-journal.ts';
import { noteInJournal } from '../../src/delivery/journal/note-in-journal.ts';
import { noteTold, noteWorked } from '../../src/heal/told.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hardwon-told-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const root = '/home/ada/harbour';
const call = (input: unknown, tool = 'deploy') => ({ dataDir, root, tool, input });
const issues = [
  { id: 'L-001', layer: 'project' as const },
  { id: 'L-002', layer: 'user' as const },
];
const at = (minutes: number) => new Date(Date.parse('2026-03-09T09:00:00Z') + minutes * 60_000);
const counted = () => {
  const { shown = 0, followed = 0, ignored = 0, helped = 0 } = foldJournal(dataDir).get(root)?.get('L-001') ?? {};
  return { shown, followed, ignored, helped };
};

describe('what came of issues that were told', () => {
  it('is that they helped where another call of the tool works next, once', () => {
    noteTold(call({ tag: '0123' }), issues, at(0));
    noteWorked(call({ tag: 'x' }, 'other_tool'), at(1));
    expect(counted()).toEqual({ shown: 1, followed: 0, ignored: 0, helped: 0 });
    noteWorked(call({ tag: '0123456789' }, 'mcp__quay__deploy'), at(1));
    noteWorked(call({ tag: '9' }), at(2));
    expect(counted()).toEqual({ shown: 1, followed: 1, ignored: 0, helped: 1 });
    expect(foldJournal(dataDir).get(root)?.has('L-002')).toBe(false);
  });

  it('is not known where the same call works, or where it is long ago', () => {
    noteTold(call(['./deploy.sh', 'abc']), issues, at(0));
    noteWorked(call(['./deploy.sh', 'abc']), at(1));
    noteTold(call(['./deploy.sh', 'abc']), issues, at(2));
    noteWorked(call(['./deploy.sh', 'abcdef']), at(90));
    expect(counted()).toEqual({ shown: 2, followed: 0, ignored: 0, helped: 0 });
  });

  it('is that they were not followed where they are told again, and then followed where that works', () => {
    noteTold(call(['./deploy.sh', 'abc']), issues, at(0));
    noteTold(call(['./deploy.sh', 'abd']), issues, at(1));
    expect(counted()).toEqual({ shown: 2, followed: 0, ignored: 1, helped: 0 });
    noteWorked(call(['./deploy.sh', 'abcdef']), at(2));
    expect(counted()).toEqual({ shown: 2, followed: 1, ignored: 1, helped: 1 });
    noteTold(call(['./deploy.sh', 'abc']), issues, at(3));
    noteTold(call(['./deploy.sh', 'abc']), [{ id: 'L-003', layer: 'project' }], at(4));
    noteTold(call(['./deploy.sh', 'abc']), issues, at(90));
    expect(counted()).toMatchObject({ shown: 4, ignored: 1 });
  });

  it('is not known, and no trouble, where a call cannot be told from others', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    noteTold(call(circular), issues, at(0));
    noteWorked(call({ tag: 'x' }), at(1));
    expect(counted()).toEqual({ shown: 0, followed: 0, ignored: 0, helped: 0 });
  });

  it('is not noted where the user wants no journal', () => {
    noteTold({ ...call('a'), live: { journal: false } }, issues, at(0));
    noteWorked(call('b'), at(1));
    expect(foldJournal(dataDir).size).toBe(0);
  });

  it('is counted by the hook where one has shown the same', () => {
    noteTold(call('a'), issues, at(0));
    const shown = {
      at: at(0.01).toISOString(),
      project: root,
      agent: 'claude-code',
      session: 's',
      lesson: 'L-001',
      call: 'c',
    };
    noteInJournal(dataDir, [{ ...shown, what: 'shown', as: 'known-issue' }]);
    noteWorked(call('b'), at(1));
    expect(counted()).toMatchObject({ followed: 0, helped: 0 });
  });
});
