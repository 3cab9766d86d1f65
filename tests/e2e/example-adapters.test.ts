import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Call, Message } from '../../src/agents/call.ts';
import { withConfig } from '../../src/app/configured-request.ts';
import { openLibrary } from '../../src/app/history/open-library.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';

const adapters = resolve(import.meta.dirname, '../../examples/adapters');
afterAll(clearStages);

type Files = Record<string, unknown>;

/** A stage whose user has an adapter in the configuration, and files below the home folder. */
async function stageWith(name: string, files: Files = {}, agentDirs: Record<string, string> = {}): Promise<Stage> {
  const stage = await makeStage();
  const settings = { adapters: [join(adapters, `${name}.mjs`)], agentDirs };
  await put(stage, { '.config/hardwon/hardwon.config.json': settings, ...files });
  return stage;
}

async function put({ home }: Stage, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

interface Indexed {
  calls: Call[];
  messages: Message[];
  /** What the log has of the first call. */
  first: { input: string; output: string } | undefined;
}

/** What the index has of all sessions of an agent, in order. */
async function readAll({ home }: Stage, agent: string): Promise<Indexed> {
  const places = { cwd: home, home, env: isolatedEnvironment({ home }), agents: [agent] };
  const library = await openLibrary({ ...(await withConfig(places)), join: [] });
  try {
    const sessions = await Promise.all((await library.listSessions()).map((key) => library.readSession(key)));
    const calls = sessions.flatMap((session) => session.calls);
    const first = await library.recallText(agent, calls[0]?.id ?? '');
    return { calls, messages: sessions.flatMap(({ messages }) => messages), first };
  } finally {
    library.close();
  }
}

const shown = ({ tool, name, outcome, output, exitCode }: Call) => [tool, name, outcome, output, exitCode];
const MISSING = 'ERR_PNPM_NO_SCRIPT  Missing script: lnt';

/** That two sessions in which a script was named wrongly, and one call more each, teach its name. */
async function expectLesson(stage: Stage, agent: string, file: string): Promise<void> {
  const project = await stage.learn(['--agent', agent]);
  expect(project.figures).toMatchObject({ sessions: 2, calls: 4, failures: 2 });
  const [lesson] = project.lessons;
  expect(lesson).toMatchObject({ status: 'ready', occurrences: 2, sessions: 2 });
  expect(lesson?.guidance).toContain('Use `lint:all`');
  expect((await stage.run(['why', lesson?.id ?? ''])).stdout).toContain(MISSING);
  expect(project.changes.map(({ name }) => name)).toContain(file);
}

it('every example is an adapter that can be loaded', async () => {
  const names = (await readdir(adapters)).map((name) => name.replace('.mjs', ''));
  expect(names).toEqual(['cline', 'openhands', 'swe-agent']);
  for (const name of names) {
    const { stdout } = await (await stageWith(name)).run(['agents', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      agents: expect.arrayContaining([expect.objectContaining({ name })]),
      notices: [],
    });
    const { code, stderr } = await (await makeStage()).run(['learn', '--agent', name]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`examples/adapters/${name}.mjs`),
    });
  }
});

describe('Cline', () => {
  const STORAGE = '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks';
  const history = (task: string) => `${task}/api_conversation_history.json`;
  const text = (words: string) => ({ type: 'text', text: words });
  const frame = (cwd: string) =>
    text(`<environment_details>\n# Current Working Directory (${cwd}) Files\nMakefile\n</environment_details>`);
  const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
  const sent = (...content: object[]) => ({ role: 'assistant', content });
  const heard = (...content: object[]) => ({ role: 'user', content });

  /** A task of which all results are texts, in what Cline writes today. */
  const task = (cwd: string, day: number) => [
    heard(text('<task>\nlint it\n</task>'), frame(cwd)),
    sent(use(`toolu_0123456789abcdefghij${day}`, 'execute_command', { command: 'pnpm run lnt' })),
    heard(text(`[execute_command for 'pnpm run lnt'] Result:\nCommand executed.\nOutput:\n${MISSING}`), frame(cwd)),
    sent(use('call_2', 'execute_command', { command: 'pnpm run lint:all' })),
    heard(
      text("[execute_command for 'pnpm run lint:all'] Result:\nCommand executed.\nOutput:\nno findings"),
      frame(cwd),
    ),
  ];

  it('teaches, whichever extension kept the task', async () => {
    const stage = await stageWith('cline');
    await put(stage, {
      [`.cline/data/tasks/${history('1772355600000')}`]: task(stage.project, 1),
      [`${STORAGE}/${history('1772442000000')}`]: task(stage.project, 2),
      [`.config/Code/User/globalStorage/somebody.else/tasks/${history('1')}`]: task(stage.project, 3),
    });
    await expectLesson(stage, 'cline', 'AGENTS.md');
    expect((await readAll(stage, 'cline')).calls.map(({ id, at }) => [id, at])).toEqual([
      ['toolu_0123456789abcdefghij1', 1772355600001],
      ['call_2@1772355600000', 1772355600003],
      ['toolu_0123456789abcdefghij2', 1772442000001],
      ['call_2@1772442000000', 1772442000003],
    ]);
    await put(stage, { [`backup/${history('1772528400000')}`]: task(stage.project, 4) });
    const moved = await stage.learn(['--agent-dir', `cline=${join(stage.home, 'backup')}`]);
    expect(moved.figures).toMatchObject({ sessions: 1, calls: 2 });
  });

  it('finds calls that are written as tags, what people typed, and what they said to a rejected call', async () => {
    const diff = '------- SEARCH\none\n=======\ntwo\n+++++++ REPLACE';
    const path = `.cline/data/tasks/${history('1768000000000')}`;
    const list = [
      heard(text('<task>\nrun the tests\n</task>'), frame('/home/ada/harbour (old)')),
      { role: 'assistant', content: 'First.\n<execute_command>\n<command>make tets</command>\n</execute_command>' },
      heard(text("[execute_command for 'make tets'] Result:"), text('Command executed.\nOutput:\nmake: *** No rule')),
      sent(text('<read_file>\n<path>Makefile</path>\n</read_file>')),
      heard(text("[read_file for 'Makefile'] Result:\n<feedback>not said</feedback>\ntest:")),
      sent(text('<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>')),
      heard(text("[ask_followup_question for 'Which?'] Result:\n<answer>\nthe second\n</answer>")),
      sent(text(`<replace_in_file>\n<path>a.ts</path>\n<diff>\n${diff}\n</diff>\n</replace_in_file>`)),
      heard(text("[replace_in_file for 'a.ts'] Result:\nThe user denied this operation.")),
      heard(text('<feedback>\nleave a.ts alone\n</feedback>')),
      sent(text('the tool <write_to_file> writes')),
      sent(text('<execute_command>\n<command>make test</command>\n</execute_command>')),
    ];
    const stage = await stageWith('cline', { [path]: list });
    const { calls, messages, first } = await readAll(stage, 'cline');
    expect(first?.output).toBe('Command executed.\nOutput:\nmake: *** No rule');
    expect(JSON.parse(first?.input ?? '')).toEqual({ command: 'make tets' });
    expect(messages.map((message) => message.text)).toEqual(['run the tests', 'the second', 'leave a.ts alone']);
    expect(calls.map(shown)).toEqual([
      ['shell', 'execute_command', 'failed', 'make: *** No rule', undefined],
      ['read', 'read_file', 'ok', '', undefined],
      ['other', 'ask_followup_question', 'ok', '<answer>\nthe second\n</answer>', undefined],
      ['edit', 'replace_in_file', 'rejected', 'The user denied this operation.', undefined],
      ['shell', 'execute_command', 'unknown', '', undefined],
    ]);
    expect(calls[0]).toMatchObject({ cwd: '/home/ada/harbour (old)', input: { command: 'make tets' } });
    expect(calls[3]).toMatchObject({
      input: { path: 'a.ts', oldText: 'one', newText: 'two' },
      said: 'leave a.ts alone',
    });
    expect(calls[4]?.waiting).toBe('result');

    // The file is written anew each time, also with another text of the same length.
    await put(stage, { [path]: JSON.stringify(list).replace('make tets', 'make tots') });
    expect((await readAll(stage, 'cline')).calls[0]?.input).toEqual({ command: 'make tots' });
  });

  const ERROR = 'The tool execution failed with the following error:\n<error>\nno such tide\n</error>';
  const IGNORED = 'Access to .env is blocked by the .clineignore file settings. You';
  const roo = (rest: string) => `Command executed in terminal 1 within working directory '/home/ada/quay'. ${rest}`;

  it.each([
    ['apply_diff', ERROR, 'failed', 'no such tide'],
    ['apply_diff', "Missing value for required parameter 'path'.", 'failed', undefined],
    ['apply_diff', '<error_details>\nno such line\n</error_details>', 'failed', 'no such line'],
    ['apply_diff', '{"status":"error","message":"It failed","error":"no tide"}', 'failed', 'no tide'],
    ['apply_diff', '{"status":"error","type":"access_denied","message":"no"}', 'blocked', 'Permission: no'],
    ['apply_diff', ERROR.replace('no such tide', IGNORED), 'blocked', `Permission: ${IGNORED}`],
    ['apply_diff', '{"status":"denied","feedback":"use make"}', 'rejected', undefined],
    ['apply_diff', 'The user denied this operation.\n<feedback>\nuse make\n</feedback>', 'rejected', undefined],
    ['read_file', 'Tool [read_file] was not executed because of another', 'cancelled', undefined],
    [
      'read_file',
      '<file><path>a.md</path><error>File not found: a.md</error></file>',
      'failed',
      'File not found: a.md',
    ],
    ['read_file', `see: ${ERROR}`, 'ok', ''],
    ['search_files', 'a.sh: make: *** [tide] Error 2', 'ok', undefined],
    ['mcp--tides--get', '4', 'ok', undefined],
    ['execute_command', roo('Exit code: 0\nOutput:\nbuilt'), 'ok', 'built'],
    ['execute_command', roo('It failed.\nExit code: 2\nOutput:\nno rule'), 'failed', 'no rule'],
    ['execute_command', 'Command failed with exit code 2.\nOutput:\nno rule', 'failed', 'no rule'],
    ['execute_command', 'Command executed.\nOutput:\nbuilt\nExit code: 3', 'unknown', 'built\nExit code: 3'],
    ['execute_command', 'Command executed.\nOutput:\nsh: 1: meke: not found', 'failed', 'sh: 1: meke: not found'],
    [
      'execute_command',
      'Command execution timed out after 30 seconds.',
      'failed',
      'Command timed out after 30 seconds',
    ],
    ['execute_command', "Command is still running.\nHere's the output so far:\nwaiting", 'unknown', 'waiting'],
  ])('judges %s by %j', async (name, content, outcome, output = content) => {
    const messages = [
      sent(use('toolu_0123456789abcdefghij', name, { path: 'a.md', command: 'make' })),
      heard({ type: 'tool_result', tool_use_id: 'toolu_0123456789abcdefghij', content }, frame('/home/ada/harbour')),
    ];
    const stage = await stageWith('cline', { [`.cline/data/tasks/${history('t1')}`]: messages });
    const { calls } = await readAll(stage, 'cline');
    expect(calls).toMatchObject([{ outcome, output }]);
    expect(calls[0]?.said).toBe(outcome === 'rejected' ? 'use make' : undefined);
    expect(calls[0]?.cwd).toBe(content.includes('working directory') ? '/home/ada/quay' : undefined);
  });

  it('counts a file that is no list of messages, and leaves out what is no message', async () => {
    const stage = await stageWith('cline', {
      [`.cline/data/tasks/${history('t1')}`]: '[{"role": "us',
      [`.cline/data/tasks/${history('t2')}`]: [
        4,
        null,
        {},
        { role: 'user' },
        { role: 'assistant', content: [null, 7] },
      ],
    });
    expect((await stage.run(['learn', '--all', '--verbose'])).stdout).toContain('not a list of messages');
    expect((await readAll(stage, 'cline')).calls).toEqual([]);
  });
});

describe('OpenHands', () => {
  const events = (list: object[]) =>
    Object.fromEntries(
      list.map((event, at) => [
        `event-0000${at}-e${at}.json`,
        { timestamp: `2026-03-01T09:00:0${at}`, source: 'agent', ...event },
      ]),
    );
  const below = (folder: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
  const sent = (id: string, tool_name: string, action: object) => ({
    ...{ kind: 'ActionEvent', tool_name, tool_call_id: id, action, llm_response_id: 'r1' },
  });
  const seen = (id: string, text: string, fields: object) => ({
    ...{ kind: 'ObservationEvent', tool_call_id: id },
    observation: { content: [{ type: 'text', text }], is_error: false, ...fields },
  });

  it('teaches, and is read again where events were added', async () => {
    const stage = await stageWith('openhands');
    const place = { exit_code: 1, metadata: { exit_code: 1, working_dir: stage.project } };
    for (const id of ['c1', 'c2']) {
      const list = [
        sent(`call_${id}-1`, 'terminal', { command: 'pnpm run lnt' }),
        seen(`call_${id}-1`, MISSING, place),
        sent(`call_${id}-2`, 'terminal', { command: 'pnpm run lint:all' }),
      ];
      const state = { 'base_state.json': { workspace: { working_dir: stage.project } } };
      await put(stage, below(`.openhands/conversations/${id}`, { ...state, ...below('events', events(list)) }));
    }
    const { calls, first } = await readAll(stage, 'openhands');
    expect(calls.map(({ outcome }) => outcome)).toEqual(['failed', 'unknown', 'failed', 'unknown']);
    expect(first?.output).toBe(MISSING);
    for (const id of ['c1', 'c2']) {
      const later = seen(`call_${id}-2`, 'no findings', { exit_code: 0 });
      await put(stage, { [`.openhands/conversations/${id}/events/event-00003-x.json`]: later });
    }
    await expectLesson(stage, 'openhands', 'AGENTS.md');
    const env = { OPENHANDS_CONVERSATIONS_DIR: join(stage.home, 'none') };
    expect((await stage.run(['learn', '--agent', 'openhands'], { env })).code).toBe(1);
  });

  it('finds calls with their outcomes, and messages, in the results of a benchmark', async () => {
    const path = '/home/ada/harbour/a.ts';
    const said = (text: string) => ({ kind: 'MessageEvent', llm_message: { content: [{ type: 'text', text }] } });
    const list = [
      { ...said('run the tests'), source: 'user' },
      said('I will'),
      sent('call_a-1', 'file_editor', { command: 'view', path, view_range: [3, 4] }),
      seen('call_a-1', 'tide', {}),
      sent('call_a-2', 'file_editor', { command: 'str_replace', path, old_str: 'one', new_str: 'two' }),
      { kind: 'AgentErrorEvent', tool_call_id: 'call_a-2', error: 'No replacement was performed' },
      sent('call_a-3', 'terminal', { command: 'git push', timeout: 30 }),
      { kind: 'UserRejectObservation', tool_call_id: 'call_a-3', rejection_reason: 'not yet' },
    ];
    const more = [
      sent('call_a-4', 'terminal', { command: 'make serve' }),
      seen('call_a-4', 'waiting', { exit_code: -1 }),
      sent('call_a-5', 'terminal', { command: '', is_input: true }),
      seen('call_a-5', 'still waiting', { exit_code: -1 }),
      sent('2', 'grep', { pattern: 'tide', include: '*.ts' }),
    ];
    const stage = await stageWith(
      'openhands',
      {
        ...below('runs/one/task-7/events', { ...events(list), 'event-00099-x.json': '{"kind": "Obs' }),
        ...below('runs/one/task-8', events(more)),
      },
      { openhands: '~/runs' },
    );
    const { calls, messages } = await readAll(stage, 'openhands');
    expect(messages).toMatchObject([{ session: 'task-7', text: 'run the tests' }]);
    expect(calls.map(({ session, tool, outcome, output }) => [session, tool, outcome, output]).sort()).toEqual([
      ['task-7', 'edit', 'failed', 'No replacement was performed'],
      ['task-7', 'read', 'ok', ''],
      ['task-7', 'shell', 'rejected', 'not yet'],
      ['task-8', 'other', 'ok', 'still waiting'],
      ['task-8', 'search', 'unknown', ''],
      ['task-8', 'shell', 'unknown', 'waiting'],
    ]);
    const inputs = Object.fromEntries(calls.map(({ id, input }) => [id, input]));
    expect(inputs['call_a-1']).toEqual({ path, offset: 3, limit: 2 });
    expect(inputs['call_a-3']).toEqual({ command: 'git push', timeoutMs: 30_000 });
    expect(inputs['2@task-8']).toEqual({ pattern: 'tide', glob: '*.ts' });
    expect(calls.find(({ id }) => id === 'call_a-3')?.said).toBe('not yet');
    expect((await stage.run(['learn', '--all', '--verbose'])).stdout).toContain('event-00099-x.json: not JSON');
  });

  it('reads sessions of before version 1 by their actions and what they caused', async () => {
    const src = '/home/ada/harbour/src';
    const saw = (cause: number, content: string, exit_code: number) => ({
      ...{ observation: 'run', content, cause, extras: { metadata: { exit_code, working_dir: src } } },
    });
    const list = [
      { source: 'user', action: 'message', args: { content: 'run the tests' } },
      { action: 'run', args: { command: 'cd src' } },
      saw(1, `[Current working directory: ${src}]\n[Command finished with exit code 0]`, 0),
      { action: 'run', args: { command: 'make tets' } },
      saw(3, 'no rule\n[The command completed with exit code 2.]', 2),
      { action: 'edit', args: { command: 'str_replace', path: '/a.ts' } },
      { observation: 'edit', content: 'ERROR:\nNo replacement was performed', cause: 5 },
      { action: 'think', args: {} },
    ];
    const named = Object.values(events(list)).map((event, id) => [`${id}.json`, { id, ...event }]);
    const stage = await stageWith('openhands', below('.openhands/sessions/s1/events', Object.fromEntries(named)));
    const { calls, messages } = await readAll(stage, 'openhands');
    expect(messages).toMatchObject([{ text: 'run the tests' }]);
    expect(calls.map(({ id, tool, outcome, output, cwd }) => [id, tool, outcome, output, cwd])).toEqual([
      ['1@s1', 'shell', 'ok', '', undefined],
      ['3@s1', 'shell', 'failed', 'no rule', src],
      ['5@s1', 'edit', 'failed', 'No replacement was performed', src],
    ]);
  });
});

describe('SWE-agent', () => {
  it('teaches from trajectories in the folder that is named', async () => {
    const stage = await stageWith('swe-agent', {}, { 'swe-agent': '~/runs' });
    const trajectory = [
      { action: 'pnpm run lnt', observation: MISSING, state: { working_dir: stage.project } },
      { action: 'pnpm run lint:all', observation: 'no findings', state: { working_dir: stage.project } },
    ];
    await put(stage, { 'runs/ada/one/t1/t1.traj': { trajectory }, 'runs/ada/one/t2/t2.traj': { trajectory } });
    await expectLesson(stage, 'swe-agent', 'AGENTS.md');
  });

  it('finds calls, and no messages', async () => {
    const trajectory = [
      { action: 'cd src\n', observation: '', state: { working_dir: '/quay/src' } },
      { action: 'python tide.py', observation: 'sh: 1: python: not found', state: '{"working_dir": "/quay/src"}' },
      { action: 'str_replace_editor view /quay/a.py', observation: 'sh: is a shell', state: {} },
      { action: 'str_replace_editor str_replace "/quay/a.py"', observation: 'ERROR: no match' },
      { action: '', observation: 'nothing' },
      { action: 'submit', observation: 'sh: 1: done' },
      { action: 'make', observation: "The command 'make' was cancelled because it took more than 30 seconds." },
      { action: 'touch a', observation: 'Your command ran successfully and did not produce any output.' },
      { action: 'make test', observation: 'Observation: 3 passed' },
    ];
    const log = { environment: 'main', trajectory, history: [{ role: 'user', content: 'fix it' }], info: {} };
    const stage = await stageWith('swe-agent', {
      '.swe-agent/trajectories/tide-7.traj': log,
      '.swe-agent/trajectories/a/broken.traj': '{"traj',
      '.swe-agent/trajectories/a/demo.traj': { history: [] },
    });
    const { calls, messages, first } = await readAll(stage, 'swe-agent');
    expect({ messages, input: JSON.parse(first?.input ?? '') }).toEqual({
      messages: [],
      input: { action: 'cd src\n' },
    });
    expect(calls.map(({ id, tool, name, outcome, cwd, output }) => [id, tool, name, outcome, cwd, output])).toEqual([
      ['tide-7#0', 'shell', 'bash', 'unknown', '/quay/src', ''],
      ['tide-7#1', 'shell', 'bash', 'failed', '/quay/src', 'sh: 1: python: not found'],
      ['tide-7#2', 'read', 'str_replace_editor', 'ok', '/quay/src', ''],
      ['tide-7#3', 'edit', 'str_replace_editor', 'failed', undefined, 'ERROR: no match'],
      ['tide-7#5', 'other', 'submit', 'ok', undefined, 'sh: 1: done'],
      ['tide-7#6', 'shell', 'bash', 'failed', undefined, 'Command timed out after 30 seconds'],
      ['tide-7#7', 'shell', 'bash', 'ok', undefined, ''],
      ['tide-7#8', 'shell', 'bash', 'unknown', undefined, '3 passed'],
    ]);
    expect(calls[2]?.input).toEqual({ path: '/quay/a.py' });
    expect((await stage.run(['learn', '--all', '--verbose'])).stdout).toContain('not JSON');
  });
});
