import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeClients, openClient } from '../support/mcp-client.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { memoryEntry } from './mcp-stage.ts';
import { clearStages, makeBuiltStage, NOW } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(async () => {
  await closeClients();
  await clearStages();
});

const MEMORY = '.memory/harness-learnings.md';

describe('the project', () => {
  it('is the one that the client has open, unless another one was asked for', async () => {
    const [stage, other] = [await makeBuiltStage(), await makeBuiltStage()];
    await other.write(MEMORY, memoryEntry('L-001', { Title: 'Other' }));
    const total = async (settings: Partial<Parameters<typeof openClient>[0]>) => {
      const server = await openClient({ home: stage.home, cwd: stage.project, now: NOW, ...settings });
      return (await server.call('memory_view')).data.total;
    };
    expect(await total({})).toBe(0);
    expect(await total({ roots: [other.project] })).toBe(1);
    expect(await total({ roots: [other.project, stage.project] })).toBe(0);
    expect(await total({ roots: [join(other.home, 'gone')] })).toBe(0);
    expect(await total({ args: ['--project', other.project] })).toBe(1);
    expect(await total({ args: ['--project', other.project], roots: [stage.project] })).toBe(1);
    expect(await total({ args: ['--project', '../harbour/.git/..'] })).toBe(0);
  });

  it('that is not one, or is gone, is told at each call', async () => {
    const stage = await makeBuiltStage();
    const atHome = await openClient({ home: stage.home, now: NOW });
    expect(await atHome.call('capture', { guidance: 'Run `make seed-db` before `npm test`.' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('is not a project'),
    });
    const gone = await stage.run(['mcp', '--project', 'nowhere']);
    expect(gone).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('There is no folder') });
  });
});

describe('whatever a client sends', () => {
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'lantern', version: '1' } },
  };
  const call = (id: number, name: string, input: unknown) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: input },
  });

  /** Sends lines as they are, waits for as many answers, and closes stdin. */
  async function talk(lines: readonly string[], answers: number) {
    const stage = await makeBuiltStage();
    const cli = resolve(import.meta.dirname, '../../dist/cli.js');
    const child = spawn(process.execPath, [cli, 'mcp'], {
      cwd: stage.project,
      env: isolatedEnvironment({ home: stage.home }),
    });
    let out = '';
    await new Promise<void>((done, fail) => {
      child.on('error', fail);
      child.on('close', () => done());
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.split('\n').length > answers) child.stdin.end();
      });
      child.stdin.write(`${lines.join('\n')}\n`);
    });
    const said = out
      .trimEnd()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { id: unknown; result?: Record<string, unknown>; error?: { message: string } },
      );
    return { code: child.exitCode, said, of: (id: unknown) => said.find((each) => each.id === id) };
  }

  it('it answers, stays up, and ends when stdin does', async () => {
    const huge = 'x'.repeat(5 * 1024 * 1024);
    const { code, said, of } = await talk(
      [
        JSON.stringify(hello),
        'not json',
        '{"jsonrpc": "2.0", "id": 2, "method":',
        JSON.stringify(call(3, 'check_known_issues', { error: huge })),
        JSON.stringify(call(4, 'check_known_issues', { error: 'y'.repeat(1_000_001) })),
        JSON.stringify(call(5, 'rm', { path: '/' })),
        JSON.stringify(call(6, 'capture', { guidance: 7 })),
        JSON.stringify(call(7, 'match', { calls: [] })),
        JSON.stringify(call(8, 'why', 'L-001')),
        JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'shutdown/now' }),
        '[]',
        '42',
        '',
        JSON.stringify(call(10, 'check_known_issues', { tool: 'deploy', extra: { deep: [1, 2] } })),
      ],
      11,
    );
    expect(code).toBe(0);
    expect(said).toHaveLength(11);
    expect(of(null)?.error).toMatchObject({ code: -32700 });
    expect(of(2)?.error).toMatchObject({ code: -32700 });
    expect(of(3)?.error).toMatchObject({ code: -32600, message: expect.stringContaining('at most') });
    for (const id of [4, 5, 6, 7, 8, 9]) expect({ id, ...wrong(of(id)) }).toEqual({ id, isWrong: true });
    expect(of(10)?.result).toMatchObject({ structuredContent: { issues: [] } });
  });

  const wrong = (answer: { result?: Record<string, unknown>; error?: object } | undefined) => ({
    isWrong: answer?.error !== undefined || answer?.result?.isError === true,
  });
});

describe('a file of requests', () => {
  it('is answered to its last line before the server ends', async () => {
    const stage = await makeBuiltStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const call = (id: number, name: string, args: object) => ({
      id,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'file', version: '1' } };
    const requests = [
      { id: 1, method: 'initialize', params: hello },
      { method: 'notifications/initialized' },
      call(2, 'check_known_issues', { tool: 'python3', error: "ModuleNotFoundError: No module named 'polars'" }),
      call(3, 'consult', { files: ['web/app.css'] }),
      call(4, 'why', { id: 'L-001' }),
    ].map((request) => JSON.stringify({ jsonrpc: '2.0', ...request }));
    for (const end of ['\n', '']) {
      const { code, stdout } = await stage.run(['mcp', '--project', stage.project], {
        stdin: requests.join('\n') + end,
      });
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: number; result?: unknown });
      expect({ code, ids: answers.map(({ id }) => id).sort() }).toEqual({ code: 0, ids: [1, 2, 3, 4] });
      const known = JSON.stringify(answers.find(({ id }) => id === 2)?.result);
      // The very error that the lesson was mined from.
      expect(known).toContain('L-001');
    }
  });
});
