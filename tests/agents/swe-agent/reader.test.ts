import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile } from '../../../src/agents/agent.ts';
import { sweAgent } from '../../../src/agents/swe-agent/index.ts';
import { judgeObservation, readAction } from '../../../src/agents/swe-agent/reader.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

async function put(content: string): Promise<LogFile> {
  const folder = makeFolder();
  const path = join(folder, 'ada', 'run-1', 'tide-7', 'tide-7.traj');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const [file] = await sweAgent.discover({ home: makeFolder(), env: { SWE_AGENT_TRAJECTORY_DIR: folder } });
  if (file === undefined) throw new Error('no trajectory was found');
  return file;
}

const trajectory = [
  { action: 'cd src\n', observation: '', state: { working_dir: '/quay/src' } },
  { action: 'python tide.py', observation: 'sh: 1: python: not found', state: '{"working_dir": "/quay/src"}' },
  { action: 'str_replace_editor view /quay/a.py', observation: 'sh: is a shell', state: {} },
  { action: '', observation: 'nothing' },
  { action: 'submit', observation: 'sh: 1: done' },
];

describe('a trajectory', () => {
  it('gives calls, and no messages', async () => {
    const file = await put(
      JSON.stringify({ environment: 'main', trajectory, history: [{ role: 'user', content: 'fix it' }], info: {} }),
    );
    const { calls, messages, sessions, bad } = await sweAgent.read(file, 0, []);
    expect({ messages, bad }).toEqual({ messages: [], bad: [] });
    expect(calls.map(({ id, tool, name, outcome, cwd }) => [id, tool, name, outcome, cwd])).toEqual([
      ['tide-7#0', 'shell', 'bash', 'unknown', '/quay/src'],
      ['tide-7#1', 'shell', 'bash', 'failed', '/quay/src'],
      ['tide-7#2', 'read', 'str_replace_editor', 'ok', '/quay/src'],
      ['tide-7#4', 'other', 'submit', 'ok', undefined],
    ]);
    expect(calls[2]).toMatchObject({ input: { path: '/quay/a.py' }, output: '' });
    expect(sessions).toMatchObject([{ session: 'tide-7', cwds: ['/quay/src'] }]);
    const failed = calls[1];
    expect(failed && (await sweAgent.recall?.(file.path, failed))?.output).toBe('sh: 1: python: not found');
  });

  it('is reported where it is none, and gives nothing where it has no steps', async () => {
    expect(await sweAgent.read(await put('{"traj'), 0, [])).toMatchObject({ calls: [], bad: [{ reason: 'not JSON' }] });
    expect(await sweAgent.read(await put('{"history": []}'), 0, [])).toMatchObject({ calls: [], bad: [] });
  });
});

describe('an observation', () => {
  const shell = readAction('make test') ?? { tool: 'other', input: {} };

  it.each([
    ['Your command ran successfully and did not produce any output.', { outcome: 'ok', text: '' }],
    ['EXECUTION TIMED OUT', { outcome: 'failed', text: 'Command timed out after its limit' }],
    [
      "The command 'make test' was cancelled because it took more than 30 seconds.",
      { text: 'Command timed out after 30 seconds' },
    ],
    ['make: *** [test] Error 1', { outcome: 'failed' }],
    ['3 passed', { outcome: 'unknown', text: '3 passed' }],
  ])('that says %j', (text, verdict) => {
    expect(judgeObservation(shell, text)).toMatchObject(verdict);
  });
});
