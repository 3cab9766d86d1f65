import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import { respond } from '../../src/live/respond.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import { NOW, type Stage } from '../e2e/stage.ts';
import { openClient } from '../support/mcp-client.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { serveStage } from '../web/served.ts';

/** A text that comes out of hardwon. */
export interface Sink {
  /** Where it comes out. */
  name: string;
  text: string;
  /** Whether agents act on it. What only shows a person the calls of a session may show what was said there. */
  isTold: boolean;
}

/** Every text that comes out of hardwon. */
export class Sinks {
  readonly all: Sink[] = [];

  add(name: string, text: string, isTold = true): void {
    this.all.push({ name, text, isTold });
  }

  /** Where any of the texts came out. */
  find(texts: readonly string[], { told = false } = {}): string[] {
    const asked = told ? this.all.filter(({ isTold }) => isTold) : this.all;
    return asked.flatMap(({ name, text }) =>
      texts.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`),
    );
  }
}

/** What else than the usual is asked, because it is about what was planted. */
export interface Questions {
  /** Commands that hooks are asked about. */
  commands?: readonly string[];
  /** Files that hooks and `consult` are asked about. */
  files?: readonly string[];
  /** Whether the MCP server is started and asked, too: it takes a second. */
  mcp?: boolean;
}

/** Learns from the sessions of a stage with everything written, and gathers all that people, programs and agents are shown of them. */
export async function gatherSinks(stage: Stage, questions: Questions = {}): Promise<Sinks> {
  const sinks = new Sinks();
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await stage.run(args);
    sinks.add(`hardwon ${args.join(' ')}`, stdout + stderr, !SHOWING.includes(args[0] ?? ''));
    return stdout;
  };
  await run('learn', '--verbose');
  await run('learn', '--apply');
  const report = JSON.parse(await run('learn', '--json')) as LearnReport;
  const ids = report.projects.flatMap(({ lessons }) => lessons.map(({ id }) => id)).filter((id) => id !== undefined);
  for (const id of ids.slice(0, 40)) {
    await run('why', id);
    await run('why', id, '--json');
  }
  for (const args of ['projects', 'agents', 'stats', 'consult', 'promote', 'backtest']) {
    await run(args);
    await run(args, '--json');
  }
  const { cases } = JSON.parse(await run('cases', '--json')) as { cases?: { id: string }[] };
  for (const { id } of cases?.slice(0, 20) ?? []) await run('cases', id);
  await run('cases', '--prompt');
  await run('memory', 'list', '--json');
  await run('check', '--tool', 'git', '--json');
  await run('tidy', '--json');
  await run('report', join(stage.home, 'report.html'), '--force');
  await askHooks(stage, questions, sinks);
  await askPage(stage, sinks);
  if (questions.mcp) await askServer(stage, questions, sinks);
  await readFiles(stage, sinks);
  return sinks;
}

async function askHooks(stage: Stage, { commands = [], files = [] }: Questions, sinks: Sinks): Promise<void> {
  const env = isolatedEnvironment({ home: stage.home });
  const folders = findOwnFolders({ home: stage.home, env });
  const here = { env, home: stage.home, folders, cwd: stage.project, now: new Date(NOW) };
  const calls = [
    ...['git push', 'make test', ...commands].map((command) => ({ tool_name: 'Bash', tool_input: { command } })),
    ...files.map((file_path) => ({ tool_name: 'Read', tool_input: { file_path } })),
  ];
  for (const agent of ['claude-code', 'codex', 'gemini']) {
    const ask = async (event: string, fields: object) => {
      const answer = await respond(event, agent, { session_id: `asked ${agent}`, cwd: stage.project, ...fields }, here);
      sinks.add(`${agent} ${event} ${JSON.stringify(fields)}`.slice(0, 200), answer ?? '');
    };
    await ask('session-start', { source: 'startup' });
    for (const [index, call] of calls.entries()) {
      await ask('pre-tool-use', { ...call, tool_use_id: `call ${index}` });
      await ask('post-tool-use-failure', { ...call, tool_use_id: `call ${index}`, error: 'Exit code 1\nrefused' });
    }
  }
}

async function askPage(stage: Stage, sinks: Sinks): Promise<void> {
  const server = await serveStage(stage);
  try {
    const key = { host: new URL(server.address).host, authorization: `Bearer ${server.token}` };
    const get = async (path: string, isTold = true) => {
      const { body } = await server.raw(path, key);
      sinks.add(`page ${path}`, body, isTold);
      return body;
    };
    for (const path of ['status', 'overview', 'failures', 'projects', 'diff']) await get(`/api/${path}`);
    const lessons = JSON.parse(await get('/api/lessons')) as { rows: { project: string; id: string }[] };
    for (const { project, id } of lessons.rows) await get(`/api/lessons/${project}/${id}`, false);
    const sessions = JSON.parse(await get('/api/sessions', false)) as { rows: { agent: string; session: string }[] };
    for (const { agent, session } of sessions.rows)
      await get(`/api/sessions/${agent}/${encodeURIComponent(session)}`, false);
  } finally {
    await server.close();
  }
}

async function askServer(stage: Stage, { commands = [], files = [] }: Questions, sinks: Sinks): Promise<void> {
  const server = await openClient({ home: stage.home, cwd: stage.project, now: NOW });
  try {
    const ask = async (tool: string, input: Record<string, unknown> = {}) => {
      const answer = await server.call(tool, input).catch((error: unknown) => ({ text: String(error), data: {} }));
      sinks.add(`mcp ${tool} ${JSON.stringify(input)}`, answer.text + JSON.stringify(answer.data));
    };
    await ask('consult', { files });
    await ask('memory_view');
    await ask('check_known_issues', { tool: 'git' });
    for (const command of commands) await ask('match', { calls: [{ tool: 'shell', command }] });
    const { text, data } = await server.call('recurring_failures');
    sinks.add('mcp recurring_failures', text + JSON.stringify(data), false);
    sinks.add('mcp stderr', server.complaints());
  } finally {
    await server.close();
  }
}

/** Every file below the home folder but the logs of agents, which are not ours. */
async function readFiles({ home }: Stage, sinks: Sinks): Promise<void> {
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      const name = path.slice(home.length + 1).replaceAll('\\', '/');
      if (entry.isDirectory()) {
        if (!LOGS.test(`${name}/`) && entry.name !== '.git') await visit(path);
      } else if (entry.isFile() && !PLANTED.test(name))
        sinks.add(name, await readFile(path, 'utf8').catch(() => ''), !/\.db|report\.html/.test(name));
    }
  };
  await visit(home);
}

/** Commands that show a person what was called. */
const SHOWING = ['cases', 'why', 'backtest', 'report', 'stats', 'projects', 'agents'];

const LOGS =
  /^(?:\.claude\/projects|\.codex\/sessions|\.gemini\/tmp|\.local\/share\/opencode|\.copilot|\.pi|\.omp|\.cursor)\//;
/** Files of a stage that only hold what was planted. */
const PLANTED = /\.jsonl$/;
