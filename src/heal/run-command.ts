import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Attempt } from './auto-heal.ts';

/** How a command ended. */
export interface CommandEnd {
  /** Its exit code; 128 and the number of the signal where one ended it, as shells say. */
  code: number;
}

/** The streams of this process, or of a test. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
}

/** What a command writes is kept from its end, to see why it failed. */
const KEPT = 64 * 1024;

/** More input than this is not kept for a second try. */
const MOST_INPUT = 8 * 1024 * 1024;

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Makes attempts of a command. Input, output and exit code pass through as they come. A terminal on stdout is handed to the command
 * itself, so that it looks as it would without us; only what it writes to stderr is then seen.
 */
export function commandAttempts(words: readonly string[], streams: Streams): () => Promise<Attempt<CommandEnd>> {
  const input = keepInput(streams.stdin);
  return async () => {
    const [program = '', ...rest] = words;
    const isTerminal = streams.stdout.isTTY === true;
    const child = spawn(program, rest, {
      stdio: [streams.stdin.isTTY ? 'inherit' : 'pipe', isTerminal ? 'inherit' : 'pipe', 'pipe'],
      windowsHide: true,
    });
    const forward = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    try {
      if (child.stdin) input.replay(child.stdin);
      const out = child.stdout ? passOn(child.stdout, streams.stdout) : Promise.resolve('');
      const err = child.stderr ? passOn(child.stderr, streams.stderr) : Promise.resolve('');
      const end = await new Promise<{ code: number; failure?: string }>((done) => {
        child.on('error', (error: NodeJS.ErrnoException) =>
          done({ code: error.code === 'ENOENT' ? 127 : 126, failure: error.message }),
        );
        child.on('close', (code, signal) => done({ code: code ?? 128 + signalNumber(signal) }));
      });
      if (end.failure !== undefined) streams.stderr.write(`${end.failure}\n`);
      const [stdout, stderr] = await Promise.all([out, err]);
      if (end.code === 0) return { ok: true, value: { code: 0 } };
      // Programs that write errors to stdout write nothing to stderr.
      const text = end.failure ?? (stderr.trim() === '' ? stdout : stderr);
      return { ok: false, failure: { text: input.isLost() ? '' : text }, outcome: () => ({ code: end.code }) };
    } finally {
      for (const signal of SIGNALS) process.off(signal, forward);
    }
  };
}

/** Hands on every byte, and keeps the last of them. */
async function passOn(from: Readable, to: Writable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    if (!to.write(chunk)) await new Promise((done) => to.once('drain', done));
    chunks.push(chunk);
    size += chunk.length;
    while (size - (chunks[0]?.length ?? 0) > KEPT) size -= chunks.shift()?.length ?? 0;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Input that was piped to us is read once; a second try gets the same bytes again. */
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
    // Then it is not tried again: it would get less than the first time.
    isLost: () => size > MOST_INPUT,
  };
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : constants.signals[signal];
}
