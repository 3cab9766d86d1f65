import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { stripControls } from '../shared/terminal.ts';
import { createServer, type ServerSettings } from './create-server.ts';
import { guardInput } from './guard-input.ts';
import { OpenRequests } from './open-requests.ts';

/** Serves the Model Context Protocol on stdin and stdout until stdin has ended and all is answered, or the process is told to. */
export async function serve(settings: Omit<ServerSettings, 'onBug'>): Promise<void> {
  const open = new OpenRequests();
  const output = takeStdout(open);
  const input = guardInput(process.stdin, (refusal) => output.write(`${JSON.stringify(refusal)}\n`), { open });
  const transport = new StdioServerTransport(input, output);
  const server = serveStdio(() => createServer({ ...settings, onBug: complain }), { transport, onerror: complain });
  await new Promise<void>((ended) => {
    input.once('close', ended);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended());
  });
  await server.close();
  process.stdin.destroy();
}

/**
 * Stdout belongs to the protocol alone: whatever else in this process prints to it, such as an adapter that somebody wrote, goes to stderr.
 */
function takeStdout(open: OpenRequests): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, encoding, done) {
      // Once it is written: who waits for the last answer ends the process.
      write(chunk, encoding, (error) => {
        done(error);
        open.answer(String(chunk));
      });
    },
  });
}

/** Clients keep what a server writes to stderr in their logs. */
function complain(error: unknown): void {
  process.stderr.write(`hardwon: ${stripControls(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
}
