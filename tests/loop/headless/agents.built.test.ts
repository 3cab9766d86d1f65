import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentRunOptions } from '../../../src/agents/headless-agent.ts';
import { chooseAgent, requireInstalled } from '../../../src/loop/headless/choose-agent.ts';
import type { AppError } from '../../../src/shared/errors.ts';
import { isTeacherFolder } from '../../../src/shared/teacher-folder.ts';
import { agentModel } from '../../../src/teach/agent-model.ts';

// Programs are found by PATH, as agents are; Windows would want another kind of script.
const posix = describe.skipIf(process.platform === 'win32');

let folder: string;
let path: string | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon agents ')));
  path = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** A program that notes its words and its input, and then does as it is told. */
function program(name: string, body = ''): void {
  const note = `require('fs').writeFileSync(${JSON.stringify(join(folder, `${name}.json`))}, JSON.stringify({ args: process.argv.slice(2), input: require('fs').readFileSync(0, 'utf8'), cwd: process.cwd(), env: process.env, files: require('fs').readdirSync('.', { recursive: true }) }));`;
  writeFileSync(join(folder, name), `#!${process.execPath}\n${note}\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

const noted = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as {
    args: string[];
    input: string;
    cwd: string;
    env: Record<string, string>;
    files: string[];
  };
const options = (more: Partial<AgentRunOptions> = {}): AgentRunOptions => ({
  cwd: folder,
  permissions: 'edits',
  timeoutMs: 20_000,
  ...more,
});
const TASK = 'Fix "it" $(touch hacked) `now` %PATH%\nand the rest';

posix('agents without a person', () => {
  it('are looked for before anything is prepared, and those that are here are named', () => {
    const env = { PATH: folder };
    expect(() => requireInstalled(chooseAgent({}, 'claude'), env)).toThrow('There is no program claude here.');
    program('codex');
    program('opencode');
    const hint = (name: string) => {
      try {
        requireInstalled(chooseAgent({ loop: { command: ['my-agent', '{task}'] } }, name), env);
        return '';
      } catch (error) {
        return (error as AppError).hint;
      }
    };
    expect(hint('claude')).toBe(
      'Install it with npm install -g @anthropic-ai/claude-code. Installed here: codex, opencode. Choose one with --agent.',
    );
    expect(hint('codex')).toBe('');
    expect(hint('command')).toBe('Check loop.command in the configuration.');
    expect(() => requireInstalled(chooseAgent({ loop: { command: ['./agent.sh', '{task}'] } }), env)).not.toThrow();
  });

  it('are given the task on stdin, and no more rights than were asked for', async () => {
    for (const name of ['claude', 'codex', 'gemini', 'opencode']) program(name);
    const words = async (name: string, permissions: AgentRunOptions['permissions']) => {
      await chooseAgent({}, name).run(TASK, options({ permissions }));
      expect(noted(name)).toMatchObject({ input: TASK, cwd: folder });
      return noted(name).args.join(' ');
    };
    expect(await words('claude', 'edits')).toBe(
      '-p --output-format stream-json --verbose --max-turns 15 --permission-mode acceptEdits',
    );
    expect(await words('claude', 'skip')).toContain('--dangerously-skip-permissions');
    expect(await words('claude', 'none')).toMatch(/--tools $/);
    expect(await words('codex', 'edits')).toBe('exec --json --sandbox workspace-write -');
    expect(await words('codex', 'skip')).toContain('--dangerously-bypass-approvals-and-sandbox');
    expect(await words('gemini', 'edits')).toContain('--approval-mode auto_edit');
    expect(await words('gemini', 'skip')).toContain('--approval-mode yolo');
    expect(await words('opencode', 'edits')).toBe('run --format json');
    expect(await words('opencode', 'skip')).toBe('run --format json --auto');
  });

  it('only answer as teachers: no tools, no hooks, no servers, and no log where there is an option', async () => {
    for (const name of ['claude', 'codex', 'gemini', 'opencode']) program(name);
    mkdirSync(join(folder, '.codex'));
    writeFileSync(join(folder, '.codex/config.toml'), '[mcp_servers.tides]\ncommand = "x"\n[mcp_servers.tides.env]\n');
    const ask = async (name: string) => {
      const env = { PATH: process.env.PATH, HOME: folder };
      await agentModel(chooseAgent({}, name), 20_000, env)
        .ask({ system: 'Teach.', message: TASK }, {})
        .catch(() => {});
      const { args, input, cwd, env: seen, files } = noted(name);
      expect(input).toBe(`Teach.\n\n${TASK}`);
      expect(isTeacherFolder(cwd)).toBe(true);
      expect(existsSync(cwd)).toBe(false);
      expect(seen.HARDWON_LIVE).toBe('off');
      return { words: args.join(' '), env: seen, files };
    };
    expect(await ask('claude')).toMatchObject({
      words: expect.stringMatching(
        /--max-turns 1 --strict-mcp-config --no-session-persistence --settings \{"disableAllHooks":true\} --tools $/,
      ),
      files: [],
    });
    const codex = await ask('codex');
    for (const word of ['--sandbox read-only', '--ephemeral', 'hooks=false', 'shell_tool=false', 'tides.enabled=false'])
      expect(codex.words).toContain(word);
    expect(codex.words).not.toContain('env.enabled');
    expect(await ask('gemini')).toMatchObject({
      words: expect.stringMatching(/--approval-mode plan --allowed-mcp-server-names none --extensions none$/),
      files: ['.gemini', '.gemini/settings.json'],
    });
    expect(await ask('opencode')).toMatchObject({
      words: 'run --format json --pure --title hardwon',
      env: { OPENCODE_PERMISSION: '{"*":"deny"}', OPENCODE_DB: ':memory:' },
    });
  });

  it('heed the settings of Claude Code', async () => {
    program(
      'claude',
      'console.log(JSON.stringify({ type: "result", num_turns: 2, total_cost_usd: 0.5, result: "Done.", is_error: false }))',
    );
    const run = await chooseAgent({ claude: { maxTurns: 4, outputFormat: 'json' } }).run(TASK, options());
    expect(noted('claude').args.join(' ')).toBe('-p --output-format json --max-turns 4 --permission-mode acceptEdits');
    expect(run).toMatchObject({ outcome: 'done', turns: 2, costUsd: 0.5, answer: 'Done.' });
  });

  it('can be any program, and nothing in the task becomes a command', async () => {
    program('own-agent', 'console.log("working"); process.exit(process.argv[3] === "--fail" ? 3 : 0)');
    const lines: string[] = [];
    const settings = { loop: { command: ['own-agent', '--prompt={task}'] } };
    const run = await chooseAgent(settings).run(TASK, options({ onLine: (line) => lines.push(line) }));
    expect(noted('own-agent').args).toEqual([`--prompt=${TASK}`]);
    expect(run).toMatchObject({ outcome: 'done', exitCode: 0 });
    expect(lines).toEqual(['working']);
    expect(existsSync(join(folder, 'hacked'))).toBe(false);
    const failing = await chooseAgent({ loop: { command: ['own-agent', '{task}', '--fail'] } }).run('x', options());
    expect(failing).toMatchObject({ outcome: 'failed', exitCode: 3 });
  });

  it('are ended with all that they started', async () => {
    // It starts another program that would write a file later.
    const late = JSON.stringify(join(folder, 'late.txt'));
    const child = `setTimeout(() => require('fs').writeFileSync(${late}, 'x'), 1500)`;
    program(
      'own-agent',
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000);`,
    );
    const stop = new AbortController();
    const settings = { loop: { command: ['own-agent', '{task}'] } };
    const started: number[] = [];
    const onStart = (pid: number) => {
      started.push(pid);
      setTimeout(() => stop.abort(), 300);
    };
    expect((await chooseAgent(settings).run('x', options({ signal: stop.signal, onStart }))).outcome).toBe('stopped');
    expect((await chooseAgent(settings).run('x', options({ timeoutMs: 300 }))).outcome).toBe('timed-out');
    expect(started).toHaveLength(1);
    await new Promise((done) => setTimeout(done, 1_800));
    expect(existsSync(join(folder, 'late.txt'))).toBe(false);
  });

  it('say what to do where they are not there', async () => {
    process.env.PATH = folder;
    await expect(chooseAgent({}, 'codex').run('x', options())).rejects.toMatchObject({
      message: 'There is no program codex here.',
      hint: expect.stringContaining('npm install -g @openai/codex'),
    });
    expect(() => chooseAgent({}, 'cladue')).toThrow('There is no agent cladue');
    expect(() => chooseAgent({ loop: { command: ['own-agent', 'task'] } })).toThrow('has no {task}');
    expect(() => chooseAgent({}, 'command')).toThrow('No command is configured');
  });

  it('give all of an answer: a list of findings is useless without its beginning', async () => {
    const findings = JSON.stringify({ findings: Array.from({ length: 100 }, () => ({ problem: 'x'.repeat(100) })) });
    program('claude', `console.log(JSON.stringify({ type: 'result', result: ${JSON.stringify(findings)} }))`);
    const answer = await agentModel(chooseAgent({}), 20_000).ask({ system: '', message: '' }, {});
    expect(answer.text).toBe(findings);
  });

  it('say that a task is too long for the words of a program', async () => {
    program('own-agent');
    const run = chooseAgent({ loop: { command: ['own-agent', '{task}'] } }).run('x'.repeat(4_000_000), options());
    await expect(run).rejects.toMatchObject({ code: 'unavailable', hint: expect.stringContaining('shorter task') });
  });
});
