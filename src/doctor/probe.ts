import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_LIVE } from '../delivery/snapshot/snapshot.ts';
import { writeSnapshot } from '../delivery/snapshot/write-snapshot.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory/memory.ts';
import type { Installation } from './examination.ts';

/** A temporary project with one lesson, in which a hook can be tried: nothing of the user's is read or written. */
export interface Probe {
  /** Starts a hook, by its path and without a shell, with the event of a session start. */
  start(command: readonly string[]): Promise<ProbeAnswer>;
  /** The same with a call about which nothing is known, the most frequent reason for starting a hook. */
  pass(command: readonly string[]): Promise<ProbeAnswer>;
  /** Removes it. */
  close(): Promise<void>;
}

/** How a hook answered. */
export interface ProbeAnswer {
  /** Whether it showed the lesson. */
  tells: boolean;
  /** Its exit code; undefined if it did not start, or timed out. */
  code: number | undefined;
  ms: number;
  /** The end of its stderr output. */
  complaint: string;
}

const GUIDANCE = 'Run `make lanterns` before `make boats`: hardwon doctor asks.';

const MEMORY = `# Harness learnings

## L-001: A lesson that hardwon doctor asks for
- Phase: implement
- Dimension: maintainability
- Scope: (everywhere)
- Pattern: \`make boats\` failed
- Guidance: ${GUIDANCE}
- Confidence: high
- Occurrences: 3
- First seen: 2026-01-01
- Last seen: 2026-01-01
- Kind: command
- Status: ready
`;

/** A hook gives up after two seconds; a busy machine takes some time to start it. */
const PATIENCE_MS = 10_000;

export async function openProbe({ env, now }: Pick<Installation, 'env' | 'now'>): Promise<Probe> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-doctor-')));
  const project = join(folder, 'project');
  const cacheDir = join(folder, 'cache', 'hardwon');
  const file = join(project, MEMORY_FOLDER, MEMORY_FILE);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, MEMORY);
  const places = { projectRoot: project, projectFolders: [project], home: folder, env: {}, folders: {}, known: [] };
  await writeSnapshot({ ...places, cacheDir, live: DEFAULT_LIVE, allowed: [], now });
  const { HARDWON_LIVE: _silenced, ...rest } = env;
  const moved = {
    XDG_CACHE_HOME: dirname(cacheDir),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  const place: Place = { cwd: project, env: { ...rest, ...moved } };
  const event = { session_id: 'hardwon-doctor', cwd: project };
  const call = { tool_name: 'Bash', tool_use_id: 'hardwon-doctor', tool_input: { command: 'ls' } };
  return {
    start: (command) => run(command, { ...event, hook_event_name: 'SessionStart', source: 'startup' }, place),
    pass: (command) => run(command, { ...event, ...call, hook_event_name: 'PreToolUse' }, place),
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

function run(command: readonly string[], event: object, place: Place): Promise<ProbeAnswer> {
  const start = performance.now();
  return new Promise((done) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { ...place, timeout: PATIENCE_MS, windowsHide: true });
    let output = '';
    let complaint = '';
    const end = (code: number | undefined, reason = complaint) =>
      done({
        tells: output.includes('make lanterns'),
        code,
        ms: performance.now() - start,
        complaint: reason.trim().slice(-300),
      });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.on('error', (error) => end(undefined, error.message));
    child.on('close', (code) => end(code ?? undefined));
    // A program that ends before it reads is not an error of ours.
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(event));
  });
}
