import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { learn } from '../../src/app/learn/learn.ts';
import type { ReportedLesson } from '../../src/app/learn/learn-report.ts';
import { askMemory } from '../../src/heal/ask-memory.ts';
import { fixed } from '../../src/lessons/quotable.ts';
import { consult } from '../../src/lifecycle/consult/consult.ts';
import { describeConsulted } from '../../src/lifecycle/consult/describe-lesson.ts';
import { renderPrompt } from '../../src/lifecycle/consult/render-prompt.ts';
import { respond } from '../../src/live/respond.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import { parseCase } from '../golden-tester/case-file.ts';
import { logWriters } from '../support/log-writers/index.ts';
import { isolatedEnvironment } from '../support/run.ts';

/** What sessions led to, wherever it can be read. */
export interface Poisoned {
  lessons: readonly ReportedLesson[];
  /** Every text that a person or an agent is shown, by where that is. */
  sinks: ReadonlyMap<string, string>;
}

const NOW = new Date('2026-03-20T09:00:00Z');

/** A story in steps as golden cases tell them. */
export type Story = readonly Record<string, unknown>[];

/** Lets an agent live through sessions in a project that is on disk, learns from its logs with everything written, and reads what came of it. */
export async function poison(
  agent: string,
  sessions: readonly Story[],
  files: Readonly<Record<string, string>> = {},
): Promise<Poisoned | undefined> {
  const writer = logWriters.find((candidate) => candidate.agent === agent);
  if (!writer) throw new Error(`no writer for ${agent}`);
  const home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-poison-')));
  try {
    const root = join(home, 'harbour');
    await mkdir(root);
    for (const [name, text] of Object.entries({ 'CLAUDE.md': '# Harbour\n', 'AGENTS.md': '# Harbour\n', ...files })) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', '-A'], { cwd: root });
    const told = parseCase({ about: 'x', root, sessions: sessions.map((calls) => ({ calls })) }, agent).sessions;
    if (writer.lacks?.(told) !== undefined) return undefined;
    await writer.write(home, told);
    const env = isolatedEnvironment({ home });
    const request = {
      cwd: root,
      home,
      env,
      now: NOW,
      agents: [agent],
      join: [],
      all: false,
      force: false,
      fresh: false,
    };
    const report = await learn({ ...request, apply: true });
    const sinks = new Map([['--json', JSON.stringify(report)]]);
    for (const [path, text] of await readTree(root)) sinks.set(path.slice(root.length + 1), text);
    const folders = findOwnFolders({ home, env });
    for (const [path, text] of await readTree(folders.cache)) sinks.set(path.slice(home.length + 1), text);
    const here = { env, home, folders, cwd: root, now: NOW };
    const ask = (event: string, fields: object) =>
      respond(event, 'claude-code', { session_id: 'n', cwd: root, ...fields }, here);
    sinks.set('hook at start', (await ask('session-start', { source: 'startup' })) ?? '');
    for (const command of ['git push', 'make test', 'tug moor', 'npm run lint']) {
      const call = { tool_name: 'Bash', tool_use_id: command, tool_input: { command } };
      sinks.set(`hook before ${command}`, (await ask('pre-tool-use', call)) ?? '');
    }
    // What `hardwon consult` and the MCP tool of that name answer.
    for (const phase of ['implement', 'verify', 'debug'] as const) {
      const { lessons } = await consult(root, { phase, files: [] }, NOW);
      sinks.set(
        `consult ${phase}`,
        JSON.stringify([lessons.map(describeConsulted), renderPrompt(lessons, fixed(''), 5_000)]),
      );
    }
    const known = await askMemory({ tool: 'git', error: 'refused' }, root, home);
    sinks.set('known issues', JSON.stringify(known));
    return { lessons: report.projects.flatMap((project) => project.lessons), sinks };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function readTree(folder: string): Promise<[path: string, text: string][]> {
  const found: [string, string][] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git') found.push(...(await readTree(path)));
    else if (entry.isFile() && !/\.db(?:-\w+)?$/.test(entry.name)) found.push([path, await readFile(path, 'utf8')]);
  }
  return found;
}
