import {
  failureIn,
  type MessageLine,
  type ProxyMessage,
  readMessages,
  readToolCall,
  type ToolCall,
} from './messages.ts';
import { type LinePiece, MessageSplitter } from './split-lines.ts';

/** The proxy's handling of calls. */
export interface CallCare {
  /**
   * Returns the answer to a failed call, or the same message if there is nothing to add. Its exceptions are not reported: the
   * client gets the server's own answer.
   */
  answerFailed(call: ToolCall, answer: ProxyMessage, retry: ProxyRetry): Promise<ProxyMessage>;
  /** Receives each call that worked. */
  noteWorked?(call: ToolCall): void;
}

/** The means to retry a failed call. */
export interface ProxyRetry {
  /**
   * Sends the call once more. Returns the original answer if the server is gone, and throws if the client has cancelled the call.
   */
  again(): Promise<ProxyMessage>;
  /** Aborted once the client has cancelled the call, after which no answer reaches anybody. */
  signal: AbortSignal;
}

/** The two sides of a proxy, as targets for writing. */
interface ProxySides {
  toServer(bytes: Buffer): void;
  toClient(bytes: Buffer): void;
}

/** The protocol's code for an error of the server's own. */
const SERVER_ERROR = -32_000;

/**
 * A proxy between a client and an MCP server that communicate line by line. Every line passes unchanged, byte for byte, except
 * for answers that report a failed tool.
 */
export class McpProxy {
  readonly #care: CallCare;
  readonly #server: LineWriter;
  readonly #client: LineWriter;
  /** Calls that await their answer, by the client's id. */
  readonly #calls = new Map<string, ToolCall>();
  /** Calls that were sent again, by our own id. */
  readonly #again = new Map<string, (answer: ProxyMessage | undefined) => void>();
  /** Failed calls whose answer is being prepared, by the client's id. */
  readonly #tended = new Map<string, AbortController>();
  /** Lines that are written once the failed calls in them have their answers. */
  readonly #late = new Set<Promise<void>>();
  #isOver = false;
  #sent = 0;
  readonly fromClient: MessageSplitter;
  readonly fromServer: MessageSplitter;

  constructor({ toServer, toClient }: ProxySides, care: CallCare) {
    this.#care = care;
    this.#server = new LineWriter(toServer);
    this.#client = new LineWriter(toClient);
    this.fromClient = new MessageSplitter((piece) => this.#takeRequest(piece));
    this.fromServer = new MessageSplitter((piece) => this.#takeAnswer(piece));
  }

  /**
   * Finishes after the server is gone: retries stay unanswered, and every failed call is answered with what is known. If `reason`
   * says why the server is gone, so is each call that it never answered; without one the client is gone, too, and nobody waits.
   */
  async end(reason?: string): Promise<void> {
    this.#isOver = true;
    this.fromServer.end();
    this.#client.finish();
    for (const done of this.#again.values()) done(undefined);
    this.#again.clear();
    for (const { request } of reason === undefined ? [] : [...this.#calls.values()]) {
      const { id } = request;
      const error = { code: SERVER_ERROR, message: reason };
      if (id !== undefined) this.#answerLine({ messages: [{ jsonrpc: '2.0', id, error }], isBatch: false });
    }
    await Promise.all(this.#late);
  }

  #takeRequest({ bytes, isWhole, endsLine }: LinePiece): void {
    this.#server.pass(bytes, endsLine);
    // Most lines contain no call and need not be parsed. Some libraries escape slashes with a backslash.
    if (!isWhole || !(bytes.includes('/call"') || bytes.includes('/cancelled"'))) return;
    for (const message of readMessages(bytes)?.messages ?? []) {
      const call = readToolCall(message);
      if (call) this.#calls.set(keyOf(message), call);
      else if (message.method === 'notifications/cancelled') this.#takeBack(JSON.stringify(message.params?.requestId));
    }
  }

  /** Cancels a call on behalf of the client. */
  #takeBack(key: string): void {
    this.#calls.delete(key);
    this.#tended.get(key)?.abort();
  }

  #takeAnswer({ bytes, isWhole, endsLine }: LinePiece): void {
    const isLookedAt = isWhole && (this.#calls.size > 0 || this.#again.size > 0);
    const line = isLookedAt ? readMessages(bytes) : undefined;
    if (line?.messages.some(isAnswer)) this.#answerLine(line, bytes);
    else this.#client.pass(bytes, endsLine);
  }

  /** Passes on the answers of a line; if it contains failed calls, once their answers are ready. */
  #answerLine({ messages, isBatch }: MessageLine, bytes?: Buffer): void {
    const answers: (ProxyMessage | Promise<ProxyMessage | undefined>)[] = [];
    const worked: ToolCall[] = [];
    for (const message of messages) {
      const key = isAnswer(message) ? keyOf(message) : undefined;
      const isOurs = key === undefined ? undefined : this.#again.get(key);
      if (key !== undefined && isOurs) {
        this.#again.delete(key);
        isOurs(message);
        continue;
      }
      const call = key === undefined ? undefined : this.#calls.get(key);
      if (key !== undefined) this.#calls.delete(key);
      const hasFailed = call !== undefined && failureIn(message) !== undefined;
      if (call && !hasFailed) worked.push(call);
      answers.push(call && key !== undefined && hasFailed ? this.#tend(key, call, message) : message);
    }
    const write = (written: (ProxyMessage | undefined)[]) => {
      const left = written.filter((message) => message !== undefined);
      const isSame = left.length === messages.length && left.every((message, at) => message === messages[at]);
      if (bytes && isSame) this.#client.write(bytes);
      else if (left.length > 0) this.#client.write(printLine(isBatch ? left : left[0]));
    };
    const ready = answers.filter((answer): answer is ProxyMessage => !(answer instanceof Promise));
    if (ready.length === answers.length) write(ready);
    else {
      const late = Promise.all(answers)
        .then(write)
        .finally(() => this.#late.delete(late));
      this.#late.add(late);
    }
    for (const call of worked) this.#care.noteWorked?.(call);
  }

  /** Returns the answer to a failed call; undefined if the client has cancelled it meanwhile. */
  async #tend(key: string, call: ToolCall, failed: ProxyMessage): Promise<ProxyMessage | undefined> {
    const taken = new AbortController();
    this.#tended.set(key, taken);
    let answer = failed;
    try {
      const again = () => this.#sendAgain(call, failed, taken.signal);
      answer = await this.#care.answerFailed(call, failed, { again, signal: taken.signal });
    } catch {
      // The server's own answer still stands.
    }
    if (this.#tended.get(key) === taken) this.#tended.delete(key);
    if (taken.signal.aborted) return undefined;
    return answer === failed || failed.id === undefined ? failed : { ...answer, id: failed.id };
  }

  async #sendAgain({ request }: ToolCall, failed: ProxyMessage, signal: AbortSignal): Promise<ProxyMessage> {
    signal.throwIfAborted();
    if (this.#isOver) return failed;
    this.#sent += 1;
    // Ids of clients are numbers, or texts that do not contain our name.
    const id = `hardwon-${process.pid}-${this.#sent}`;
    const answer = await new Promise<ProxyMessage | undefined>((done) => {
      this.#again.set(JSON.stringify(id), done);
      // The server knows it only by our id.
      signal.addEventListener('abort', () => {
        if (!this.#again.delete(JSON.stringify(id))) return;
        const params = { requestId: id, reason: 'the client has taken it back' };
        this.#server.write(printLine({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
        done(undefined);
      });
      this.#server.write(printLine({ ...request, id }));
    });
    signal.throwIfAborted();
    return answer ?? failed;
  }
}

function isAnswer({ id, method }: ProxyMessage): boolean {
  return id !== undefined && method === undefined;
}

function keyOf({ id }: ProxyMessage): string {
  return JSON.stringify(id);
}

function printLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

const LINE_FEED = Buffer.from('\n');

/** Writes lines to one side, so that none of ours gets into the middle of one that passes in pieces. */
class LineWriter {
  readonly #send: (bytes: Buffer) => void;
  readonly #waiting: Buffer[] = [];
  #isMidLine = false;
  #isBrokenOff = false;

  constructor(send: (bytes: Buffer) => void) {
    this.#send = send;
  }

  /** Passes bytes on at once. */
  pass(bytes: Buffer, endsLine: boolean): void {
    this.#send(bytes);
    this.#isMidLine = !endsLine;
    if (endsLine) for (const line of this.#waiting.splice(0)) this.#send(line);
  }

  /** Writes a whole line: now, or as soon as the line that is passing has ended. */
  write(line: Buffer): void {
    if (this.#isMidLine) {
      this.#waiting.push(line);
      return;
    }
    if (this.#isBrokenOff) this.#send(LINE_FEED);
    this.#isBrokenOff = false;
    this.#send(line);
  }

  /**
   * Finishes once nothing passes any more: the remaining lines are written on lines of their own, even if the last one broke off.
   */
  finish(): void {
    this.#isBrokenOff = this.#isMidLine;
    this.#isMidLine = false;
    for (const line of this.#waiting.splice(0)) this.write(line);
  }
}
