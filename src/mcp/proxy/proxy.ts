import type { Message, ToolCall } from './messages.ts';
import { failureIn, readMessage, readToolCall } from './messages.ts';
import { type LinePiece, LineSplitter } from './split-lines.ts';

/** What a proxy does about calls. */
export interface CallCare {
  /**
   * Answers for a call that failed: `again` sends it once more. The same message where nothing is to be added. What it throws is told to
   * nobody: the client gets the server's own answer.
   */
  answerFailed(call: ToolCall, answer: Message, again: () => Promise<Message>): Promise<Message>;
  /** Hears of a call that worked. */
  noteWorked?(call: ToolCall): void;
}

/** Where a proxy stands: both sides as they are written to. */
export interface ProxySides {
  toServer(bytes: Buffer): void;
  toClient(bytes: Buffer): void;
}

/**
 * Stands between a client and an MCP server that speak line by line. Every line passes as it came, byte for byte, but for answers that say
 * that a tool failed.
 */
export class McpProxy {
  readonly #sides: ProxySides;
  readonly #care: CallCare;
  /** Calls that wait for their answer, by the id that the client gave them. */
  readonly #calls = new Map<string, ToolCall>();
  /** Calls that were sent again, by our own id. */
  readonly #again = new Map<string, (answer: Message | undefined) => void>();
  /** Failed calls that are being answered. */
  readonly #answering = new Set<Promise<void>>();
  /** Failed calls that the client has taken back since. */
  readonly #cancelled = new Set<string>();
  #isMidLine = false;
  #isOver = false;
  #waiting: Buffer[] = [];
  #sent = 0;
  readonly fromClient: LineSplitter;
  readonly fromServer: LineSplitter;

  constructor(sides: ProxySides, care: CallCare) {
    this.#sides = sides;
    this.#care = care;
    this.fromClient = new LineSplitter((piece) => this.#takeRequest(piece));
    this.fromServer = new LineSplitter((piece) => this.#takeAnswer(piece));
  }

  /** The server is gone: what it was asked again stays unanswered, and every failed call is answered for with what is known. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.fromServer.end();
    for (const done of this.#again.values()) done(undefined);
    this.#again.clear();
    await Promise.all(this.#answering);
  }

  #takeRequest({ bytes, isWhole, endsLine }: LinePiece): void {
    this.#sides.toServer(bytes);
    this.#isMidLine = !endsLine;
    if (isWhole) this.#noteRequest(bytes);
    if (endsLine) for (const line of this.#waiting.splice(0)) this.#sides.toServer(line);
  }

  #noteRequest(line: Buffer): void {
    // Most lines are of no call, and need not be parsed.
    const isCall = line.includes('"tools/call"');
    if (!isCall && !line.includes('"notifications/cancelled"')) return;
    const message = readMessage(line);
    if (!message) return;
    const call = readToolCall(message);
    if (call) this.#calls.set(keyOf(message), call);
    else if (message.method === 'notifications/cancelled') {
      const key = JSON.stringify(message.params?.requestId);
      this.#calls.delete(key);
      this.#cancelled.add(key);
    }
  }

  #takeAnswer({ bytes, isWhole }: LinePiece): void {
    const isLookedAt = isWhole && (this.#calls.size > 0 || this.#again.size > 0);
    const message = isLookedAt ? readMessage(bytes) : undefined;
    if (message?.id === undefined || message.method !== undefined) {
      this.#sides.toClient(bytes);
      return;
    }
    const key = keyOf(message);
    const isOurs = this.#again.get(key);
    if (isOurs) {
      this.#again.delete(key);
      isOurs(message);
      return;
    }
    const call = this.#calls.get(key);
    this.#calls.delete(key);
    if (!call || failureIn(message) === undefined) {
      this.#sides.toClient(bytes);
      if (call) this.#care.noteWorked?.(call);
      return;
    }
    this.#cancelled.delete(key);
    const answering = this.#answer(key, call, message, bytes).finally(() => this.#answering.delete(answering));
    this.#answering.add(answering);
  }

  async #answer(key: string, call: ToolCall, failed: Message, bytes: Buffer): Promise<void> {
    let answer = failed;
    try {
      answer = await this.#care.answerFailed(call, failed, () => this.#sendAgain(call, failed));
    } catch {
      // The server's own answer is still the answer.
    }
    // Whoever took it back does not want to hear of it.
    if (this.#cancelled.delete(key)) return;
    const isSame = answer === failed;
    this.#sides.toClient(isSame ? bytes : Buffer.from(`${JSON.stringify({ ...answer, id: failed.id })}\n`));
  }

  #sendAgain({ request }: ToolCall, failed: Message): Promise<Message> {
    if (this.#isOver) return Promise.resolve(failed);
    this.#sent += 1;
    // Ids of clients are numbers, or texts that do not name us.
    const id = `hardwon-${process.pid}-${this.#sent}`;
    const line = Buffer.from(`${JSON.stringify({ ...request, id })}\n`);
    return new Promise((done) => {
      this.#again.set(JSON.stringify(id), (answer) => done(answer ?? failed));
      if (this.#isMidLine) this.#waiting.push(line);
      else this.#sides.toServer(line);
    });
  }
}

function keyOf({ id }: Message): string {
  return JSON.stringify(id);
}
