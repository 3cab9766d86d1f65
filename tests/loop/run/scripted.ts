import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentRun, HeadlessAgent } from '../../../src/agents/headless-agent.ts';
import type { FailureCase, LearnedRule, Teacher } from '../../../src/loop/failure-case.ts';
import type { LoopEvent, LoopRequest, Workbench } from '../../../src/loop/run/loop-request.ts';
import type { RunTests } from '../../../src/loop/test-run.ts';
import { createRedactor } from '../../../src/redaction/redact.ts';
import { TestRepository } from '../scratch/repository.ts';

/** A project with two tests, one of which fails: halving nothing is an error in it. */
export function orchard(): TestRepository {
  return new TestRepository({
    'package.json': '{"name":"orchard","type":"module","scripts":{"test":"node --test"}}\n',
    'halve.js': 'export const halve = (n) => { if (n === 0) throw new Error("nothing"); return n / 2; };\n',
    'halve.test.js': [
      "import assert from 'node:assert';",
      "import { test } from 'node:test';",
      "import { halve } from './halve.js';",
      "test('halves', () => assert.equal(halve(4), 2));",
      "test('halves nothing', () => assert.equal(halve(0), null));",
      '',
    ].join('\n'),
    '.gitignore': 'node_modules/\n',
  });
}

export const RIGHT = 'export const halve = (n) => (n === 0 ? null : n / 2);\n';
export const WRONG = 'export const halve = (n) => n / 2;\n';

/** Runs the tests of that project in no time: what they would say follows from its two files. */
export const readTests: RunTests = ({ cwd, framework }) => {
  const names = [...readFileSync(join(cwd, 'halve.test.js'), 'utf8').matchAll(/^test\('([^']*)'/gm)].map(
    ([, name = '']) => name,
  );
  const failing = readFileSync(join(cwd, 'halve.js'), 'utf8').includes('null')
    ? []
    : names.filter((name) => /nothing/.test(name));
  return Promise.resolve({
    framework,
    outcome: failing.length === 0 ? 'passed' : 'failed',
    passed: names.length - failing.length,
    failed: failing.length,
    skipped: 0,
    failures: failing.map((id) => ({ id, message: 'expected null' })),
    flaky: [],
    exitCode: failing.length === 0 ? 0 : 1,
    durationMs: 1,
    output: `${failing.length} failed`,
    parsed: true,
  });
};

/** What an agent does when it is asked: which files it writes, by the prompt and the number of the call. */
export type Deed = (prompt: string, call: number) => Record<string, string> | Promise<Record<string, string>>;

/** An agent that does as it is told, and notes what it was asked. */
export function scriptedAgent(deed: Deed, ending: Partial<AgentRun> = {}): HeadlessAgent & { prompts: string[] } {
  const prompts: string[] = [];
  return {
    name: 'scripted',
    program: 'scripted',
    prompts,
    async run(prompt, { cwd, onEvent, onLine }) {
      prompts.push(prompt);
      for (const [path, text] of Object.entries(await deed(prompt, prompts.length))) {
        onEvent?.({ kind: 'tool', text: `Write ${path}` });
        onLine?.(`writes ${path}`);
        mkdirSync(dirname(join(cwd, path)), { recursive: true });
        writeFileSync(join(cwd, path), text);
      }
      return { outcome: 'done', answer: 'Done.', turns: 2, costUsd: 0.25, sessionId: 's-1', durationMs: 5, ...ending };
    },
  };
}

export const RULE: LearnedRule = {
  rule: 'Return null where there is no result',
  when: 'writing functions that cannot answer for some input',
  why: '0 may be an answer',
  category: 'error-handling',
};

/** A teacher with one rule after the other, and none when they are used up. */
export function scriptedTeacher(...rules: LearnedRule[]): Teacher & { cases: FailureCase[] } {
  const cases: FailureCase[] = [];
  return {
    name: 'scripted',
    leavesMachine: false,
    cases,
    teach(failure) {
      const rule = rules[cases.length];
      cases.push(failure);
      return Promise.resolve({
        analysis: rule ? 'It returned 0.' : 'Nothing comes to mind.',
        rule,
      });
    },
  };
}

/** A request on a project, and what it works with. */
export function stage(
  repository: TestRepository,
  agent: HeadlessAgent,
  teacher: Teacher,
  more: Partial<LoopRequest> = {},
): { request: LoopRequest; workbench: Workbench; events: LoopEvent[] } {
  const events: LoopEvent[] = [];
  const request: LoopRequest = {
    task: 'Make halve return null for 0',
    folder: repository.root,
    dataDir: mkdtempSync(join(repository.top, 'data-')),
    maxRetries: 3,
    autoRetry: true,
    withChanges: false,
    verify: 0,
    permissions: 'edits',
    attemptTimeoutMs: 60_000,
    dependencies: {},
    applyResult: false,
    ...more,
  };
  const workbench: Workbench = {
    agent,
    teacher,
    findTests: (cwd) =>
      Promise.resolve({
        framework: 'node-test',
        command: ['node', '--test'],
        cwd,
        timeoutMs: 60_000,
        source: 'configured',
      }),
    runTests: readTests,
    redact: createRedactor({
      rules: [{ id: 'word', markers: ['hunter2'], find: (_, at) => ({ start: at, end: at + 7 }) }],
    }).redact,
    now: () => new Date('2026-03-09T10:00:00Z'),
    onEvent: (event) => events.push(event),
  };
  return { request, workbench, events };
}
