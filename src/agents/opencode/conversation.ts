import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import { joinPath } from '../../shared/paths.ts';
import type { BadLine, ReadPart, SessionFacts } from '../agent.ts';
import type { Call, Message } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook, type Origin } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { applyVerdict, type CallVerdict } from '../verdict.ts';
import { judgeInvalid, judgeState } from './outcome.ts';
import type { SessionInfo, SessionVisitor } from './session.ts';
import { classifyTool, readInput } from './tools.ts';

/** Turns the content of a session into calls and messages. */
export class Conversation implements SessionVisitor {
  readonly bads: BadLine[] = [];
  readonly #agent: string;
  readonly #take: ((part: ReadPart) => void | Promise<void>) | undefined;
  #facts = new FactBook('');
  #info: SessionInfo = { id: '' };
  #root = '';
  readonly #ledger = new Ledger([]);
  #seq = 0;

  constructor(agent: string, take?: (part: ReadPart) => void | Promise<void>) {
    this.#agent = agent;
    this.#take = take;
  }

  session(info: SessionInfo, root: string): void {
    this.#info = info;
    this.#root = root;
    this.#facts = new FactBook(root, info.directory);
    this.#note(info.createdAt ?? 0, info.directory);
    if (root === info.id) this.#facts.noteTitle(root, info.title, 2);
  }

  message(info: Json, parts: readonly Json[], place: number): void {
    const at = asNumber(asJson(info.time).created) ?? 0;
    if (info.role === 'user') this.#say(info, parts, at);
    else if (info.role === 'assistant') {
      const cwd = asText(asJson(info.path).cwd) ?? this.#info.directory;
      const message = asText(info.id) ?? `${this.#info.id}/${place}`;
      for (const [index, part] of parts.entries()) {
        if (part.type === 'text') this.#state(part, message, index, at);
        else if (part.type === 'tool')
          this.#addCall(part, message, index, { session: this.#root, at, cwd, offset: place });
      }
    }
  }

  bad(line: number, offset: number, reason: string): void {
    this.bads.push({ line, offset, reason });
  }

  pause(): void | Promise<void> {
    if (this.#take === undefined) return;
    const part = this.#ledger.takeFinished();
    if (part.calls.length > 0 || part.messages.length > 0) return this.#take(part);
  }

  facts(): SessionFacts[] {
    return this.#facts.all();
  }

  /** Returns everything that was not passed on, including calls that are still waiting. */
  takeRest(): ReadPart {
    return this.#ledger.takeRest();
  }

  #addCall(part: Json, message: string, index: number, origin: Origin): void {
    const state = asJson(part.state);
    const isInvalid = part.tool === 'invalid';
    const name = (isInvalid ? asText(asJson(state.input).tool) : undefined) ?? asText(part.tool) ?? '';
    const tool = classifyTool(name);
    const verdict = isInvalid ? judgeInvalid(state) : judgeState(tool, state);
    const times = asJson(state.time);
    const at = asNumber(times.start) ?? origin.at;
    this.#note(at, origin.cwd);
    const call: Call = {
      id: callId(part, message, index),
      agent: this.#agent,
      session: this.#root,
      seq: this.#seq++,
      tool,
      name,
      input: isInvalid ? {} : readInput(tool, state.input),
      outcome: verdict.outcome,
      output: '',
      outputLength: 0,
      at,
      turn: message,
      source: { call: origin.offset },
    };
    if (this.#root !== this.#info.id) call.thread = this.#info.id;
    const cwd = placeOf(tool === 'shell' ? asText(asJson(state.input).workdir) : undefined, origin.cwd);
    if (cwd !== undefined) call.cwd = cwd;
    const end = asNumber(times.end);
    if (end !== undefined) call.endedAt = end;
    this.#answer(call, verdict, state);
  }

  #answer(call: Call, verdict: CallVerdict, state: Json): void {
    applyVerdict(call, verdict);
    noteLength(call, verdict.text, asJson(state.metadata));
    this.#facts.noteResult(call);
    this.#ledger.settle(call);
  }

  /** Records what a person typed, which is also the reply to the calls that were stopped before it. */
  #say(info: Json, parts: readonly Json[], at: number): void {
    // The prompt of a subagent is not a message of the user.
    if (this.#root !== this.#info.id) return;
    const text = parts
      .filter((part) => part.type === 'text' && part.synthetic !== true && part.ignored !== true)
      .map((part) => asText(part.text) ?? '')
      .join('\n')
      .trim();
    if (text === '') return;
    this.#note(at, undefined);
    const message: Message = { session: this.#root, seq: this.#seq++, at, text: clip(text, LIMITS.message) };
    const id = asText(info.id);
    if (id !== undefined) message.id = id;
    this.#ledger.say(message);
  }

  #state(part: Json, message: string, index: number, at: number): void {
    const time = asNumber(asJson(part.time).start) ?? at;
    const thread = this.#root === this.#info.id ? undefined : this.#info.id;
    const text = asText(part.text) ?? '';
    this.#ledger.state({ session: this.#root, thread, seq: this.#seq++, at: time, text, id: `${message}#${index}` });
  }

  #note(at: number, cwd: string | undefined): void {
    this.#facts.note({ session: this.#root, cwd, version: this.#info.version, at, offset: 0 });
  }
}

/**
 * Returns the id from the model's provider, if it has a usable one; otherwise the message and the position in it. Forks of a
 * session keep the former.
 */
export function callId(part: Json, message: string, index: number): string {
  const given = asText(part.callID);
  return given !== undefined && isDrawnAtRandom(given, asText(part.tool) ?? '') ? given : `${message}#${index}`;
}

function placeOf(workdir: string | undefined, cwd: string | undefined): string | undefined {
  if (workdir === undefined) return cwd;
  return cwd === undefined ? workdir : joinPath(cwd, workdir);
}

/**
 * Records the length of a file: `metadata.display.totalLines` from 1.18 on; before that, `(End of file - total 12 lines)` or `of
 * 1447` in the last line.
 */
function noteLength(call: Call, text: string, metadata: Json): void {
  if (call.tool !== 'read' || call.outcome !== 'ok') return;
  const told = asNumber(asJson(metadata.display).totalLines);
  const lines =
    told ?? Number(/\((?:End of file - total|Showing lines \d+-\d+ of) (\d+)\b/.exec(text.slice(-400))?.[1]);
  if (Number.isFinite(lines)) call.fileLines = lines;
}
