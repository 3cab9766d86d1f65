import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoopReport } from '../../src/app/loop/loop-report.ts';
import { runBuilt } from '../support/run.ts';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { describeProxy, environmentAlone } from './support/run-session.ts';
import { startModel, type ToolCall } from './support/scripted-model.ts';

let stage: ClientStage;
afterEach(() => stage.clear());

const TEST = `const assert = require('node:assert/strict');
const fs = require('node:fs');
const { test } = require('node:test');
const answer = () => fs.readFileSync('answer.txt', 'utf8').trim();
test('says that there is none', () => assert.equal(answer(), 'none'));
test('says something', () => assert.notEqual(answer(), ''));
`;

/** How each client writes a new file, in the folder that it was started in. */
const clients: { name: string; client: Client; write(text: string): ToolCall }[] = [
  {
    name: 'claude',
    client: claudeCode,
    write: (text) => ({ name: 'Write', input: { file_path: 'answer.txt', content: text } }),
  },
  {
    name: 'codex',
    client: codex,
    write: (text) => ({ name: 'exec_command', input: { cmd: `echo ${text} > answer.txt` } }),
  },
  {
    name: 'gemini',
    client: gemini,
    write: (text) => ({ name: 'write_file', input: { file_path: 'answer.txt', content: text } }),
  },
  {
    name: 'opencode',
    client: openCode,
    write: (text) => ({ name: 'write', input: { filePath: 'answer.txt', content: text } }),
  },
];

describe('the learning loop with real clients', () => {
  it.each(clients)('$name fails, is told the rule, and passes', async ({ name, client, write }) => {
    stage = await makeClientStage({ 'answer.test.cjs': TEST });
    const { home, project } = stage;
    const model = await startModel(client.wire, [
      { call: write('zero') },
      { say: 'Done.' },
      { call: write('none') },
      { say: 'Done.' },
    ]);
    try {
      await client.configure({ home, project, model: model.url });
      await linkProgram(home, name, client);
      const env = {
        ...environmentAlone(home),
        ...describeProxy(model.url),
        ...client.environment({ home, project, model: model.url }),
        PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
      };
      // In a container Codex cannot set its sandbox up; what it may do by itself is shown by the others.
      const rights = name === 'codex' ? ['--skip-permissions'] : [];
      const words = [
        'run',
        'Write into answer.txt that there is none',
        '--agent',
        name,
        '--tests',
        'node --test',
        ...rights,
        // The model has answers for two attempts.
        ...['--verify', '0'],
        '--json',
      ];
      const { code, stdout, stderr } = await runBuilt(words, { home, cwd: project, env });
      expect(code, stderr + stdout).toBe(0);
      const report = JSON.parse(stdout) as LoopReport;
      expect(report).toMatchObject({
        status: 'passed',
        attempts: [
          { passed: false, files: ['answer.txt'] },
          { passed: true, files: ['answer.txt'] },
        ],
        rules: [{ verdict: 'unproven' }],
        kept: { file: 'project', applied: true, lessons: [{ status: 'watching' }] },
      });
      expect(report.attempts.every(({ agent }) => agent.sessionId !== undefined)).toBe(true);
      if (name === 'claude') {
        expect(report.totals.turns).toBeGreaterThan(1);
        expect(report.totals.costUsd).toBeGreaterThan(0);
      }
      const rule = report.rules[0]?.rule ?? '';
      expect(model.asked[0]?.context).not.toContain('Notes from earlier attempts');
      expect(model.asked[2]?.context).toContain('Notes from earlier attempts');
      expect(model.asked[2]?.context).toContain(JSON.stringify(rule).slice(1, 30));
      expect(stderr).toContain('Attempt 2 of 4, with 1 rule');
      // The checkout is as it was.
      await expect(stage.read('answer.txt')).rejects.toThrow();
      const memory = await readFile(join(project, '.memory/harness-learnings.md'), 'utf8');
      expect(memory).toContain('- Status: watching');
    } finally {
      await model.close();
    }
  });
});

/** Puts the client where PATH finds it, under the name that people type. */
async function linkProgram(home: string, name: string, client: Client): Promise<void> {
  const { program, args } = client.start('', false);
  // Those that are scripts are started by Node, with the script as the first word.
  const words = program === process.execPath ? [program, args[0] ?? ''] : [program];
  const path = join(home, 'bin', name);
  await mkdir(join(home, 'bin'), { recursive: true });
  await writeFile(path, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  await chmod(path, 0o755);
}
