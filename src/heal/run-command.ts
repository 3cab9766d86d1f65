import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { HealingAttempt } from './auto-heal.ts';

/** The outcome of a command. */
export interface RanCommand {
  /** Its exit code; 128 plus the number of the signal if one ended it, as in shells. */
  code: number;
}

/** The streams of this process, or of a test. */
interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
}

/** Settings for a command that differ from those of this process. */
interface CommandOptions {
  cwd?: string;
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Whether the only word is a text for the shell. */
  isShell?: boolean;
  /** The timeout, after which it is ended with exit code 124. */
  timeoutMs?: number;
  /** Whether stdout also describes its failure, so that it must be captured, even at a terminal. */
  seesAll?: boolean;
}

/** The number of bytes kept from the end of the output, to see why the command failed. */
const KEPT = 64 * 1024;

/** Upper bound of the input that is kept for a second try. */
const MOST_INPUT = 8 * 1024 * 1024;

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Makes attempts of a command. Input, output and exit code pass through unchanged. If stdout is a terminal, the command gets it
 * directly, so that it looks as it would without us; then only its stderr is captured.
 */
export function commandAttempts(
  words: readonly string[],
  streams: Streams,
  options: CommandOptions = {},
): () => Promise<HealingAttempt<RanCommand>> {
  const input = keepInput(streams.stdin);
  return async () => {
    const [program = '', ...rest] = words;
    const isTerminal = streams.stdout.isTTY === true && !options.seesAll;
    const child = spawn(program, rest, {
      cwd: options.cwd,
      env: options.env === undefined ? undefined : { ...process.env, ...options.env },
      shell: options.isShell ?? false,
      stdio: [streams.stdin.isTTY ? 'inherit' : 'pipe', isTerminal ? 'inherit' : 'pipe', 'pipe'],
      windowsHide: true,
    });
    const forward = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    const clock = options.timeoutMs === undefined ? undefined : stopLater(child, options.timeoutMs);
    try {
      if (child.stdin) input.replay(child.stdin);
      const out = child.stdout ? passOn(child.stdout, streams.stdout) : Promise.resolve('');
      const err = child.stderr ? passOn(child.stderr, streams.stderr) : Promise.resolve('');
      const end = await new Promise<{ code: number; failure?: string }>((done) => {
        child.on('error', (error: NodeJS.ErrnoException) =>
          done(
            error.code === 'ENOENT'
              ? { code: 127, failure: `There is no program ${program}.` }
              : { code: 126, failure: error.message },
          ),
        );
        child.on('close', (code, signal) => {
          const late = `it took longer than ${(options.timeoutMs ?? 0) / 1000} s`;
          done(clock?.isOver() ? { code: 124, failure: late } : { code: code ?? 128 + signalNumber(signal) });
        });
      });
      if (end.failure !== undefined) streams.stderr.write(`${end.failure}\n`);
      const [stdout, stderr] = await Promise.all([out, err]);
      if (end.code === 0) return { ok: true, value: { code: 0 } };
      // Programs that write errors to stdout write nothing to stderr.
      const said = options.seesAll ? `${stdout}\n${stderr}` : stderr.trim() === '' ? stdout : stderr;
      const text = clock?.isOver() ? `${said}\n${end.failure}` : (end.failure ?? said);
      return { ok: false, failure: { text: input.isLost() ? '' : text }, outcome: () => ({ code: end.code }) };
    } finally {
      clock?.stop();
      for (const signal of SIGNALS) process.off(signal, forward);
    }
  };
}

/** Ends a command at its timeout; processes that it left behind do not keep us waiting. */
function stopLater(child: ChildProcess, milliseconds: number): { isOver(): boolean; stop(): void } {
  let isOver = false;
  let next: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    isOver = true;
    child.once('exit', () => {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    });
    child.kill('SIGTERM');
    next = setTimeout(() => child.kill('SIGKILL'), GRACE);
  }, milliseconds);
  return {
    isOver: () => isOver,
    stop() {
      clearTimeout(timer);
      clearTimeout(next);
    },
  };
}

/** The time that a command has to end after it is asked to. */
const GRACE = 2_000;

/** Passes on every byte, and keeps the last ones. */
async function passOn(from: Readable, to: Writable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (!to.write(chunk)) await new Promise((done) => to.once('drain', done));
      chunks.push(chunk);
      size += chunk.length;
      while (size - (chunks[0]?.length ?? 0) > KEPT) size -= chunks.shift()?.length ?? 0;
    }
  } catch {
    // The timeout has passed, and nobody listens any more.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Keeps piped input, which can be read only once, so that a second try gets the same bytes again. */
function keepInput(stdin: Streams['stdin']): { replay(to: Writable): void; isLost(): boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  let target: Writable | undefined;
  let started = false;
  const start = () => {
    started = true;
    stdin.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_INPUT) chunks.push(chunk);
      if (!target || target.destroyed || target.write(chunk)) return;
      stdin.pause();
      target.once('drain', () => stdin.resume());
      target.once('close', () => stdin.resume());
    });
    stdin.on('end', () => {
      ended = true;
      target?.end();
    });
  };
  return {
    replay(to) {
      // A command that does not read its input closes it.
      to.on('error', () => undefined);
      target = to;
      if (!started) start();
      else for (const chunk of chunks) to.write(chunk);
      if (ended) to.end();
    },
    // Then there is no retry, because it would get less than the first time.
    isLost: () => size > MOST_INPUT,
  };
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : constants.signals[signal];
}
