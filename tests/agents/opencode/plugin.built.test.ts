import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPlugin } from '../../../src/agents/opencode/plugin.ts';

/** What OpenCode calls of a plugin. */
type Hooks = Record<string, (input: unknown, output?: unknown) => Promise<void>>;

let folder: string;
let log: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon plugin '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let plugins = 0;

/** The plugin with a hook that writes down what it is told, and answers by event. */
async function load(answers: Record<string, unknown>, program?: string[], asks = true): Promise<Hooks> {
  plugins += 1;
  // One for each: what an earlier plugin tells without waiting may come late.
  log = join(folder, `log ${plugins}`);
  await writeFile(log, '');
  const hook = join(folder, `hook ${plugins}.mjs`);
  await writeFile(
    hook,
    `import fs from 'node:fs';
const [event, agent] = process.argv.slice(2);
fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({ event, agent, ...JSON.parse(fs.readFileSync(0, 'utf8')) }) + '\\n');
process.stdout.write(${JSON.stringify(answers)}[event] ?? '');`,
  );
  const path = join(folder, `plugin ${plugins}.mjs`);
  const start = { scope: 'user', agent: 'opencode', program: program ?? [process.execPath, hook] } as const;
  await writeFile(path, renderPlugin({ ...start, asks, command: String, windowsCommand: String }));
  const { Hardwon } = (await import(pathToFileURL(path).href)) as { Hardwon: (context: object) => Promise<Hooks> };
  return Hardwon({ directory: '/home/ada/harbour' });
}

async function told(): Promise<Record<string, unknown>[]> {
  const text = await readFile(log, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const call = { tool: 'bash', sessionID: 's1', callID: 'c1' };

describe('the plugin', () => {
  it('tells the hook of a call, and gives its advice with the result', async () => {
    const hooks = await load({
      'tool-execute-before': '{"advice": "use lint:all"}',
      'tool-execute-after': '{"advice": "as before"}',
    });
    const before = { args: { command: 'npm run lint' } };
    await hooks['tool.execute.before']?.(call, before);
    const after = { output: 'missing script', metadata: { exit: 1 } };
    await hooks['tool.execute.after']?.({ ...call, args: before.args }, after);
    expect(before).toEqual({ args: { command: 'npm run lint' } });
    expect(after.output).toBe('missing script\n\nuse lint:all\n\nas before');
    const fields = {
      agent: 'opencode',
      session_id: 's1',
      cwd: '/home/ada/harbour',
      tool_name: 'bash',
      tool_use_id: 'c1',
    };
    expect(await told()).toEqual([
      { ...fields, event: 'tool-execute-before', hook_event_name: 'tool-execute-before', tool_input: before.args },
      {
        ...fields,
        event: 'tool-execute-after',
        hook_event_name: 'tool-execute-after',
        tool_input: before.args,
        tool_response: { output: 'missing script', metadata: { exit: 1 } },
      },
    ]);
  });

  it('denies and rewrites where the hook says so', async () => {
    const denying = await load({ 'tool-execute-before': '{"deny": "there is no lint"}' });
    await expect(denying['tool.execute.before']?.(call, { args: {} })).rejects.toThrow('there is no lint');
    const rewriting = await load({ 'tool-execute-before': '{"input": {"command": "npm run lint:all"}}' });
    const output = { args: { command: 'npm run lint', timeout: 9 } };
    await rewriting['tool.execute.before']?.(call, output);
    expect(output.args).toEqual({ command: 'npm run lint:all', timeout: 9 });
  });

  it('puts what is known to the error of a failed tool, on every request, and asks once', async () => {
    const hooks = await load({
      'tool-execute-before': '{"advice": "look in config/"}',
      'post-tool-use-failure': '{"advice": "moved"}',
    });
    await hooks['tool.execute.before']?.({ ...call, tool: 'read' }, { args: {} });
    for (let request = 0; request < 2; request++) {
      const part = {
        type: 'tool',
        tool: 'read',
        callID: 'c1',
        sessionID: 's1',
        state: { status: 'error', input: {}, error: 'not found' },
      };
      await hooks['experimental.chat.messages.transform']?.(
        {},
        { messages: [{ parts: [part, { type: 'text', text: 'x' }] }] },
      );
      expect(part.state.error).toBe('not found\n\nlook in config/\n\nmoved');
    }
    expect((await told()).map(({ event, error }) => [event, error])).toEqual([
      ['tool-execute-before', undefined],
      ['post-tool-use-failure', 'not found'],
    ]);
  });

  it('asks once what to say at the start of a session, and again after a compaction', async () => {
    const hooks = await load({ 'session-start': '{"advice": "three lessons"}' });
    const system = async () => {
      const output = { system: ['You are an agent.'] };
      await hooks['experimental.chat.system.transform']?.({ sessionID: 's1' }, output);
      return output.system;
    };
    expect(await system()).toEqual(['You are an agent.', 'three lessons']);
    expect(await system()).toEqual(['You are an agent.', 'three lessons']);
    await hooks.event?.({ event: { type: 'session.compacted', properties: { sessionID: 's1' } } });
    expect(await system()).toHaveLength(2);
    const starts = (await told()).filter(({ hook_event_name }) => hook_event_name === 'session-start');
    expect(starts.map(({ source }) => source)).toEqual(['startup', 'compact']);
  });

  it('asks once for each prompt whether there is something to say, and says it with every request of the turn', async () => {
    const hooks = await load({ 'user-prompt-submit': '{"advice": "keep these?"}' });
    const system = async () => {
      const output = { system: ['You are an agent.'] };
      await hooks['experimental.chat.system.transform']?.({ sessionID: 's1' }, output);
      return output.system;
    };
    const prompts = async () =>
      (await told()).filter(({ hook_event_name }) => hook_event_name === 'user-prompt-submit');
    for (const _ of [1, 2]) expect(await system()).toEqual(['You are an agent.', 'keep these?']);
    expect(await prompts()).toHaveLength(1);
    await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID: 's1' } } });
    await system();
    expect(await prompts()).toHaveLength(2);
  });

  it('says with the start of a session what the user asked for', async () => {
    const hooks = await load({});
    const parts = [
      { type: 'text', text: 'Export the berths.' },
      { type: 'text', text: 'a file', synthetic: true },
      { type: 'file' },
    ];
    await hooks['chat.message']?.({ sessionID: 's1' }, { parts });
    await hooks['experimental.chat.system.transform']?.({ sessionID: 's1' }, { system: [] });
    expect((await told()).find(({ event }) => event === 'session-start')).toMatchObject({
      prompt: 'Export the berths.',
    });
  });

  it('starts nothing when a turn begins or ends unless the user is to be asked', async () => {
    const hooks = await load({}, undefined, false);
    await hooks['experimental.chat.system.transform']?.({ sessionID: 's1' }, { system: [] });
    await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID: 's1' } } });
    expect((await told()).map(({ event }) => event)).toEqual(['session-start']);
  });

  it('leaves tools alone that no lesson is about', async () => {
    const hooks = await load({ 'tool-execute-before': '{"deny": "no"}' });
    await hooks['tool.execute.before']?.({ ...call, tool: 'todowrite' }, { args: {} });
    expect(await told()).toEqual([]);
  });

  it.each([
    ['is missing', ['/no/such/program']],
    ['prints something else', [process.execPath, '-e', 'console.log("Debugger attached")']],
    ['prints null', [process.execPath, '-e', 'console.log("null")']],
    ['fails', [process.execPath, '-e', 'process.exit(3)']],
  ])('is as if it were not there where the hook %s', async (_how, program) => {
    const hooks = await load({}, program);
    const output = { args: { command: 'x'.repeat(200_000) } };
    await hooks['tool.execute.before']?.(call, output);
    const after = { output: 'fine', metadata: {} };
    await hooks['tool.execute.after']?.({ ...call, args: {} }, after);
    expect(after.output).toBe('fine');
  });
});
