import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says in one turn: a tool call, or words that end its work. */
export type Turn = { call: ToolCall } | { say: string };

/** A tool call in the client's own names. */
export interface ToolCall {
  name: string;
  /** The group of tools that the name is of, where the API has such: Codex's one for each MCP server. */
  namespace?: string;
  input: Record<string, unknown>;
  /** The input of a tool that takes a text: Codex's `exec`, whose input is a script. */
  text?: string;
}

/** One turn as it is sent: a call has an id of its own, which the client writes into its log. */
export type SentTurn = { call: ToolCall & { id: string } } | { say: string };

/** What a request asks for. */
export interface ModelRequest {
  /** Whether it offers tools. One that does not asks for a title or a summary. */
  hasTools: boolean;
  /** Whether the answer must be JSON: clients ask again, for minutes, where it is not. */
  wantsJson?: boolean;
  /** Everything that the model is given to read, as JSON. */
  context: string;
  /** The parsed body. */
  body: JsonObject;
  /** When it came, in milliseconds, of those that the script answered. */
  at?: number;
}

/** How a provider's API is spoken over HTTP. */
export interface Wire {
  /** The request to the model; undefined for other requests. */
  read(path: string, body: JsonObject): ModelRequest | undefined;
  /** The answer: server-sent events where the client asked for a stream. */
  answer(turn: SentTurn, request: ModelRequest, path: string): Reply;
}

/** A body of JSON, or events in the order in which they are sent. */
export type Reply = { json: unknown } | { events: readonly StreamEvent[] };

/** One server-sent event. */
export interface StreamEvent {
  /** Its name, where the API names events. */
  name?: string;
  /** JSON, or text that is sent as it is. */
  data: unknown;
}

export type JsonObject = Record<string, unknown>;

/** A model on loopback that follows a script. */
export interface ScriptedModel {
  url: string;
  /** The requests that the script answered, in order. */
  asked: ModelRequest[];
  /** Turns of the script that nobody asked for, and requests beyond its end: both 0 where the client went through it. */
  left(): { turns: number; requests: number };
  /** Addresses beyond loopback that the client tried to reach. All were refused. */
  refused: string[];
  close(): Promise<void>;
}

let sentCalls = 0;

/** Starts a model that answers each request that offers tools with the next turn. It is the client's proxy too, and refuses everything else. */
export async function startModel(wire: Wire, turns: readonly Turn[]): Promise<ScriptedModel> {
  const asked: ModelRequest[] = [];
  const refused: string[] = [];
  let beyond = 0;

  const takeTurn = (request: ModelRequest): SentTurn => {
    if (!request.hasTools) return { say: request.wantsJson ? '{}' : 'Harbour' };
    const turn = turns[asked.length];
    if (turn === undefined) {
      beyond += 1;
      return { say: 'The script is at its end.' };
    }
    asked.push({ ...request, at: performance.now() });
    if ('say' in turn) return turn;
    // Ids must differ over all runs: a call that is in two logs counts once.
    sentCalls += 1;
    return { call: { ...turn.call, id: `call_${process.pid}_${sentCalls}` } };
  };

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith('/')) {
      refused.push(path);
      response.writeHead(403).end();
      return;
    }
    readBody(request)
      .then((body) => {
        const asks = wire.read(path, body);
        if (asks) send(response, wire.answer(takeTurn(asks), asks, path));
        else response.writeHead(404).end('{}');
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.on('connect', (request, socket) => {
    refused.push(request.url ?? '');
    // The client may be gone before it reads the answer.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await listen(server);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refused,
    left: () => ({ turns: turns.length - asked.length, requests: beyond }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const encoding = request.headers['content-encoding'];
  if (encoding) throw new Error(`a body in ${encoding}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
}

function send(response: ServerResponse, reply: Reply): void {
  if ('json' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { name, data } of reply.events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}
