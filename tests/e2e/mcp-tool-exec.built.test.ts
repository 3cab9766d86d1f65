import { afterAll, describe, expect, it } from 'vitest';
import { closeClients } from '../support/mcp-client.ts';
import { openServer } from './mcp-stage.ts';
import { clearStages, type Stage } from './stage.ts';

afterAll(async () => {
  await closeClients();
  await clearStages();
});

describe('tool_exec', () => {
  const node = process.execPath;
  const print = (code: string) => [node, '-e', code];
  const CONFIG = '../.config/hardwon/hardwon.config.json';

  it('runs what the configuration names, in the project, and nothing else', async () => {
    const { stage, server } = await openServer();
    const tools = {
      where: {
        run: print('console.log(process.cwd(), process.argv.slice(1).join("|"))'),
        about: 'Says where.',
        arguments: true,
      },
      pick: { run: print('console.log(process.argv[1])'), arguments: ['stage', 'test'] },
      piped: { run: `echo one | tr o 0` },
    };
    await stage.write(CONFIG, JSON.stringify({ tools }));
    const list = await server.call('tool_exec');
    expect(list.data.tools).toEqual([
      { name: 'where', about: 'Says where.', arguments: true },
      { name: 'pick', arguments: ['stage', 'test'] },
      { name: 'piped', arguments: false },
    ]);
    const words = ['$(touch pwned)', '; touch pwned', 'a b'];
    const { data, isError } = await server.call('tool_exec', { tool: 'where', arguments: words });
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      exitCode: 0,
      healed: false,
      output: `${stage.project} ${words.join('|')}\n`,
      issues: [],
    });
    expect(await stage.read('pwned')).toBeUndefined();
    expect((await server.call('tool_exec', { tool: 'piped' })).data).toMatchObject({ output: '0ne\n' });
    for (const [input, said] of [
      [{ tool: 'piped', arguments: ['x'] }, 'piped takes no arguments.'],
      [{ tool: 'pick', arguments: ['production'] }, 'It takes stage, test.'],
      [{ tool: 'node' }, 'The configuration names no tool node.'],
      [{ tool: 'toString' }, 'The configuration names no tool toString.'],
      [{ arguments: ['rm'] }, 'Arguments need a tool.'],
    ] as const)
      expect(await server.call('tool_exec', input)).toMatchObject({
        isError: true,
        text: expect.stringContaining(said),
      });
  });

  it('runs nothing that a project names which the user does not trust', async () => {
    const { stage, server } = await openServer();
    await stage.write(
      'hardwon.config.json',
      JSON.stringify({ tools: { moor: { run: print('console.log("moored")') } } }),
    );
    const refused = await server.call('tool_exec', { tool: 'moor' });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('ignored tools, because you do not trust this project'),
    });
    expect((await server.call('tool_exec')).data.tools).toEqual([]);
    await stage.write(CONFIG, JSON.stringify({ trust: [stage.project] }));
    expect((await server.call('tool_exec', { tool: 'moor' })).data).toMatchObject({ output: 'moored\n' });
  });

  it('heals, retries, and logs the truth', async () => {
    const { stage, server } = await openServer();
    const service =
      "if (!require('node:fs').existsSync('in')) { console.log('half an answer'); console.error('HTTP 401: token expired'); process.exit(3); } console.log('4 free')";
    const config = {
      tools: { berths: { run: print(service) } },
      remedies: {
        login: { run: print("require('node:fs').writeFileSync('in', ''); console.log('logged in')"), heals: ['auth'] },
      },
      heal: { berths: { with: ['login'], backoff: 0 } },
    };
    await stage.write(CONFIG, JSON.stringify(config));
    const told: (string | undefined)[] = [];
    const { structuredContent: data } = await server.client.callTool(
      { name: 'tool_exec', arguments: { tool: 'berths' } },
      { onprogress: ({ message }) => told.push(message) },
    );
    expect(data).toMatchObject({ exitCode: 0, healed: true, output: '4 free\n', issues: [] });
    expect(told).toEqual([
      expect.stringContaining('running the remedy login'),
      'trying berths again',
      'berths worked after login',
    ]);
    expect(await stage.read('.memory/learned/tool_failures.yaml')).toMatch(
      /tool: berths[\s\S]*fix_attempted: login\n\s+success: true/,
    );
    // What a remedy prints is on stderr, never in the protocol.
    expect(server.complaints()).toBe('logged in\n');
  });

  it('shows what is known where it fails, ends what takes too long, and cuts and cleans what it prints', async () => {
    const { stage, server } = await openServer();
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const tools = {
      quay: { run: print("console.error('no such quay: 7'); process.exit(2)") },
      // Long enough for Node to start on a busy machine.
      slow: { run: print("console.log('started'); setInterval(() => {}, 1000)"), timeout: 5 },
      gone: { run: ['no-such-program-here'] },
      loud: {
        run: print(
          `console.log('first'); console.log('\\u001b[31m${token} is the key of this quay\\n'.repeat(20000)); console.log('last')`,
        ),
      },
    };
    await stage.write(CONFIG, JSON.stringify({ tools }));
    const unknown = await server.call('tool_exec', { tool: 'quay' });
    expect(unknown).toMatchObject({ isError: true, data: { exitCode: 2, issues: [], healed: false } });
    expect(unknown.text).toContain('save it with learn_tool_fix');
    await server.call('learn_tool_fix', {
      tool: 'quay',
      error_pattern: 'no such quay: <n>',
      fix: 'use its whole name',
    });
    const known = await server.call('tool_exec', { tool: 'quay' });
    expect(known.data.issues).toMatchObject([{ id: 'L-001', fix: 'use its whole name' }]);
    expect(known.text).toContain('fix: use its whole name');
    const slow = await server.call('tool_exec', { tool: 'slow' });
    expect(slow).toMatchObject({ isError: true, data: { exitCode: 124, output: 'started\n' } });
    expect(slow.text).toContain('took longer than 5 s');
    expect(await server.call('tool_exec', { tool: 'gone' })).toMatchObject({ isError: true, data: { exitCode: 127 } });
    const { output } = (await server.call('tool_exec', { tool: 'loud' })).data as { output: string };
    expect(output).toMatch(/^first\n[\s\S]*characters left out[\s\S]*last\n$/);
    expect(output.length).toBeLessThan(17_000);
    expect(output).not.toMatch(/ghp_|a1B2c3/);
  });

  it('ends what it runs when the client takes the call back, or goes', async () => {
    const { stage, server } = await openServer();
    const code = "const fs = require('node:fs'); setInterval(() => fs.appendFileSync('beat', '.'), 20)";
    await stage.write(CONFIG, JSON.stringify({ tools: { beat: { run: print(code) } } }));
    const abort = new AbortController();
    const call = server.client.callTool({ name: 'tool_exec', arguments: { tool: 'beat' } }, { signal: abort.signal });
    await waitFor(async () => ((await stage.read('beat'))?.length ?? 0) > 2);
    abort.abort();
    await expect(call).rejects.toThrow();
    await isStill(stage);
    const left = server.client.callTool({ name: 'tool_exec', arguments: { tool: 'beat' } }).catch(() => undefined);
    const before = (await stage.read('beat'))?.length ?? 0;
    await waitFor(async () => ((await stage.read('beat'))?.length ?? 0) > before + 2);
    await server.close();
    await left;
    await isStill(stage);
  });

  const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
  async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 400; tries++) {
      if (await isSo()) return;
      await pause(25);
    }
    throw new Error('it never came about');
  }
  /** Nothing writes to the file any more. */
  async function isStill(stage: Stage): Promise<void> {
    await waitFor(async () => {
      const before = await stage.read('beat');
      await pause(300);
      return (await stage.read('beat')) === before;
    });
  }
});
