import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { loadConfig } from '../config/load-config.ts';
import { lazyRedactor } from '../sessions/lazy-redactor.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import { stripControls } from '../shared/terminal.ts';
import { McpProxy } from './proxy/proxy.ts';
import { tendCalls } from './proxy/tend-calls.ts';

/** A server that is run behind the proxy. */
export interface WrappedServer extends Omit<Surroundings, 'now'> {
  /** Its program and arguments, which are run as they are and without a shell. */
  words: readonly string[];
  /** A folder of the project whose memory is asked; by default the one in which the server is started. */
  project?: string;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs an MCP server that communicates on stdin and stdout, with a proxy between it and the client. Ends with the server and
 * returns its exit code: 127 if there is no such program, 128 plus the number of the signal if one ended it.
 */
export async function wrapServer({ words, project, cwd, home, env }: WrappedServer): Promise<number> {
  const [program = '', ...rest] = words;
  const folder = project ?? cwd;
  const tell = (line: string) => void process.stderr.write(`${stripControls(`hardwon: ${line}`)}\n`);
  const child = spawn(program, rest, { cwd, stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
  const { stdin, stdout } = process;
  const proxy = new McpProxy(
    {
      toServer(bytes) {
        if (child.stdin.writable && !child.stdin.write(bytes)) hold(stdin, child.stdin);
      },
      toClient(bytes) {
        if (!stdout.write(bytes)) hold(child.stdout, stdout);
      },
    },
    tendCalls({
      ...{ root: findRepository(folder), folders: findOwnFolders({ env, home }), redact: lazyRedactor([]), tell },
      loadConfig: () => loadConfig({ cwd: folder, home, env }),
    }),
  );
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  // A server that stops reading closes its input.
  child.stdin.on('error', () => undefined);
  stdin.on('data', (chunk: Buffer) => proxy.fromClient.push(chunk));
  let isClientGone = false;
  stdin.once('end', () => {
    isClientGone = true;
    proxy.fromClient.end();
    child.stdin.end();
  });
  child.stdout.on('data', (chunk: Buffer) => proxy.fromServer.push(chunk));
  try {
    const { code, how } = await new Promise<{ code: number; how: string }>((done) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        const isMissing = error.code === 'ENOENT';
        const how = isMissing
          ? `there is no program ${program}: give the command that starts the server after --`
          : error.message;
        tell(how);
        done({ code: isMissing ? 127 : 126, how });
      });
      child.once('close', (exit, signal) => {
        const code = exit ?? 128 + (signal === null ? 0 : constants.signals[signal]);
        done({ code, how: signal === null ? `it ended with ${code}` : `${signal} ended it` });
      });
    });
    // A client that is still connected awaits its answers.
    await proxy.end(isClientGone ? undefined : `The server has not answered: ${how}.`);
    return code;
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward);
    stdin.destroy();
  }
}

/** Pauses reading until the written data is taken. */
function hold(from: NodeJS.ReadableStream, to: NodeJS.WritableStream): void {
  // One piece of input may produce many lines of output.
  if (from.isPaused()) return;
  from.pause();
  to.once('drain', () => from.resume());
}
