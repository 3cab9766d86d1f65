import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { claudeCodeWriter } from '../support/log-writers/claude-code.ts';
import type { LogWriter, WrittenLogs } from '../support/log-writers/log-writer.ts';
import { parseCase } from './case-file.ts';
import { listCases, runCase } from './tester.ts';

const twoCalls = `
about: a command that fails and one that works
sessions:
  - calls:
      - {id: a1, shell: pier load, fails: "pier: not found", exit: 127}
      - {id: a2, shell: npx pier load, prints: ok}
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hardwon-tester-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('runCase', () => {
  it('names calls by the labels of the case', async () => {
    await addCase('tools/found-pier', twoCalls);
    const result = await run('tools/found-pier', (calls) => [lesson([calls.get('a1'), calls.get('a2')])]);
    expect(result?.broken).toEqual([]);
    expect(result?.lessons[0]?.evidence).toEqual(['a1 → a2']);
    expect(result?.text).toContain('      - a1 → a2\n');
    expect(result?.text).not.toContain('toolu_');
  });

  it('refuses a found- case without a lesson', async () => {
    await addCase('tools/found-pier', twoCalls);
    expect((await run('tools/found-pier', () => []))?.broken).toEqual(['a found- case gives no lesson']);
  });

  it('refuses a trap- case with a lesson', async () => {
    await addCase('tools/trap-pier', twoCalls);
    const result = await run('tools/trap-pier', (calls) => [lesson([calls.get('a1'), calls.get('a2')])]);
    expect(result?.broken).toEqual(['a trap- case gives a lesson: Use npx pier']);
    expect((await run('tools/trap-pier', () => []))?.broken).toEqual([]);
  });

  it('lets a trap draw lessons from allowed calls only', async () => {
    await addCase('tools/trap-pier', `${twoCalls}allowed: [a1]\n`);
    expect((await run('tools/trap-pier', (calls) => [lesson([calls.get('a1'), calls.get('a2')])]))?.broken).toEqual([]);
    expect((await run('tools/trap-pier', (calls) => [lesson([calls.get('a2')])]))?.broken).toHaveLength(1);
  });

  it('holds a case to the pairs it expects', async () => {
    await addCase('tools/found-pier', `${twoCalls}expects: [a1 -> a2]\n`);
    expect((await run('tools/found-pier', (calls) => [lesson([calls.get('a1'), calls.get('a2')])]))?.broken).toEqual(
      [],
    );
    expect((await run('tools/found-pier', (calls) => [lesson([calls.get('a1')])]))?.broken).toEqual([
      'no lesson has a1 → a2 behind it',
    ]);
  });

  it('leaves out agents that cannot tell the story', async () => {
    await addCase('tools/found-pier', `${twoCalls}agents: [lantern]\n`);
    expect(await run('tools/found-pier', () => [])).toBeUndefined();
  });

  it('hands the day after the last session to the pipeline', async () => {
    await addCase('tools/trap-pier', twoCalls);
    let seen: Date | undefined;
    await runCase(root, 'tools/trap-pier', claudeCodeWriter, async ({ now }) => {
      seen = now;
      return [];
    });
    expect(seen?.toISOString()).toBe('2026-03-02T09:00:00.000Z');
  });
});

describe('listCases', () => {
  it('wants to know of each case whether it is found or a trap', async () => {
    await addCase('tools/found-pier', twoCalls);
    await addCase('paths/trap-temporary', twoCalls);
    expect(await listCases(root)).toEqual(['paths/trap-temporary', 'tools/found-pier']);
    await addCase('paths/other', twoCalls);
    await expect(listCases(root)).rejects.toThrow('paths/other: a case is named found-… or trap-…');
  });
});

describe('parseCase', () => {
  it.each([
    ['an unknown key', { shell: 'ls', fail: 'x' }, 'unknown key fail'],
    ['two tools', { shell: 'ls', read: 'a' }, 'shell and read exclude each other'],
    ['two ends', { shell: 'ls', prints: 'a', fails: 'b' }, 'prints and fails exclude each other'],
    ['no tool', { id: 'a1', prints: 'x' }, 'names no tool'],
    ['an exit code of a tool that has none', { read: 'a', fails: 'x' }, 'fails: is for shell'],
    ['a search without a pattern', { search: { path: 'src' } }, 'search needs pattern'],
  ])('refuses %s and says where', (_what, step, message) => {
    const parse = () => parseCase({ about: 'x', sessions: [{ calls: [step] }] }, 'tools/found-x');
    expect(parse).toThrow(message);
    expect(parse).toThrow('tools/found-x, session 1, step 1');
  });

  it('refuses labels that are used twice or do not exist', () => {
    const calls = [{ id: 'a1', shell: 'ls' }];
    expect(() => parseCase({ about: 'x', sessions: [{ calls }, { calls }] }, 'x')).toThrow('two calls are labelled a1');
    expect(() => parseCase({ about: 'x', allowed: ['b1'], sessions: [{ calls }] }, 'x')).toThrow('there is no call b1');
  });

  it('starts sessions a day apart and takes the common folder and branch', () => {
    const calls = [{ shell: 'ls' }];
    const { sessions, labels } = parseCase(
      { about: 'x', root: '/home/ada/orchard', branch: 'spring', sessions: [{ calls }, { calls }] },
      'x',
    );
    expect(sessions.map((session) => session.start)).toEqual(['2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z']);
    expect(sessions[0]).toMatchObject({ cwd: '/home/ada/orchard', branch: 'spring' });
    expect(labels).toEqual(['s1.1', 's2.1']);
  });
});

async function addCase(name: string, text: string): Promise<void> {
  const path = join(root, name, 'case.yaml');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Runs a case with a pipeline that answers with the given lessons. */
function run(name: string, answer: (calls: ReadonlyMap<string, string>) => Lesson[]) {
  let logs: WrittenLogs | undefined;
  const writer: LogWriter = {
    agent: 'claude-code',
    async write(home, sessions) {
      logs = await claudeCodeWriter.write(home, sessions);
      return logs;
    },
  };
  return runCase(root, name, writer, async () => answer(logs?.calls ?? new Map()));
}

function lesson([call = '', fix]: (string | undefined)[]): Lesson {
  const at = '2026-03-01T09:00:00Z';
  return {
    id: 'L-001',
    fingerprint: 'x',
    kind: 'command',
    title: 'Use npx pier',
    pattern: '',
    guidance: 'npx pier',
    scope: [],
    reach: 'project',
    status: 'ready',
    confidence: 'medium',
    occurrences: 1,
    sessions: 1,
    wastedCalls: 0,
    firstSeen: at,
    lastSeen: at,
    evidence: [{ agent: 'claude-code', session: 's', call, at, fix }],
  };
}
