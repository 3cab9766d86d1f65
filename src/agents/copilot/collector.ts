import { asBlocks, asJson, asNumber, asText, asTime, type Json } from '../../shared/json-values.ts';
import type { LogFile, ReadPart } from '../agent.ts';
import type { Call } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { applyVerdict, type CallVerdict } from '../verdict.ts';
import { judgeResult, readAnswer, readShell } from './outcome.ts';
import { classifyTool, readInput } from './tools.ts';

/** The content of the first record of a file. */
export interface FileSetting {
  session: string;
  cwd?: string | undefined;
}

/** Joins events into complete calls, in the order of the log. */
export class Collector {
  readonly facts: FactBook;
  readonly #agent: string;
  readonly #session: string;
  readonly #ledger: Ledger;
  #cwd: string | undefined;
  #branch: string | undefined;
  #version: string | undefined;
  /** The model's message that requested each call. */
  readonly #turns = new Map<string, string>();
  /** The answers when the client asked whether a call may run. */
  readonly #permissions = new Map<string, Json>();

  constructor(file: LogFile, setting: FileSetting, open: readonly Call[]) {
    this.#agent = file.agent;
    this.#session = setting.session;
    this.#cwd = setting.cwd;
    this.#ledger = new Ledger(open);
    this.facts = new FactBook(setting.session, setting.cwd);
  }

  /** Collects the relevant parts of an event. Unknown types are ignored. */
  collect(record: Json, offset: number): void {
    const data = asJson(record.data);
    const at = asTime(record.timestamp) ?? 0;
    switch (record.type) {
      case 'session.start':
      case 'session.resume':
        this.#begin(data, at, offset);
        break;
      case 'session.context_changed':
        this.#move(data);
        break;
      case 'session.title_changed':
        this.facts.noteTitle(this.#session, asText(data.title), 2);
        break;
      case 'assistant.message':
        this.#noteTurn(data, asText(record.id));
        this.#ledger.state({
          session: this.#session,
          seq: offset,
          at,
          text: asText(data.content) ?? '',
          id: asText(record.id),
        });
        break;
      case 'tool.execution_start':
        this.#send(record, data, at, offset);
        break;
      case 'tool.execution_complete':
        this.#answer(data, at, offset);
        break;
      case 'permission.completed':
        this.#permissions.set(asText(data.toolCallId) ?? '', asJson(data.result));
        break;
      case 'system.notification':
        this.#hear(asJson(data.kind));
        break;
      case 'user.message':
        this.#say(data, asText(record.id), at, offset);
        break;
      case 'abort':
        this.#abort(at, offset);
        break;
      default:
    }
  }

  /** Returns the calls and messages that no later line can change. */
  takeFinished(): ReadPart {
    return this.#ledger.takeFinished();
  }

  /** Returns everything that is left, including calls that are still waiting. */
  takeRest(): ReadPart {
    return this.#ledger.takeRest();
  }

  #begin(data: Json, at: number, offset: number): void {
    this.#version = asText(data.copilotVersion) ?? this.#version;
    this.#move(asJson(data.context));
    this.#note(at, offset);
  }

  #move(context: Json): void {
    this.#cwd = asText(context.cwd) ?? this.#cwd;
    this.#branch = asText(context.branch) ?? this.#branch;
    const repository = asText(context.repository);
    const host = asText(context.repositoryHost) ?? 'github.com';
    if (repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repository))
      this.facts.noteRemote(this.#session, `https://${host}/${repository}`);
  }

  #noteTurn(data: Json, id: string | undefined): void {
    const turn = asText(data.messageId) ?? id;
    if (turn === undefined) return;
    for (const request of asBlocks(data.toolRequests)) this.#turns.set(asText(request.toolCallId) ?? '', turn);
  }

  #send(record: Json, data: Json, at: number, offset: number): void {
    const given = asText(data.toolCallId) ?? '';
    const name = asText(data.mcpToolName) ?? asText(data.toolName) ?? '';
    const id = this.#idOf(given);
    if (this.#ledger.hasSent(id)) return;
    this.#note(at, offset);
    const server = asText(data.mcpServerName);
    const tool = classifyTool(name, data.arguments, server);
    const call: Call = {
      id,
      agent: this.#agent,
      session: this.#session,
      seq: offset,
      tool,
      name: server === undefined ? name : `mcp__${server}__${name}`,
      input: readInput(tool, data.arguments),
      outcome: 'unknown',
      output: '',
      outputLength: 0,
      at,
      turn: this.#turns.get(given) ?? asText(record.parentId) ?? `${this.#session}:${offset}`,
      source: { call: offset },
    };
    this.#turns.delete(given);
    const thread = asText(data.parentToolCallId) ?? asText(record.agentId);
    if (thread !== undefined) call.thread = thread;
    if (this.#cwd !== undefined) call.cwd = this.#cwd;
    if (this.#branch !== undefined) call.branch = this.#branch;
    this.#ledger.send(call);
  }

  #answer(data: Json, at: number, offset: number): void {
    const given = asText(data.toolCallId) ?? '';
    const call = this.#ledger.answer(this.#idOf(given), at, offset);
    if (call === undefined) return;
    applyVerdict(call, judgeResult(call.tool, data, this.#permissions.get(given)));
    this.#permissions.delete(given);
    const shell = polledShell(call);
    if (shell !== undefined && data.success === true) this.#endShell(shell, readShell(readAnswer(data)).verdict, at);
    this.facts.noteResult(call);
    this.#ledger.settle(call);
  }

  /** Records how a shell ended, which a later read of it shows, with the call that launched it. */
  #endShell(shell: string, news: CallVerdict, at: number): void {
    const launcher = this.#ledger.launcher(shell);
    if (launcher === undefined) return;
    const printed = [launcher.output, news.text].filter((text) => text !== '').join('\n');
    const isOver = news.exitCode !== undefined || news.outcome === 'cancelled';
    if (!isOver) {
      this.#ledger.touch(launcher);
      launcher.output = clip(printed, LIMITS.command);
      return;
    }
    this.#ledger.endTask(shell);
    launcher.endedAt = at;
    const { waiting: _waiting, ...verdict } = news;
    applyVerdict(launcher, { ...verdict, text: printed });
    this.facts.noteResult(launcher);
    this.#ledger.settle(launcher);
  }

  /** Records the client's notice that a shell has ended; its output arrives only if the model reads it. */
  #hear(kind: Json): void {
    const shell = kind.shellId;
    const exitCode = asNumber(kind.exitCode);
    if (kind.type !== 'shell_completed' || exitCode === undefined) return;
    const launcher = this.#ledger.launcher(String(shell));
    if (launcher === undefined) return;
    this.#ledger.touch(launcher);
    launcher.exitCode = exitCode;
    launcher.outcome = exitCode === 0 ? 'ok' : 'failed';
  }

  #abort(at: number, offset: number): void {
    for (const { id } of [...this.#ledger.allUnanswered()]) {
      const call = this.#ledger.answer(id, at, offset);
      if (call === undefined) continue;
      applyVerdict(call, { outcome: 'cancelled', text: '', waiting: 'reply' });
      this.#ledger.settle(call);
    }
  }

  /** Records what a person typed, which is also the reply to the calls that were stopped before it. */
  #say(data: Json, id: string | undefined, at: number, offset: number): void {
    // Skills, commands and the client itself also write such events, and say so.
    const source = asText(data.source);
    const text = asText(data.content)?.trim() ?? '';
    if (text === '' || (source !== undefined && source !== 'user')) return;
    this.#note(at, offset);
    const message = { session: this.#session, seq: offset, at, text: clip(text, LIMITS.message) };
    this.#ledger.say(id === undefined ? message : { ...message, id });
  }

  #note(at: number, offset: number): void {
    this.facts.note({
      session: this.#session,
      cwd: this.#cwd,
      branch: this.#branch,
      version: this.#version,
      at,
      offset,
    });
  }

  /** Returns a unique id: some providers count from zero in each session. */
  #idOf(given: string): string {
    return isDrawnAtRandom(given, '') ? given : `${given}@${this.#session}`;
  }
}

/** Returns the number of the shell that a call reads, writes to or stops. */
function polledShell({ name, input }: Call): string | undefined {
  const shell = /^(?:read|write|stop)_(?:bash|powershell)$/.test(name) ? input.rest?.shellId : undefined;
  return shell === undefined ? undefined : String(shell);
}
