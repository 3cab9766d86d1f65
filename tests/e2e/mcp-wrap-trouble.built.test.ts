import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeClients } from '../support/mcp-client.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { openServer } from './mcp-stage.ts';
import { clearStages, makeBuiltStage, type Stage } from './stage.ts';

afterAll(async () => {
  await closeClients();
  await clearStages();
});

const PIER = resolve(import.meta.dirname, '../support/pier-server.mjs');
const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const CONFIG = '../.config/hardwon/hardwon.config.json';
const LOG = '.memory/learned/tool_failures.yaml';

/** The official server behind the proxy, with the official client before it. */
const openPier = (era: 'legacy' | '2026-07-28' = 'legacy') =>
  openServer(undefined, { era, args: ['wrap', '--', process.execPath, PIER] });

/** The proxy without a client: what is written to it, and what it answers line by line. */
function startRaw(stage: Stage, words: readonly string[] = [process.execPath, PIER]) {
  const env = isolatedEnvironment({ home: stage.home });
  const child = spawn(process.execPath, [CLI, 'mcp', 'wrap', '--', ...words], { cwd: stage.project, env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString('utf8');
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, said, closed, write: (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`) };
}

const call = (id: number, name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

describe('a server behind mcp wrap', () => {
  it.each([
    ['exit', 'it ended with 3'],
    ['signal', process.platform === 'win32' ? 'ended' : 'SIGKILL ended it'],
  ])('that dies in the middle of a call leaves an answer with what is known: %s', async (how, said) => {
    const { stage, server } = await openPier();
    await stage.run([
      'learn-fix',
      '--human',
      '--tool',
      'sink',
      '--error-pattern',
      'has not answered',
      '--fix',
      'Bail first',
    ]);
    await expect(server.client.callTool({ name: 'sink', arguments: { with: how } })).rejects.toThrow(
      new RegExp(`The server has not answered: .*${said}[\\s\\S]*fix: Bail first`),
    );
    expect(await stage.read(LOG)).toMatch(/tool: sink\n\s+error: "?The server has not answered/);
  });

  it.each(['legacy', '2026-07-28'] as const)(
    'may say and be told much, and fail at length, by the protocol %s',
    async (era) => {
      const { stage, server } = await openPier(era);
      await stage.run(['learn-fix', '--human', '--tool', 'shout', '--error-pattern', 'too loud', '--fix', 'Whisper']);
      const words = 'ünïcode 灯 too loud\n'.repeat(50_000);
      const worked = await server.call('shout', { words, times: 4, fails: false });
      expect(worked.isError).toBe(false);
      expect(worked.text === words.repeat(4)).toBe(true);
      const failed = await server.call('shout', { words, times: 2, fails: true });
      expect(failed.isError).toBe(true);
      expect(failed.text.startsWith(words.repeat(2))).toBe(true);
      expect(failed.text.slice(words.length * 2)).toContain('fix: Whisper');
    },
  );

  it('is told that a call was taken back, also one that was sent again after a remedy', async () => {
    const { stage, server } = await openPier();
    const run = [process.execPath, '-e', "require('node:fs').writeFileSync('moored', '')"];
    const config = { remedies: { login: { run, heals: ['auth'] } }, heal: { moor: { with: ['login'], backoff: 0 } } };
    await stage.write(CONFIG, JSON.stringify(config));
    const abort = new AbortController();
    const moored = server.client.callTool({ name: 'moor' }, { signal: abort.signal });
    const ended = expect(moored).rejects.toThrow();
    await expect.poll(() => stage.read('waits')).toBe('');
    abort.abort();
    await ended;
    await expect.poll(() => server.complaints()).toContain('pier: the call was taken back');
    expect(await server.call('shout', { words: 'still here', times: 1, fails: false })).toMatchObject({
      text: 'still here',
    });
  });

  it('has its notifications and its stderr heard', async () => {
    const { server } = await openPier();
    const heard: number[] = [];
    const counted = await server.client.callTool(
      { name: 'count' },
      { onprogress: ({ progress }) => void heard.push(progress) },
    );
    expect(counted.content).toEqual([{ type: 'text', text: 'counted' }]);
    expect(heard).toEqual([1, 2]);
    expect(server.complaints()).toContain('pier: listening\n');
  });

  it('has its calls tended that come in one line, as the protocol once allowed', async () => {
    const stage = await makeBuiltStage();
    await stage.run([
      'learn-fix',
      '--human',
      '--tool',
      'moor',
      '--error-pattern',
      'no berth',
      '--fix',
      'Ask the pilot',
    ]);
    // The official library takes no such lines any more: this server does.
    const code = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const answer = ({ id, params }) => ({ jsonrpc: '2.0', id, result: { isError: params.name === 'moor', content: [{ type: 'text', text: 'no berth' }] } });
      console.log(JSON.stringify(JSON.parse(line).map(answer)));
    });`;
    const { child, said, closed, write } = startRaw(stage, [process.execPath, '-e', code]);
    write([call(1, 'moor'), call(2, 'anchor')]);
    await expect.poll(() => said.out).toContain('\n');
    child.stdin.end();
    await closed;
    const answers = JSON.parse(said.out) as { id: number; result: { content: { text: string }[] } }[];
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[0]?.result.content[0]?.text).toMatch(
      /^no berth\n\nKnown issues found: 1\.[\s\S]*fix: Ask the pilot/,
    );
    expect(answers[1]?.result.content).toEqual([{ type: 'text', text: 'no berth' }]);
  });

  it('ends with the client, and gives its exit code', async () => {
    const stage = await makeBuiltStage();
    const code = "process.stdin.on('data', () => {}).on('end', () => { console.error('bye'); process.exitCode = 7; })";
    const { child, said, closed } = startRaw(stage, [process.execPath, '-e', code]);
    child.stdin.end();
    expect(await closed).toEqual([7, null]);
    expect(said.err).toBe('bye\n');
  });

  it('that cannot be started is told, with the code of shells', async () => {
    const stage = await makeBuiltStage();
    const { said, closed } = startRaw(stage, ['no-such-server-here']);
    expect(await closed).toEqual([127, null]);
    expect(said.err).toContain('there is no program no-such-server-here');
  });

  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'gets the signal that the proxy got: %s',
    async (signal) => {
      const stage = await makeBuiltStage();
      const code = `process.on('${signal}', () => { console.error('got ${signal}'); process.exit(0); }); setInterval(() => {}, 1000); console.log('{}')`;
      const { child, said, closed } = startRaw(stage, [process.execPath, '-e', code]);
      await expect.poll(() => said.out).toBe('{}\n');
      child.kill(signal);
      expect(await closed).toEqual([0, null]);
      expect(said.err).toContain(`got ${signal}`);
    },
  );
});
