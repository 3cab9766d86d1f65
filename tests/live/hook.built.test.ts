import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kebab, startHook as startLine } from '../../src/agents/hook-command.ts';
import { makeHome, type TestHome } from '../support/home.ts';
import { isolatedEnvironment, runHook } from '../support/run.ts';

const dist = resolve(import.meta.dirname, '../../dist');
const silent = { code: 0, stdout: '', stderr: '' };

let home: TestHome;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => home.remove());

/** Starts the hook, whose input stays open, as an agent would. */
function startHook([program = '', ...args]: readonly string[]) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: isolatedEnvironment({ home: home.path }),
  });
  return { child, ended: new Promise((done) => child.on('close', done)) };
}

describe('what a hook loads', () => {
  it('is nothing but its main file, before it is known what there is to do', async () => {
    const main = await readFile(join(dist, 'hook-main.cjs'), 'utf8');
    // What is asked for inside a function comes when it is needed.
    expect(main.match(/(?<!=>)require\("\.\/(?!hook-rolldown-runtime)[^"]*"\)/g)).toBeNull();
    expect(main).toContain('=>require("./hook-match.cjs")');
  });

  it.each([
    ['main', ['node:fs', 'node:path']],
    ['match', ['./hook-main.cjs', './hook-rolldown-runtime.cjs', './hook-rules.cjs', 'node:fs']],
    ['start', ['./hook-main.cjs', './hook-rolldown-runtime.cjs', './hook-rules.cjs', 'node:fs', 'node:path']],
  ])(
    'is, at the start of %s, no more than is used then: node:crypto and node:child_process take 3 ms each',
    async (name, files) => {
      const text = await readFile(join(dist, `hook-${name}.cjs`), 'utf8');
      expect([...text.matchAll(/(?<!=>)require\("([^"]*)"\)/g)].map(([, file]) => file).sort()).toEqual(files);
    },
  );
});

describe('the hook', () => {
  it.each([
    ['an event', 'PreToolUse', JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } })],
    ['broken JSON', 'PreToolUse', '{"tool_name":'],
    ['JSON that is no object', 'PreToolUse', '[1]'],
    ['nothing', 'PreToolUse', ''],
    ['no event name', '', '{}'],
    ['an event that nobody knows', 'moon-rise', '{}'],
    ['bytes that are no text', 'Stop', '\0\uFFFD'],
    ['more than it reads', 'PreToolUse', `{"tool_name": "${'x'.repeat(10 * 1024 * 1024)}"}`],
  ])('lets the agent go on after %s', async (_what, event, stdin) => {
    expect(await runHook(event, { home: home.path, stdin })).toEqual(silent);
  });

  /** Every event of every client, by the name that the client gives it. */
  const EVENTS = [
    ...[
      'SessionStart',
      'SessionEnd',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'PostToolBatch',
    ],
    ...['PermissionRequest', 'Notification', 'SubagentStart', 'SubagentStop', 'Stop', 'PreCompact', 'PostCompact'],
    ...[
      'BeforeAgent',
      'AfterAgent',
      'BeforeModel',
      'AfterModel',
      'BeforeToolSelection',
      'BeforeTool',
      'AfterTool',
      'PreCompress',
    ],
    ...['tool.execute.before', 'tool.execute.after', 'session.idle', 'session.compacted'],
  ];

  it('is started for every event by its name in kebab case', async () => {
    const stdin = JSON.stringify({ session_id: 's', cwd: home.path, tool_name: 'Bash', tool_input: { command: 'ls' } });
    for (const event of EVENTS) expect(await runHook(kebab(event), { home: home.path, stdin }), event).toEqual(silent);
  });

  it('answers an agent that leaves the pipe open', async () => {
    const { child, ended } = startHook([process.execPath, join(dist, 'hook.js'), 'stop']);
    child.stdin.write('{}');
    expect(await ended).toBe(0);
    child.stdin.destroy();
  });

  it('does not wait for an agent that leaves the pipe open and says nothing', async () => {
    const target = {
      scope: 'user',
      agent: 'claude-code',
      node: process.execPath,
      hook: join(dist, 'hook.js'),
    } as const;
    const { command } = startLine({ ...target, platform: process.platform, windowsShell: 'cmd' });
    const shell = process.platform === 'win32' ? ['cmd', '/d', '/c'] : ['/bin/sh', '-c'];
    const { child, ended } = startHook([...shell, command('Stop')]);
    expect(await ended).toBe(0);
    child.stdin.destroy();
  });

  it('needs nothing but its own files and what Node has', async () => {
    const files = (await readdir(dist)).filter((name) => /^hook.*\.c?js$/.test(name));
    const names = new Set<string>();
    for (const file of files) {
      const code = await readFile(join(dist, file), 'utf8');
      for (const [, name = ''] of code.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)) names.add(name);
    }
    const own = files.map((file) => `./${file}`);
    expect([...names].filter((name) => !name.startsWith('node:') && !own.includes(name))).toEqual([]);
    expect(names).toContain('./hook-match.cjs');
  });

  it('has only letters that take one byte in what it reads a byte a letter', async () => {
    for (const name of (await readdir(dist)).filter((file) => /^hook-.*\.cjs$/.test(file)))
      expect(
        [...(await readFile(join(dist, name)))].some((byte) => byte > 127),
        name,
      ).toBe(false);
  });
});
