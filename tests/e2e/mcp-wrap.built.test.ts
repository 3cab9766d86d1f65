import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeClients } from '../support/mcp-client.ts';
import { openServer } from './mcp-stage.ts';
import { clearStages } from './stage.ts';

afterAll(async () => {
  await closeClients();
  await clearStages();
});

const QUAY = resolve(import.meta.dirname, '../support/quay-server.mjs');
const CONFIG = '../.config/hardwon/hardwon.config.json';
const LOG = '.memory/learned/tool_failures.yaml';
const SHA = '0123456789abcdef0123456789abcdef01234567';
const FIX = [
  '--error-pattern',
  'manifest unknown',
  '--root-cause',
  "Short SHA doesn't exist in Quay",
  '--fix',
  'Use the full SHA',
];
const print = (code: string) => [process.execPath, '-e', code];

/** The official server behind the proxy, with the official client before it. */
const openWrapped = () => openServer(undefined, { args: ['wrap', '--', process.execPath, QUAY] });

describe('mcp wrap', () => {
  it("tells error, root cause and fix in the tool's own answer, and leaves answers of tools that work alone", async () => {
    const { stage, server } = await openWrapped();
    await stage.run(['learn-fix', '--human', '--tool', 'bonfire_deploy', ...FIX]);
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['bonfire_deploy', 'get_pods', 'count_berths']);
    const failed = await server.client.callTool({ name: 'bonfire_deploy', arguments: { tag: '01234567' } });
    expect(failed).toMatchObject({ isError: true, content: [{ type: 'text' }] });
    expect(failed.content).toHaveLength(1);
    const [{ text = '' } = {}] = failed.content as { text?: string }[];
    expect(
      text.startsWith('manifest unknown: image 01234567 not found\n\nKnown issues found: 1. Notes from past failures'),
    ).toBe(true);
    expect(text).toContain("root cause: Short SHA doesn't exist in Quay\n  fix: Use the full SHA");
    // The client knows the schema of the answer by now, and takes it.
    const counted = await server.call('count_berths', { quay: '7' });
    expect(counted).toMatchObject({
      isError: true,
      data: { free: 0, hardwon: expect.stringContaining('nothing is known') },
    });
    expect(await server.call('bonfire_deploy', { tag: SHA })).toEqual({
      text: `deployed ${SHA}`,
      data: {},
      isError: false,
    });
    expect(await stage.read(LOG)).toMatch(
      /tool: bonfire_deploy\n\s+error: "manifest unknown: image 01234567 not found"/,
    );
  });

  it('counts that a fix helped where it was told, the call changed, and worked', async () => {
    const { stage, server } = await openWrapped();
    await stage.run(['learn-fix', '--human', '--tool', 'bonfire_deploy', ...FIX]);
    await server.call('bonfire_deploy', { tag: '01234567' });
    await server.call('bonfire_deploy', { tag: SHA });
    const failing = [
      'heal',
      '--tool',
      'ship',
      '--',
      ...print("console.error('tide is out'); process.exit(+process.argv[1])"),
    ];
    await stage.run(['learn-fix', '--human', '--tool', 'ship', '--error-pattern', 'tide is out', '--fix', 'wait']);
    await stage.run([...failing, '1']);
    expect(await stage.run([...failing, '0'])).toMatchObject({ code: 0 });
    const journal = (await readFile(join(stage.home, '.local/share/hardwon/live/journal.ndjson'), 'utf8'))
      .trim()
      .split('\n');
    const entries = journal.map((line) => JSON.parse(line) as { what: string; lesson: string });
    expect(entries.map(({ what, lesson }) => `${lesson} ${what}`)).toEqual(
      ['L-001', 'L-002'].flatMap((id) => [`${id} shown`, `${id} followed`, `${id} helped`]),
    );
    expect(journal.join()).not.toContain(SHA);
  });

  it('knows a fix that was saved with the name of the server, shows what an agent saved as unconfirmed, and else offers to save one', async () => {
    const { stage, server } = await openWrapped();
    const unknown = await server.call('bonfire_deploy', { tag: 'abc' });
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.text).toContain('nothing is known about this error of bonfire_deploy');
    expect(unknown.text).toContain('save it with learn_tool_fix, or by: hardwon learn-fix --tool bonfire_deploy');
    await stage.run(['learn-fix', '--tool', 'mcp__wf__bonfire_deploy', ...FIX]);
    const known = await server.call('bonfire_deploy', { tag: 'abc' });
    expect(known.text).toMatch(/bonfire_deploy \(L-001, medium confidence, seen once, unconfirmed\)/);
    expect(known.text).toContain('fix: Use the full SHA');
  });

  it('connects, then logs into the cluster of the call, and logs each step by its name', async () => {
    const { stage, server } = await openWrapped();
    const write = (name: string) => `require('node:fs').writeFileSync(${name}, '')`;
    const config = {
      remedies: {
        vpn: { run: print(write("'connected'")), heals: ['network'] },
        login: {
          run: [...print(write("'login-' + process.argv[1]")), '{cluster}'],
          heals: ['auth'],
          parameters: { cluster: {} },
        },
      },
      heal: { mcp__wf__get_pods: { preset: 'k8s', with: ['vpn', 'login'], backoff: 0 } },
    };
    await stage.write(CONFIG, JSON.stringify(config));
    expect(await server.call('get_pods', { cluster: 'stage' })).toMatchObject({
      text: 'two pods in stage',
      isError: false,
    });
    // The login of one cluster cools down for that cluster alone.
    expect(await server.call('get_pods', { cluster: 'prod-eu' })).toMatchObject({
      text: 'two pods in prod-eu',
      isError: false,
    });
    const log = (await stage.read(LOG)) ?? '';
    const rows = [...log.matchAll(/error: (.*)\n\s+fix_attempted: (.*)\n\s+success: (.*)\n/g)].map(([, ...row]) => row);
    expect(rows).toEqual([
      [expect.stringContaining('No route to host'), 'vpn', 'true'],
      [expect.stringContaining('401'), 'login(stage)', 'true'],
      [expect.stringContaining('401'), 'login(prod-eu)', 'true'],
    ]);
    // What a call brings is a name, or nothing is run with it.
    const hostile = await server.call('get_pods', { cluster: '../../evil; touch x' });
    expect(hostile).toMatchObject({ isError: true });
    expect(await stage.read(LOG)).toContain("none: login, the call's cluster is not a valid name");
    expect(server.complaints()).toContain('get_pods worked after login(stage)');
  });

  it('runs no remedy that a project names which the user does not trust', async () => {
    const { stage, server } = await openWrapped();
    const config = {
      remedies: { vpn: { run: print("require('node:fs').writeFileSync('connected', '')"), heals: ['network'] } },
      heal: { get_pods: { with: ['vpn'] } },
    };
    await stage.write('hardwon.config.json', JSON.stringify(config));
    expect(await server.call('get_pods', { cluster: 'stage' })).toMatchObject({ isError: true });
    expect(await stage.read('connected')).toBeUndefined();
  });

  it('keeps secrets that somebody typed into the memory out of answers', async () => {
    const { stage, server } = await openWrapped();
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    await stage.run(['learn-fix', '--human', '--tool', 'bonfire_deploy', ...FIX]);
    const memory = (await stage.read('.memory/harness-learnings.md')) ?? '';
    await stage.write('.memory/harness-learnings.md', memory.replace('Use the full SHA', `Use ${token}`));
    const { text } = await server.call('bonfire_deploy', { tag: 'abc' });
    expect(text).toContain('Known issues found: 1.');
    expect(text).not.toContain(token);
  });
});
