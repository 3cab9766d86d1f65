import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Options for running a program. */
export interface ProgramOptions {
  /** The working directory. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The timeout, after which it is ended with everything that it started. */
  timeoutMs: number;
  /** Ends it, with everything that it started. */
  signal?: AbortSignal;
  /** Its input; if absent, it has none. */
  input?: string;
  /**
   * The number of characters kept from the beginning and from the end of output that is longer than twice this; 8 million by
   * default.
   */
  mostKept?: number;
  /** Receives its output as it arrives. */
  onOutput?(text: string, stream: 'stdout' | 'stderr'): void;
  /** Receives the id of its process, which leads its own process group. */
  onStart?(pid: number): void;
}

/** The outcome of a program. */
export interface ProgramEnd {
  /** `missing`: there is no such program. `refused`: the system did not start it, and `output` says why. */
  how: 'exited' | 'timed-out' | 'stopped' | 'missing' | 'refused';
  /** Absent if a signal ended it. */
  code?: number;
  /** Both streams, in the order in which they arrived; if very long, the beginning and the end. */
  output: string;
  /** Its stdout, likewise. */
  stdout: string;
  durationMs: number;
}

/** Upper bound: programs print less for people. Results are at the end, or before the output that follows the tests. */
const MOST_KEPT = 8 * 1024 * 1024;

/** The time that a process has to end when asked, before it is killed. */
const PATIENCE = 2_000;

/** How long to wait for pipes that another process still holds after the program has ended. */
const LATE_OUTPUT = 300;

/**
 * Runs a program in its own process group, so that it can be ended with everything that it started, and nothing of it remains
 * when it has ended. Words are run as they are; a single text goes to the shell. It never throws.
 */
export function runProgram(command: string | readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const started = Date.now();
  const both = new Kept(options.mostKept ?? MOST_KEPT);
  const out = new Kept(options.mostKept ?? MOST_KEPT);
  return new Promise((done) => {
    let child: ChildProcess;
    try {
      child = start(command, options);
    } catch (error) {
      done({ how: 'refused', output: `${describeRefusal(error)}\n`, stdout: '', durationMs: 0 });
      return;
    }
    if (child.pid !== undefined) options.onStart?.(child.pid);
    let how: ProgramEnd['how'] = 'exited';
    let exit: { code?: number } = {};
    let isOver = false;
    const stop = (reason: 'timed-out' | 'stopped') => {
      how = reason;
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), PATIENCE).unref();
    };
    const onAbort = () => stop('stopped');
    const timer = setTimeout(() => stop('timed-out'), options.timeoutMs);
    const finish = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      letGo(child);
      child.stdout?.destroy();
      child.stderr?.destroy();
      // Processes that it left running would continue in a folder that may be gone.
      endGroup(child, 'SIGKILL');
      done({ how, ...exit, output: both.text(), stdout: out.text(), durationMs: Date.now() - started });
    };
    holdOn(child);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    if (options.signal?.aborted) onAbort();
    for (const stream of ['stdout', 'stderr'] as const) {
      const decoder = new StringDecoder('utf8');
      child[stream]?.on('data', (chunk: Buffer) => {
        const text = decoder.write(chunk);
        both.add(text);
        if (stream === 'stdout') out.add(text);
        options.onOutput?.(text, stream);
      });
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      // A missing folder gives the same error as a missing program.
      const isMissing = error.code === 'ENOENT' && existsSync(options.cwd);
      how = isMissing ? 'missing' : 'refused';
      both.add(`${error.code === 'ENOENT' && !isMissing ? `There is no folder ${options.cwd}.` : error.message}\n`);
      finish();
    });
    child.on('exit', (code) => {
      exit = code === null ? {} : { code };
      // It has ended by itself, whatever still holds its pipes.
      clearTimeout(timer);
      setTimeout(finish, LATE_OUTPUT);
    });
    child.on('close', finish);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}

/** Describes the system's error for a program that it did not even try to start. */
function describeRefusal(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'E2BIG')
    return 'Its command line is too long for this system: E2BIG.';
  return error instanceof Error ? error.message : String(error);
}

function start(command: string | readonly string[], { cwd, env }: ProgramOptions): ChildProcess {
  const isWindows = process.platform === 'win32';
  const options = { cwd, env, detached: !isWindows, windowsHide: true };
  if (typeof command === 'string') return spawn(command, { ...options, shell: true });
  const [program = '', ...words] = command;
  // On Windows npm, npx and the like are scripts, which only the shell can start.
  return isWindows
    ? spawn([program, ...words].map(quoteForCmd).join(' '), { ...options, shell: true })
    : spawn(program, words, options);
}

function quoteForCmd(word: string): string {
  return /^[\w@./\\:=-]+$/.test(word) ? word : `"${word.replaceAll('"', '""').replaceAll('%', '%%')}"`;
}

/**
 * The programs that are running. They lead their own process groups, which neither Ctrl-C nor the end of this process reaches by
 * itself.
 */
const running = new Set<ChildProcess>();

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Makes sure that a program does not outlive this process. A signal that somebody else handles is left to them. */
function holdOn(child: ChildProcess): void {
  if (running.size === 0) {
    process.on('exit', endAll);
    for (const signal of SIGNALS) if (process.listenerCount(signal) === 0) process.on(signal, endWithThem);
  }
  running.add(child);
}

function letGo(child: ChildProcess): void {
  running.delete(child);
  if (running.size > 0) return;
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, endWithThem);
}

function endAll(): void {
  for (const child of running) endGroup(child, 'SIGKILL');
}

/** Ends this process by the signal, as it would have ended without us. */
function endWithThem(signal: NodeJS.Signals): void {
  endAll();
  for (const each of SIGNALS) process.off(each, endWithThem);
  process.kill(process.pid, signal);
}

/** Ends a program and everything that it started. It is not an error if it has ended already. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    if (child.exitCode === null)
      spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No process of the group is left.
  }
}

/** Keeps the beginning and the end of a text that arrives in pieces. */
class Kept {
  readonly #most: number;
  readonly #first: string[] = [];
  readonly #last: string[] = [];
  #firstLength = 0;
  #lastLength = 0;
  #isCut = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(piece: string): void {
    if (this.#firstLength < this.#most && this.#last.length === 0) {
      this.#first.push(piece);
      this.#firstLength += piece.length;
      return;
    }
    this.#last.push(piece);
    this.#lastLength += piece.length;
    while (this.#lastLength - (this.#last[0]?.length ?? 0) > this.#most) {
      this.#lastLength -= this.#last.shift()?.length ?? 0;
      this.#isCut = true;
    }
  }

  text(): string {
    // The texts on both sides of a cut are not one line.
    return [...this.#first, ...(this.#isCut ? ['\n'] : []), ...this.#last].join('');
  }
}
