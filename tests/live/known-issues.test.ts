import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileLesson } from '../../src/delivery/snapshot/compile-lesson.ts';
import { DEFAULT_LIVE, type SnapshotLesson } from '../../src/delivery/snapshot/snapshot.ts';
import { readLiveCalls } from '../../src/live/candidates.ts';
import { matchKnownIssues } from '../../src/live/known-issues.ts';
import type { MatchContext } from '../../src/live/match.ts';
import { ObservedFacts } from '../../src/live/session-facts.ts';
import { asTold, makeTold } from '../memory/lessons.ts';

let folder: string;
let place: MatchContext;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-issues-'));
  const path = join(folder, 'memory.md');
  writeFileSync(path, '');
  const { size, mtimeMs } = statSync(path);
  const watched = { words: [], anyCommand: false, commands: [], reads: false, writes: false };
  const header = {
    root: '/h',
    folders: ['/h'],
    memory: { path, size, mtimeMs },
    live: DEFAULT_LIVE,
    reads: {},
    watched,
    ranked: [],
  };
  place = { header, checkout: '/h', facts: new ObservedFacts(folder, 'codex', 's') };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lesson = (id: string, rule: string, parts: { when?: string; error?: string } = {}): SnapshotLesson =>
  compileLesson(makeTold({ id, trigger: { rule, failed: 1, succeeded: 9, ...parts } }), asTold(id), {}).lesson;

function find(
  command: string,
  text: string,
  lessons: SnapshotLesson[],
  outcome: 'failed' | 'unknown' = 'failed',
): string[] {
  const calls = readLiveCalls({ id: '1', name: 'Bash', input: { command } }, '/h', undefined);
  return matchKnownIssues({ calls, outcome, text }, lessons, place).map(({ id }) => id);
}

const quay = lesson('L-001', 'Bash(quay *)');

describe('findKnownIssues', () => {
  it('tells of a trigger that often matches calls which work, now that one did not', () => {
    expect(find('quay open', 'Exit code 2\nquay: unknown harbour', [quay, lesson('L-002', 'Bash(berth *)')])).toEqual([
      'L-001',
    ]);
  });

  it('tells first of what the error says, and only where it says it', () => {
    const denied = lesson('L-003', 'Bash(quay *)', { error: 'manifest {unknown,gone} for *' });
    expect(find('quay open', 'Exit code 2\nError: manifest gone for 7', [quay, denied])).toEqual(['L-003', 'L-001']);
    expect(find('quay open', 'Exit code 2\nError: other', [quay, denied])).toEqual(['L-001']);
    expect(find('berth open', 'Exit code 2\nError: manifest gone for 7', [denied])).toEqual([]);
  });

  it('tells of a fix that was saved for a program, wherever the shell ran it', () => {
    const fix = lesson('L-004', 'Tool(quay)', { error: 'no such tide' });
    const text = 'Exit code 2\nquay: no such tide';
    expect(find('cd docks && DEBUG=1 quay open 2>&1 | tail -3', text, [fix])).toEqual(['L-004']);
    expect(find('quay open', 'Exit code 2\nquay: other', [fix])).toEqual([]);
    expect(find('berth quay', text, [fix])).toEqual([]);
    expect(find('quay open', text, [lesson('L-005', 'Tool(*)', { error: 'no such tide' })])).toEqual(['L-005']);
    // A lesson about a tool of that name, without a word on the error, is not about the program.
    expect(find('quay open', text, [lesson('L-006', 'Tool(quay)')])).toEqual([]);
  });

  it('says nothing after an answer that is no', () => {
    expect(find('grep tide log.txt', 'Exit code 1', [lesson('L-001', 'Bash(grep *)')])).toEqual([]);
  });

  it('says nothing of a bare command after red tests', () => {
    const red =
      'Exit code 1\n FAIL  src/tide.test.ts > rises\nAssertionError: expected 1 to be 2\n Tests  1 failed | 3 passed (4)';
    expect(find('npx vitest run', red, [lesson('L-001', 'Bash(npx vitest *)')])).toEqual([]);
    expect(find('npx vitest run', red, [lesson('L-002', 'Bash(npx vitest *)', { when: 'cwd is .' })])).toEqual([
      'L-002',
    ]);
  });

  it('judges by the output where nobody tells how a command ended', () => {
    const load = lesson('L-001', 'Bash(python3 *)');
    expect(find('python3 load.py', "ModuleNotFoundError: No module named 'polars'", [load], 'unknown')).toEqual([
      'L-001',
    ]);
    expect(find('python3 load.py', 'loaded 12 rows', [load], 'unknown')).toEqual([]);
    expect(
      find(
        'cat notes.md',
        'we saw:\nbash: quay: command not found\nlast week',
        [lesson('L-002', 'Bash(cat *)')],
        'unknown',
      ),
    ).toEqual([]);
  });

  it('tells three at most', () => {
    const many = ['L-001', 'L-002', 'L-003', 'L-004'].map((id) => lesson(id, 'Bash(quay *)'));
    expect(find('quay open', 'Exit code 2\nno', many)).toHaveLength(3);
  });
});
