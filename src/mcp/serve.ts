import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { stripControls } from '../shared/terminal.ts';
import { createServer, type ServerSettings } from './create-server.ts';
import { guardInput } from './guard-input.ts';
import { OpenRequests } from './open-requests.ts';

/**
 * Serves the Model Context Protocol on stdin and stdout until stdin has ended and everything is answered, or the process is told
 * to end.
 */
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
 * Reserves stdout for the protocol: anything else in this process that prints to it, such as somebody's adapter, goes to stderr.
 */
function takeStdout(open: OpenRequests): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, encoding, done) {
      // Only after it is written, because a caller that waits for the last answer ends the process.
      write(chunk, encoding, (error) => {
        done(error);
        open.answer(String(chunk));
      });
    },
  });
}

/** Reports an error on stderr, which clients keep in their logs. */
function complain(error: unknown): void {
  process.stderr.write(
    `hardwon: ${stripControls(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
}
