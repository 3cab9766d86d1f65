import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/registry.ts';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeStage, NOW, type Stage } from './stage.ts';
import { everyFile, oneLesson } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(everyFile);
});
afterAll(clearStages);

describe('learn --json', () => {
  it('prints one object, with every field, and nothing else', async () => {
    const { code, stdout, stderr } = await stage.run(['learn', '--json', '--verbose'], {
      env: { FORCE_COLOR: '1', NO_COLOR: undefined },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const report = JSON.parse(stdout) as LearnReport;
    expect(Object.keys(report).sort()).toEqual(['at', 'notices', 'projects', 'read', 'schema']);
    expect(report).toMatchObject({ schema: 1, at: '2026-03-09T09:00:00.000Z', notices: [] });
    expect(report.read).toEqual({
      files: 4,
      bytes: expect.any(Number),
      badLines: 0,
      bad: [],
      unreadable: 0,
      agents: agents.map(({ name, title, root }) => ({
        name,
        title,
        root: root({ home: stage.home, env: {} }),
        files: name === 'claude-code' ? 4 : 0,
      })),
    });
    const [project] = report.projects;
    expect(project).toMatchObject({
      id: expect.stringMatching(/^harbour-\w{8}$/),
      name: 'harbour',
      root: stage.project,
      exists: true,
      container: false,
      folders: [stage.project],
      agents: ['claude-code'],
      tokens: expect.any(Number),
      budget: 1500,
      leftOut: [],
      applied: false,
      refusals: [],
      notices: [expect.stringContaining('CLAUDE.local.md')],
    });
    expect(project?.figures).toEqual({
      sessions: 4,
      calls: 25,
      failures: 10,
      unflagged: 0,
      work: 0,
      rejected: 3,
      blocked: 2,
      byKind: { 'file-missing': 5, 'module-missing': 2, network: 2, 'script-missing': 1 },
      byAgent: { 'claude-code': { calls: 25, failures: 10 } },
      weeks: [
        { week: '2026-02-23', sessions: 1, calls: 8, failures: 3, work: 0 },
        { week: '2026-03-02', sessions: 3, calls: 17, failures: 7, work: 0 },
      ],
      firstAt: expect.stringMatching(/^2026-03-01T09:00/),
      lastAt: expect.stringMatching(/^2026-03-04T09:00/),
    });
    expect(project?.changes.map(({ name, action, path }) => [name, action, path])).toEqual([
      ['.memory/.gitignore', 'create', join(stage.project, '.memory/.gitignore')],
      ['.memory/harness-learnings.md', 'create', join(stage.project, '.memory/harness-learnings.md')],
      ['CLAUDE.md', 'create', join(stage.project, 'CLAUDE.md')],
      ['CLAUDE.local.md', 'create', join(stage.project, 'CLAUDE.local.md')],
      [
        expect.stringMatching(/^~\/\.claude\/projects\/.*\/memory\/MEMORY\.md$/),
        'create',
        expect.stringContaining(stage.home),
      ],
    ]);
    for (const change of project?.changes ?? []) expect(change.diff).toMatch(/^--- \/dev\/null\n\+\+\+ .*\n@@ /);
  });

  it('gives each lesson with its evidence, delivered ones first', async () => {
    const { lessons, tokens, budget } = await stage.learn();
    expect(lessons.map((lesson) => lesson.delivered)).toEqual([true, true, true, true, true, true, false]);
    expect(tokens).toBeGreaterThan(100);
    expect(tokens).toBeLessThanOrEqual(budget);
    for (const lesson of lessons) {
      expect(lesson).toMatchObject({
        id: expect.stringMatching(/^L-\d{3}$/),
        fingerprint: expect.stringMatching(/./),
        title: expect.stringMatching(/./),
        pattern: expect.stringMatching(/./),
        guidance: expect.stringMatching(/\.$/),
        isNew: true,
        reach: expect.stringMatching(/^(project|machine|user|general)$/),
        status: expect.stringMatching(/^(ready|watching)$/),
        confidence: expect.stringMatching(/^(low|medium|high)$/),
      });
      expect(lesson.evidence.length).toBe(lesson.occurrences);
      expect(new Set(lesson.evidence.map(({ session }) => session)).size).toBe(lesson.sessions);
      expect(lesson.firstSeen <= lesson.lastSeen).toBe(true);
      for (const { call, session, at } of lesson.evidence) {
        expect([...stage.logs.calls.values()]).toContain(call);
        expect(stage.logs.sessions).toContain(session);
        expect(new Date(at).toISOString()).toBe(at);
      }
    }
    const pairs = lessons.find((lesson) => lesson.kind === 'environment')?.evidence.map(({ call, fix }) => [call, fix]);
    const named = (...labels: string[]) => labels.map((label) => stage.logs.calls.get(label));
    expect(pairs).toEqual([named('a1', 'a2'), named('b1', 'b2')]);
  });

  it('is the same again from the index, but for the bytes that were new', async () => {
    const one = await makeStage(oneLesson);
    const first = await one.report();
    const second = await one.report();
    expect(first.read.bytes).toBeGreaterThan(1000);
    expect(second).toEqual({ ...first, read: { ...first.read, bytes: 0 } });
    expect(await one.report(['--fresh'])).toEqual(first);
  });
});

describe('other commands with --json', () => {
  it('projects', async () => {
    const { code, stdout } = await stage.run(['projects', '--json']);
    expect(code).toBe(0);
    const { schema, projects } = JSON.parse(stdout) as { schema: number; projects: object[] };
    expect(schema).toBe(1);
    expect(projects).toMatchObject([
      {
        id: expect.stringMatching(/^harbour-/),
        name: 'harbour',
        root: stage.project,
        exists: true,
        folders: [stage.project],
        remotes: [],
        agents: ['claude-code'],
        sessions: 4,
        calls: 25,
        failed: 10,
        firstAt: expect.stringMatching(/^2026-03-01T09:00/),
        lastAt: expect.stringMatching(/^2026-03-04T09:00/),
      },
    ]);
  });

  it('an error prints nothing to stdout', async () => {
    for (const args of [
      ['learn', '--config', 'none.json'],
      ['why', 'L-404'],
      ['learn', '--agent', 'parrot'],
    ])
      expect(await stage.run([...args, '--json'])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^hardwon: /),
      });
  });
});

describe('a reader that closes early', () => {
  it.each([['learn'], ['learn', '--json'], ['why', 'L-001', '--json'], ['demo']])(
    'is no error of `%s`',
    async (...args) => {
      const { code, signal, stderr } = await readFirstLine(args);
      expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    },
  );
});

/** As `hardwon … | head -1` does: the pipe is closed after its first bytes. */
function readFirstLine(
  args: readonly string[],
): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  const cli = resolve(import.meta.dirname, '../../dist/cli.js');
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: stage.project,
    env: isolatedEnvironment({ home: stage.home, now: NOW }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => done({ code, signal, stderr }));
  });
}
