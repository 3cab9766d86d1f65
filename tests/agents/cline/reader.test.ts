import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile } from '../../../src/agents/agent.ts';
import { cline } from '../../../src/agents/cline/index.ts';
import { clineWriter } from '../../support/log-writers/cline.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const TASK = '1768000000000';

async function put(messages: unknown, beside: Record<string, unknown> = {}): Promise<LogFile> {
  const home = makeFolder();
  const files = { [`tasks/${TASK}/api_conversation_history.json`]: messages, ...beside };
  for (const [name, value] of Object.entries(files)) {
    const path = join(home, '.cline', 'data', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const [file] = await cline.discover({ home, env: {} });
  if (file === undefined) throw new Error('no task was found');
  return file;
}

const text = (words: string) => ({ type: 'text', text: words });
const environment = text(
  '<environment_details>\n# Current Working Directory (/home/ada/harbour (old)) Files\nMakefile\n</environment_details>',
);

describe('a task with calls as tags', () => {
  const messages = [
    { role: 'user', content: [text('<task>\nrun the tests\n</task>'), environment] },
    { role: 'assistant', content: 'First.\n<execute_command>\n<command>make tets</command>\n</execute_command>' },
    {
      role: 'user',
      content: [
        text("[execute_command for 'make tets'] Result:"),
        text('Command executed.\nOutput:\nmake: *** No rule'),
        environment,
      ],
    },
    { role: 'assistant', content: [text('<read_file>\n<path>Makefile</path>\n</read_file>')] },
    {
      role: 'user',
      content: [text("[read_file for 'Makefile'] Result:\n<feedback>not said</feedback>\ntest:"), environment],
    },
    {
      role: 'assistant',
      content: [text('<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>')],
    },
    {
      role: 'user',
      content: [text("[ask_followup_question for 'Which?'] Result:\n<answer>\nthe second\n</answer>"), environment],
    },
    {
      role: 'assistant',
      content: [
        text(
          '<replace_in_file>\n<path>a.ts</path>\n<diff>\n------- SEARCH\none\n=======\ntwo\n+++++++ REPLACE\n</diff>\n</replace_in_file>',
        ),
      ],
    },
    { role: 'user', content: [text("[replace_in_file for 'a.ts'] Result:\nThe user denied this operation.")] },
    { role: 'user', content: [text('<feedback>\nleave a.ts alone\n</feedback>')] },
    { role: 'assistant', content: [text('<execute_command>\n<command>make test</command>\n</execute_command>')] },
  ];

  it('gives calls with their outcomes, and messages', async () => {
    const file = await put(messages);
    const { calls, messages: said, sessions, bad } = await cline.read(file, 0, []);
    expect(bad).toEqual([]);
    expect(said.map((message) => message.text)).toEqual(['run the tests', 'the second', 'leave a.ts alone']);
    calls.sort((a, b) => a.seq - b.seq);
    expect(calls.map(({ id, tool, outcome, output }) => [id, tool, outcome, output])).toEqual([
      [`${TASK}#1.0`, 'shell', 'failed', 'make: *** No rule'],
      [`${TASK}#3.0`, 'read', 'ok', ''],
      [`${TASK}#5.0`, 'other', 'ok', '<answer>\nthe second\n</answer>'],
      [`${TASK}#7.0`, 'edit', 'rejected', 'The user denied this operation.'],
      [`${TASK}#10.0`, 'shell', 'unknown', ''],
    ]);
    expect(calls[0]).toMatchObject({
      cwd: '/home/ada/harbour (old)',
      at: Number(TASK) + 1,
      input: { command: 'make tets' },
    });
    expect(calls[3]).toMatchObject({
      input: { path: 'a.ts', oldText: 'one', newText: 'two' },
      said: 'leave a.ts alone',
    });
    expect(sessions).toMatchObject([{ session: TASK, cwds: ['/home/ada/harbour (old)'] }]);
  });

  it('can be recalled, call by call', async () => {
    const file = await put(messages);
    const { calls } = await cline.read(file, 0, []);
    const failed = calls.find(({ outcome }) => outcome === 'failed');
    if (failed === undefined) throw new Error('no call');
    const whole = await cline.recall?.(file.path, failed);
    expect(JSON.parse(whole?.input ?? '')).toEqual({ command: 'make tets' });
    expect(whole?.output).toBe('Command executed.\nOutput:\nmake: *** No rule');
  });
});

describe('a task with blocks', () => {
  it('gives its calls under the ids of the provider', async () => {
    const home = makeFolder();
    const { calls: ids } = await clineWriter.write(home, [
      {
        start: '2026-03-01T09:00:00.000Z',
        cwd: '/home/ada/quay',
        branch: 'main',
        steps: [
          { user: 'go' },
          { id: 'a1', use: { tool: 'shell', command: 'make tets' }, end: { how: 'exit', code: 2, prints: 'no rule' } },
          { id: 'a2', use: { tool: 'read', path: 'a.ts' }, end: { how: 'missing' }, parallel: true },
          {
            id: 'a3',
            use: { tool: 'named', name: 'use_mcp_tool', input: { server_name: 'tides', tool_name: 'get' } },
            end: { how: 'ok', prints: '4' },
          },
        ],
      },
    ]);
    const [file] = await cline.discover({ home, env: {} });
    if (file === undefined) throw new Error('no task was found');
    const { calls } = await cline.read(file, 0, []);
    expect(calls.map(({ id, name, outcome, exitCode, cwd }) => [id, name, outcome, exitCode, cwd])).toEqual([
      [ids.get('a1'), 'execute_command', 'failed', 2, '/home/ada/quay'],
      [ids.get('a2'), 'read_file', 'failed', undefined, '/home/ada/quay'],
      [ids.get('a3'), 'mcp__tides__get', 'ok', undefined, '/home/ada/quay'],
    ]);
    expect(calls[0]?.turn).toBe(calls[1]?.turn);
  });
});

describe('the folder of a task', () => {
  const messages = [{ role: 'assistant', content: '<read_file>\n<path>a.ts</path>\n</read_file>' }];

  it.each([
    [{ [`tasks/${TASK}/history_item.json`]: { id: TASK, workspace: '/home/ada/quay' } }],
    [{ 'state/taskHistory.json': [{ id: 'x' }, { id: TASK, cwdOnTaskInitialization: '/home/ada/quay' }] }],
  ])('is noted in %j', async (beside) => {
    const { calls } = await cline.read(await put(messages, beside), 0, []);
    expect(calls[0]?.cwd).toBe('/home/ada/quay');
  });
});

it('reports a file that is no list of messages', async () => {
  expect(await cline.read(await put('[{"role": "us'), 0, [])).toMatchObject({
    calls: [],
    bad: [{ reason: 'not a list of messages' }],
  });
  expect(await cline.read(await put([4, null, {}, { role: 'user' }]), 0, [])).toMatchObject({ calls: [], bad: [] });
});
