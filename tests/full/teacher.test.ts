import { readdirSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shell } from '../e2e/stage.ts';
import { type Answer, startServer } from '../loop/support/answering-server.ts';
import { claudeCodeWriter } from '../support/log-writers/claude-code.ts';
import { runBuilt } from '../support/run.ts';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { describeProxy, environmentAlone } from './support/run-session.ts';

let stage: ClientStage;
afterEach(() => stage.clear());

const touch = (mark: string) => ({ command: 'sh', args: ['-c', `touch ${mark}`] });
const group = (mark: string) => [{ hooks: [{ type: 'command', command: `touch ${mark}` }] }];
const LESSON = {
  ...{ guidance: 'Run `make tides` before `make quay`: the tide table is not in the repository.', wrong: 'make quay' },
  ...{ right: 'make tides', kind: 'workflow', confidence: 'high' },
};

interface Teacher {
  name: string;
  client: Client;
  /** Tools that it offers all the same. */
  tools: string[];
  model?: RegExp;
  /** Where it keeps logs. */
  logs: RegExp;
  /** Gives it hooks and an MCP server that leave a mark when they run. */
  furnish(home: string, mark: string): Promise<unknown>;
}

const teachers: Teacher[] = [
  {
    ...{ name: 'claude', client: claudeCode, tools: [], model: /^claude-/, logs: /projects\/.*teacher/ },
    async furnish(home, mark) {
      const hooks = { SessionStart: group(mark), UserPromptSubmit: group(mark), Stop: group(mark) };
      await write(join(home, '.claude/settings.json'), JSON.stringify({ hooks }));
      await write(join(home, '.claude.json'), JSON.stringify({ mcpServers: { quay: touch(mark) } }));
    },
  },
  {
    // Neither can do anything: nobody is there, and the folder is empty and read-only.
    ...{ name: 'codex', client: codex, tools: ['request_user_input', 'apply_patch'], logs: /rollout-/ },
    async furnish(home, mark) {
      const server = `\n[mcp_servers.quay]\ncommand = "sh"\nargs = ["-c", "touch ${mark}"]\n`;
      await appendFile(join(home, '.codex/config.toml'), server);
      const hooks = { SessionStart: group(mark), UserPromptSubmit: group(mark), Stop: group(mark) };
      await write(join(home, '.codex/hooks.json'), JSON.stringify({ hooks }));
    },
  },
  {
    // It keeps a log whatever is set: hardwon leaves it out.
    ...{ name: 'gemini', client: gemini, tools: [], model: /^gemini-/, logs: /^nowhere$/ },
    async furnish(home, mark) {
      const path = join(home, '.gemini/settings.json');
      const hooks = { SessionStart: group(mark), BeforeAgent: group(mark) };
      const settings = { ...JSON.parse(await readFile(path, 'utf8')), hooks, mcpServers: { quay: touch(mark) } };
      await write(path, JSON.stringify(settings));
    },
  },
  {
    ...{ name: 'opencode', client: openCode, tools: [], logs: /opencode\.db/ },
    furnish: (home, mark) =>
      write(
        join(home, '.config/opencode/plugin/quay.js'),
        `import { writeFileSync } from 'node:fs'; export const Quay = async () => { writeFileSync('${mark}', ''); return {}; };`,
      ),
  },
];

describe('real clients as teachers', () => {
  it.each(teachers)('$name explains a case, and does nothing else', async ({ name, client, furnish, ...expected }) => {
    stage = await makeClientStage({ 'README.md': 'Tides.' });
    const { home, project } = stage;
    const steps = () => [shell('make quay', 'Error: the tide table is missing'), shell('make tides')];
    const start = (day: number) => ({
      start: `2026-02-0${day}T09:00:00Z`,
      cwd: project,
      branch: 'main',
      steps: steps(),
    });
    await claudeCodeWriter.write(home, [start(1), start(2)]);
    const [{ id }] = JSON.parse((await stage.run('cases', '--json')).stdout).cases;
    const say = JSON.stringify({ lessons: [{ ...LESSON, cases: [id] }] });
    const asked: { context: string; tools: string[] }[] = [];
    const { url } = await startServer(({ path, body }): Answer => {
      const request = client.wire.read(path, body);
      if (!request) return { status: 404 };
      const tools = [...JSON.stringify(body.tools ?? []).matchAll(/"name":"(\w+)","description"/g)];
      asked.push({ context: request.context, tools: tools.map(([, tool = '']) => tool) });
      const reply = client.wire.answer({ say }, request, path);
      if ('json' in reply) return { json: reply.json };
      const events = reply.events.map(({ name: event, data }) => {
        const text = typeof data === 'string' ? data : JSON.stringify(data);
        return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
      });
      return { headers: { 'content-type': 'text/event-stream' }, text: events.join('') };
    });
    const place = { home, project, model: url };
    await client.configure(place);
    const mark = join(home, 'ran');
    await furnish(home, mark);
    const { program, args } = client.start('', false);
    // Hooks of Codex run only for those who trust them.
    const trust = name === 'codex' ? '--dangerously-bypass-hook-trust' : '';
    const words = program === process.execPath ? [program, args[0] ?? ''] : [program];
    await write(
      join(home, 'bin', name),
      `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@" ${trust}\n`,
    );
    await chmod(join(home, 'bin', name), 0o755);
    const env = {
      ...{ ...environmentAlone(home), ...describeProxy(url), ...client.environment(place) },
      PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    };
    const learn = ['learn', '--teacher', name, '--yes', '--json'];
    const { code, stdout, stderr } = await runBuilt(learn, { home, cwd: project, env });
    expect(code, stderr).toBe(0);
    const { teacher } = JSON.parse(stdout);
    expect(teacher).toMatchObject({
      ...{ name, questions: 1, tokens: { sent: 100, received: 20 } },
      verdicts: [{ state: 'proven', status: 'ready' }],
    });
    if (expected.model) expect(teacher.model).toMatch(expected.model);
    expect(await stage.read('.memory/harness-learnings.md')).toContain(`by ${name}`);
    expect(asked.map(({ tools }) => tools)).toEqual([expected.tools]);
    expect(asked[0]?.context).toContain('the tide table is missing');
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => path === 'ran' || expected.logs.test(path) || /^tmp\/hardwon/.test(path))).toEqual(
      [],
    );
    const { projects } = JSON.parse((await stage.run('projects', '--json')).stdout);
    expect(projects.map(({ root }: { root: string }) => root)).toEqual([project]);
  });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
