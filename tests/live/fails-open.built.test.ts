import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ObservedFacts } from '../../src/live/session-facts.ts';
import { clearStages, makeStage, NOW, type Stage } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';
import { isolatedEnvironment, type RunResult, runHook } from '../support/run.ts';

/** Whatever is broken, the hook ends with 0 and says what it can, or nothing: by the same bytes that Claude Code sends. */
const silent = { code: 0, stdout: '', stderr: '' };
const python = { tool_name: 'Bash', tool_input: { command: 'python3 load.py' }, tool_use_id: 'a' };
const NOTE = 'hardwon note from 2 past failures (L-001)';
const EVENTS = ['session-start', 'pre-tool-use', 'post-tool-use-failure', 'post-tool-batch', 'subagent-start', 'stop'];

let stage: Stage;
let data: string;
let snapshot: string;
beforeEach(async () => {
  stage = await makeStage(oneLesson);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
  data = join(stage.home, '.local/share/hardwon/live');
  const cache = join(stage.home, '.cache/hardwon/live');
  snapshot = join(cache, readdirSync(cache).find((name) => name.endsWith('.snapshot')) ?? '');
});
afterAll(clearStages);

function send(fields: object): string {
  const common = {
    session_id: 's',
    transcript_path: join(stage.home, 't.jsonl'),
    cwd: stage.project,
    permission_mode: 'default',
  };
  return JSON.stringify({ ...common, source: 'startup', error: 'Exit code 1', tool_calls: [python], ...fields });
}

function ask(event: string, fields: object): Promise<RunResult> {
  return runHook(event, { home: stage.home, agent: 'claude-code', stdin: send(fields), now: NOW });
}

/** What is said before the call that the lesson is about. */
async function isAdvised(): Promise<boolean> {
  const { code, stdout, stderr } = await ask('pre-tool-use', python);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.includes(NOTE);
}

describe('the agent goes on', () => {
  it.each<[string, () => void]>([
    ['the memory is gone', () => rmSync(join(stage.project, '.memory'), { recursive: true })],
    ['the memory is a folder', () => replaceByFolder(join(stage.project, '.memory/harness-learnings.md'))],
    [
      'the memory is no text',
      () => writeFileSync(join(stage.project, '.memory/harness-learnings.md'), Buffer.alloc(5000, 0xff)),
    ],
    ['the snapshot is a folder', () => replaceByFolder(snapshot)],
    ['the snapshot is cut', () => truncateSync(snapshot, 200)],
    ['the snapshot leads nowhere', () => replaceByLink(snapshot, join(stage.home, 'nowhere'))],
  ])('where %s', async (_what, harm) => {
    harm();
    for (const event of EVENTS) expect(await ask(event, python), event).toEqual(silent);
  });

  it('where the disk is full, and is advised all the same', async () => {
    const facts = new ObservedFacts(dirname(data), 'claude-code', 's').path;
    for (const path of [facts, join(data, 'journal.ndjson'), join(data, 'undone.ndjson')]) fill(path);
    expect(await isAdvised()).toBe(true);
    for (const event of EVENTS) expect((await ask(event, python)).code, event).toBe(0);
  });

  it('where the answer cannot be written', async () => {
    if (process.platform === 'linux')
      expect(await runShell(`${quoted(process.execPath, hook, 'pre-tool-use')} > /dev/full`)).toBe(0);
    // Nobody reads it.
    expect(await runShell(`${quoted(process.execPath, hook, 'pre-tool-use')} | true`)).toBe(0);
  });

  it('where what the tool got or said is huge', async () => {
    const text = 'x y\n'.repeat(2_400_000);
    const write = { tool_name: 'Write', tool_input: { file_path: join(stage.project, 'big.txt'), content: text } };
    expect(await ask('pre-tool-use', write)).toEqual(silent);
    expect(await ask('post-tool-batch', { tool_calls: [{ ...write, tool_response: text.slice(0, 400_000) }] })).toEqual(
      silent,
    );
    const { code, stdout } = await ask('post-tool-use-failure', {
      ...python,
      error: `Exit code 1\n${text.slice(0, 7_000_000)}`,
    });
    expect({ code, isKnown: stdout.includes(NOTE) }).toEqual({ code: 0, isKnown: true });
    expect(
      await ask('pre-tool-use', { ...python, tool_input: { command: 'python3 load.py', more: `${text}${text}` } }),
    ).toEqual(silent);
  });

  it('after hooks were killed in the middle of whatever they did', async () => {
    for (let wait = 10; wait <= 290; wait += 20)
      await killHook(wait % 40 === 10 ? 'session-start' : 'pre-tool-use', wait);
    mkdirSync(data, { recursive: true });
    // What the last one may have left: half of a line, half of a snapshot.
    writeFileSync(join(data, 'journal.ndjson'), `${readOr(join(data, 'journal.ndjson'))}{"at":"2026-03-09T0`);
    writeFileSync(`${snapshot}.4711.tmp`, 'hardwon1');
    expect(await isAdvised()).toBe(true);
    expect(await ask('pre-tool-use', python)).toEqual(silent);
    // The line behind the half one is lost, and no other.
    await ask('pre-tool-use', { ...python, session_id: 'next' });
    expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    expect((await stage.learn()).lessons[0]?.live?.shown).toBeGreaterThanOrEqual(1);
  });
});

const hook = resolve(import.meta.dirname, '../../dist/hook.js');

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function replaceByLink(path: string, target: string): void {
  rmSync(path);
  symlinkSync(target, path);
}

/** Nothing can be written to it: as on a full disk where there is a device for that, else because a folder is in its place. */
function fill(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (process.platform === 'linux') symlinkSync('/dev/full', path);
  else mkdirSync(path);
}

function quoted(...words: string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** How a command line ends that is given an event about the call; the hook's own status, also in a pipe. */
function runShell(line: string): Promise<number | null> {
  return new Promise((done) => {
    const env = isolatedEnvironment({ home: stage.home, now: NOW });
    const child = spawn('sh', ['-c', `${line}`], { cwd: stage.project, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => {});
    child.stdin.end(send(python));
    child.on('close', done);
  });
}

/** Starts a hook in a session of its own, and kills it. */
function killHook(event: string, afterMs: number): Promise<void> {
  return new Promise((done) => {
    const env = isolatedEnvironment({ home: stage.home, now: NOW });
    const child = spawn(process.execPath, [hook, event, 'claude-code'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => {});
    child.stdin.end(send({ ...python, session_id: `killed ${afterMs}` }));
    setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.on('close', () => done());
  });
}
