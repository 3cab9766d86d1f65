import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Host } from '../../src/app/surroundings.ts';
import { runCli as runInHost } from '../../src/cli/run-cli.ts';
import { now } from '../../src/shared/clock.ts';

/** How a run of the built tool ended. */
export interface RunResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** The home folder that the tool sees; nothing of the machine's own reaches it. */
  home: string;
  /** Where it is started; the home folder if not given. */
  cwd?: string;
  /** The present as the tool sees it, ISO 8601. */
  now?: string;
  /** What is typed into it; nothing if not given. */
  stdin?: string;
  /** Told all that was printed to stderr so far, whenever that is more; of runs in this process only. */
  hear?: (stderr: string) => void;
  /** More environment variables, or undefined to take one away. */
  env?: Record<string, string | undefined>;
}

const dist = resolve(import.meta.dirname, '../../dist');

/** Runs `hardwon` in this process. Its environment holds only what is named here, so that a run is the same on every machine. */
export async function runCli(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const env = isolatedEnvironment(options);
  const [stdout, stderr] = [new Sink(), new Sink(options.hear)];
  const stdin = Readable.from([Buffer.from(options.stdin ?? '')]);
  const cwd = resolve(options.cwd ?? options.home);
  const host: Host = {
    cwd,
    home: resolve(env.HOME ?? ''),
    env,
    now: now(env),
    stdin,
    stdout,
    stderr,
    dist,
    exitCode: 0,
  };
  await runInHost(args, host);
  return { code: host.exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Runs the built `hardwon` as a user does: for what depends on the build, on signals, or on processes that compete. */
export function runBuilt(args: readonly string[], options: RunOptions): Promise<RunResult> {
  return runNode(join(dist, 'cli.js'), args, options);
}

/** A stream that keeps what is written to it. */
class Sink extends Writable {
  text = '';
  readonly #hear: ((text: string) => void) | undefined;
  constructor(hear?: (text: string) => void) {
    super();
    this.#hear = hear;
  }
  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.#hear?.(this.text);
    done();
  }
}

/** Runs the built hook as an agent would. */
export function runHook(event: string, options: RunOptions & { agent?: string }): Promise<RunResult> {
  const { agent, ...rest } = options;
  return runNode(join(dist, 'hook.js'), [event, ...(agent === undefined ? [] : [agent])], rest);
}

/** Runs a script with Node in the isolated environment. */
export async function runNode(script: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  if (!existsSync(script)) throw new Error(`${script} is not there: run npm run build first`);
  const env = isolatedEnvironment(options);
  return new Promise<RunResult>((done, fail) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: options.cwd ?? options.home, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', fail);
    child.on('close', (code, signal) => {
      if (code === null) fail(new Error(`${script} ended by ${signal}\n${stderr}`));
      else done({ code, stdout, stderr });
    });
    // A tool that does not read its input closes the pipe early: no error of ours.
    child.stdin.on('error', () => {});
    child.stdin.end(options.stdin ?? '');
  });
}

export function isolatedEnvironment({ home, now, env = {} }: RunOptions): NodeJS.ProcessEnv {
  const base: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    TZ: 'UTC',
    NO_COLOR: '1',
    COLUMNS: '80',
    HARDWON_NOW: now,
    // Windows programs do not start without it.
    SystemRoot: process.env.SystemRoot || undefined,
  };
  const merged = { ...base, ...env };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}
