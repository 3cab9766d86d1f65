import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a server on loopback got. */
export interface SeenRequest {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Its JSON. */
  body: Record<string, unknown>;
}

/** An answer: JSON, or a text as it is. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** Breaks the connection instead. */
  hangUp?: true;
  /** Breaks the connection when its text is sent. */
  breaksOff?: true;
  /** Never answers. */
  silent?: true;
}

/** A server on loopback that answers each request in turn, and ends with the test; the last answer is given again and again. */
export async function startServer(
  answer: readonly Answer[] | ((request: SeenRequest) => Answer),
): Promise<{ url: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
    const asked = { path: request.url ?? '', headers: request.headers, body };
    seen.push(asked);
    const given =
      typeof answer === 'function' ? answer(asked) : (answer[Math.min(seen.length, answer.length) - 1] ?? {});
    if (given.silent) return;
    if (given.hangUp) {
      request.socket.destroy();
      return;
    }
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
    const text = given.text ?? JSON.stringify(given.json ?? {});
    if (given.breaksOff) response.write(text, () => request.socket.destroy());
    else response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
