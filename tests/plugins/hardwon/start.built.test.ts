import { execFile, execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isolatedEnvironment, type RunResult, runCli, runNode } from '../../support/run.ts';

const plugin = resolve(import.meta.dirname, '../../../plugins/hardwon');

/** What stands for the program in these tests: says how it was started. */
const HOOK =
  "process.stdout.write('hook ' + process.argv.slice(2).join(' ') + ': ' + require('node:fs').readFileSync(0, 'utf8'));\n";
const CLI = "process.stdout.write('cli ' + process.argv.slice(2).join(' '));\nprocess.exitCode = 1;\n";

let home: string;
let project: string;
let start: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-plugin-')));
  project = join(home, 'harbour');
  await mkdir(join(project, '.git'), { recursive: true });
  // As agents keep it: a copy, far from the package that it came from.
  start = join(home, 'cache/hardwon/0.1.0/start.cjs');
  await cp(plugin, dirname(start), { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

async function writePackage(folder: string): Promise<string> {
  const bin = { hardwon: 'dist/cli.mjs', 'hardwon-hook': 'dist/hook.js' };
  await write(join(folder, 'package.json'), JSON.stringify({ name: 'hardwon', type: 'module', bin }));
  await write(join(folder, 'dist/package.json'), '{"type":"commonjs"}');
  await write(join(folder, 'dist/cli.mjs'), CLI);
  return write(join(folder, 'dist/hook.js'), HOOK);
}

/** Installs the package as npm does for all projects of a user; gives the folder for the PATH. */
async function installGlobally(): Promise<string> {
  await writePackage(join(home, 'lib/node_modules/hardwon'));
  const bin = join(home, 'bin');
  await mkdir(bin, { recursive: true });
  await symlink('../lib/node_modules/hardwon/dist/hook.js', join(bin, 'hardwon-hook'));
  await symlink('../lib/node_modules/hardwon/dist/cli.mjs', join(bin, 'hardwon'));
  return bin;
}

interface Place {
  path?: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
}

function run(words: readonly string[], { path = [], cwd = project, env = {} }: Place = {}): Promise<RunResult> {
  const node = dirname(process.execPath);
  const options = { home, cwd, stdin: '{"x":1}', env: { PATH: [...path, node].join(delimiter), ...env } };
  return runNode(start, words, options);
}

const before = ['hook', 'pre-tool-use', 'claude-code'];
const answered = { code: 0, stdout: 'hook pre-tool-use claude-code: {"x":1}', stderr: '' };
const silent = { code: 0, stdout: '', stderr: '' };

describe('the program', () => {
  it('is the one of the package that holds the plugin', async () => {
    const folder = join(home, 'lib/node_modules/hardwon');
    await writePackage(folder);
    await cp(plugin, join(folder, 'plugins/hardwon'), { recursive: true });
    start = join(folder, 'plugins/hardwon/start.cjs');
    expect(await run(before)).toEqual(answered);
    expect(await run(['why', 'L-001', '--json'])).toEqual({ code: 1, stdout: 'cli why L-001 --json', stderr: '' });
  });

  it('is the one on the PATH where the plugin is a copy', async () => {
    const path = [await installGlobally()];
    expect(await run(before, { path })).toEqual(answered);
    expect(await run(['mcp'], { path })).toEqual({ code: 1, stdout: 'cli mcp', stderr: '' });
  });

  it('is found beside its scripts, as npm installs it on Windows', async () => {
    const bin = join(home, 'npm');
    await writePackage(join(bin, 'node_modules/hardwon'));
    await write(join(bin, 'hardwon-hook.cmd'), '@echo off\r\n');
    expect(await run(before, { path: [bin] })).toEqual(answered);
  });

  it.runIf(process.platform !== 'win32')('is started where a script stands for it', async () => {
    const file = await writePackage(join(home, 'store/hardwon'));
    const script = await write(join(home, 'pnpm/hardwon-hook'), `#!/bin/sh\nexec node '${file}' "$@"\n`);
    await chmod(script, 0o755);
    expect(await run(before, { path: [dirname(script)] })).toEqual(answered);
  });

  it('is never that of the project, nor of a folder that the PATH names from where one stands', async () => {
    await writePackage(join(project, 'node_modules/hardwon'));
    await mkdir(join(project, 'node_modules/.bin'));
    await symlink('../hardwon/dist/hook.js', join(project, 'node_modules/.bin/hardwon-hook'));
    expect(await run(before, { path: ['node_modules/.bin', '.'] })).toEqual(silent);
  });

  it('holds nothing up where it is missing, and is missed once, by the user', async () => {
    // Its own program for the shell is on the PATH there.
    const path = [join(dirname(start), 'bin')];
    expect(await run(before, { path })).toEqual(silent);
    const opened = await run(['hook', 'session-start', 'claude-code'], { path });
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(opened.stdout)).toEqual({
      systemMessage: expect.stringContaining('npm install --global hardwon'),
    });
    const command = await run(['mcp'], { path });
    expect(command).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('npm install --global hardwon'),
    });
  });

  it('holds nothing up where it is broken', async () => {
    const bin = await installGlobally();
    await writeFile(join(home, 'lib/node_modules/hardwon/dist/hook.js'), 'throw new Error("broken");\n');
    expect(await run(before, { path: [bin] })).toEqual(silent);
  });

  it.runIf(process.platform !== 'win32')('is `hardwon` in the shell of Claude Code', async () => {
    const path = [await installGlobally(), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const env = { ...isolatedEnvironment({ home }), PATH: path };
    const stdout = await new Promise((done) =>
      execFile(join(dirname(start), 'bin/hardwon'), ['learn'], { env }, (_, text) => done(text)),
    );
    expect(stdout).toBe('cli learn');
  });
});

it('becomes the hook that is built in this repository', async () => {
  const event = { session_id: 's', cwd: project, hook_event_name: 'SessionStart', source: 'startup' };
  const fix = [
    'learn-fix',
    '--human',
    '--tool',
    'npm',
    '--error-pattern',
    'Missing script',
    '--fix',
    'Run npm run lint:all',
  ];
  expect(await runCli(fix, { home, cwd: project })).toMatchObject({ code: 0 });
  const options = { home, cwd: project, stdin: JSON.stringify(event) };
  const { code, stdout } = await runNode(join(plugin, 'start.cjs'), ['hook', 'session-start', 'claude-code'], options);
  expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    answer: {
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('npm run lint:all'),
      },
    },
  });
});

describe('hooks that hardwon install put into settings', () => {
  const settings = (command: string) =>
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
  let path: string[];
  beforeEach(async () => {
    path = [await installGlobally()];
  });

  it('answer, and those of the plugin do not', async () => {
    const hook = join(home, 'lib/node_modules/hardwon/dist/hook.js');
    await write(
      join(home, '.claude/settings.json'),
      settings(`node ${hook} pre-tool-use claude-code 2>/dev/null || true`),
    );
    expect(await run(before, { path })).toEqual(silent);
    // Those of another agent do not count.
    expect(await run(['hook', 'pre-tool-use', 'codex'], { path })).toMatchObject({
      stdout: expect.stringContaining('hook'),
    });
  });

  it('are seen where the settings are moved, and where paths have spaces and backslashes', async () => {
    const hook = await writePackage(join(home, 'my programs/hardwon'));
    await write(
      join(home, 'elsewhere/settings.json'),
      settings(`node '${hook}' pre-tool-use claude-code 2>/dev/null || true`),
    );
    expect(await run(before, { path, env: { CLAUDE_CONFIG_DIR: join(home, 'elsewhere') } })).toEqual(silent);
    expect(await run(before, { path })).toEqual(answered);
  });

  it('are seen in a project, by the name on the PATH', async () => {
    await write(
      join(project, '.claude/settings.json'),
      settings('hardwon-hook pre-tool-use claude-code 2>/dev/null || true'),
    );
    expect(await run(before, { path })).toEqual(silent);
    expect(await run(before, { path, cwd: home, env: { CLAUDE_PROJECT_DIR: project } })).toEqual(silent);
    expect(await run(before, { path, cwd: home })).toEqual(answered);
  });

  it('are seen in the files of Codex, from any folder of the project', async () => {
    const inside = join(project, 'web/src');
    await mkdir(inside, { recursive: true });
    await write(join(project, '.codex/hooks.json'), settings('hardwon-hook pre-tool-use codex 2>/dev/null || true'));
    expect(await run(['hook', 'pre-tool-use', 'codex'], { path, cwd: inside })).toEqual(silent);
  });

  it('do not silence the plugin where the program they name is gone', async () => {
    await write(
      join(home, '.claude/settings.json'),
      settings('node /opt/gone/dist/hook.js pre-tool-use claude-code 2>/dev/null || true'),
    );
    expect(await run(before, { path })).toEqual(answered);
  });

  it.each([
    '{"permissions": {"allow": ["Bash(hardwon-hook *)"]}}',
    settings('echo hardwon-hook pre-tool-use claude-code 2>/dev/null || true'),
    settings('hardwon-hook pre-tool-use claude-code 2>/dev/null || touch ran'),
  ])('are not every line that names the program: %s', async (text) => {
    await write(join(project, '.claude/settings.json'), text);
    expect(await run(before, { path })).toEqual(answered);
  });

  it.skipIf(process.platform === 'win32')('are not waited for where settings are a pipe', async () => {
    await mkdir(join(project, '.claude'), { recursive: true });
    execFileSync('mkfifo', [join(project, '.claude/settings.json')]);
    expect(await run(before, { path })).toEqual(answered);
  });
});
