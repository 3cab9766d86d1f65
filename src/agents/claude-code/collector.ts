import { joinText } from '../../shared/json-values.ts';
import type { LogFile, ReadPart } from '../agent.ts';
import type { Call, Message, ToolKind } from '../call.ts';
import { clip, excerpt, LIMITS } from '../excerpt.ts';
import { FactBook, type Origin } from '../facts.ts';
import { answersWithFile } from '../input.ts';
import { Ledger } from '../ledger.ts';
import { findRemotes } from '../remotes.ts';
import { countOmitted } from '../shrink.ts';
import { type ClaudeVerdict, judgeError, judgeSuccess, type ResultNotes } from './outcome.ts';
import { findLaunch, readPoll, type TaskNews } from './tasks.ts';
import { classifyTool, readInput } from './tools.ts';

/** A result in the form of a log line. */
interface SideAnswer {
  /** The id of the call it answers. */
  id: string;
  isError: boolean;
  content: unknown;
  notes: ResultNotes;
  at: number;
  /** Byte offset of its line. */
  offset: number;
  /** Reads: number of lines of the whole file. */
  fileLines?: number | undefined;
}

/** Tools that check on background tasks, and the argument that names the task. */
const POLLS: Readonly<Record<string, string>> = {
  BashOutput: 'bash_id',
  TaskOutput: 'task_id',
  AgentOutputTool: 'agentId',
  KillShell: 'shell_id',
  KillBash: 'shell_id',
  TaskStop: 'task_id',
};

/** Joins calls, results and the user's words into complete calls, in the order of the log. */
export class Collector {
  readonly facts: FactBook;
  /** The last timestamp seen: many records have none of their own. */
  lastAt = 0;
  /** The last summary, which may belong to another session: `leaf` is the id of the last message that it summarises. */
  summary: { title: string; leaf: string; offset: number } | undefined;
  #isCompacted = false;
  readonly #denied = new Set<string>();
  readonly #ledger: Ledger;
  readonly #agent: string;

  constructor(file: LogFile, open: readonly Call[]) {
    this.#agent = file.agent;
    this.facts = new FactBook(file.session, file.home);
    this.#ledger = new Ledger(open);
  }

  /** Returns the kind of the tool of an unanswered call. */
  kindOf(id: string): ToolKind | undefined {
    return this.#ledger.unanswered(id)?.tool;
  }

  /** Records that the conversation was compacted: the next call is made without what was read before. */
  compact(): void {
    this.#isCompacted = true;
  }

  send(origin: Origin, id: string, name: string, input: unknown, turn: string | undefined, block: number): void {
    if (this.#ledger.hasSent(id)) return;
    this.#ledger.beginTurn(turn);
    this.facts.note(origin);
    const tool = classifyTool(name);
    const call: Call = {
      id,
      agent: this.#agent,
      session: origin.session,
      seq: origin.offset + block,
      tool,
      name,
      input: readInput(tool, input),
      outcome: 'unknown',
      output: '',
      outputLength: 0,
      at: origin.at,
      source: { call: origin.offset },
    };
    if (origin.thread !== undefined) call.thread = origin.thread;
    if (origin.cwd !== undefined) call.cwd = origin.cwd;
    if (origin.branch !== undefined) call.branch = origin.branch;
    if (turn !== undefined) call.turn = turn;
    if (origin.thread === undefined && this.#isCompacted) {
      call.compacted = true;
      this.#isCompacted = false;
    }
    this.#ledger.send(call);
  }

  /** Records a successful result of a file tool; its content is ignored. */
  answerFile(id: string, at: number, offset: number, fileLines: number | undefined): void {
    const call = this.#begin(id, at, offset);
    if (call === undefined) return;
    call.outcome = 'ok';
    if (fileLines !== undefined) call.fileLines = fileLines;
    this.#settle(call);
  }

  answer(answer: SideAnswer): void {
    const call = this.#begin(answer.id, answer.at, answer.offset);
    if (call === undefined) return;
    const raw = joinText(answer.content);
    const isDenied = this.#denied.delete(answer.id);
    const verdict = answer.isError
      ? judgeError(call.tool, raw, isDenied ? { ...answer.notes, hookDenied: true } : answer.notes)
      : judgeSuccess(call.tool, raw, answer.notes);
    this.#apply(call, verdict);
    if (answer.fileLines !== undefined && call.tool === 'read' && call.outcome === 'ok')
      call.fileLines = answer.fileLines;
    const launched =
      call.outcome === 'ok' && (call.tool === 'shell' || call.tool === 'task') ? findLaunch(verdict.text) : undefined;
    if (launched !== undefined) {
      call.outcome = 'unknown';
      call.waiting = `task ${launched}`;
    } else if (call.outcome === 'ok' && Object.hasOwn(POLLS, call.name)) this.#poll(call, raw);
    else if (call.tool === 'shell') {
      for (const remote of findRemotes(call, this.facts.home(call.session)))
        this.facts.noteRemote(call.session, `https://${remote}`);
    }
    this.#settle(call);
  }

  /** Records what a person typed, which is also the reply to the calls that were stopped before it. */
  say(origin: Origin, text: string, id: string | undefined): void {
    this.facts.note(origin);
    const message: Message = {
      session: origin.session,
      seq: origin.offset,
      at: origin.at,
      text: clip(text, LIMITS.message),
    };
    if (id !== undefined) message.id = id;
    this.#ledger.say(message);
  }

  /** Records what the agent wrote. */
  state({ session, thread, offset, at }: Origin, text: string, id: string | undefined): void {
    this.#ledger.state({ session, thread, seq: offset, at, text, id });
  }

  /** Records news of a background task, which belongs to the call that launched it. */
  hear(news: TaskNews, at: number): boolean {
    const call = this.#ledger.launcher(news.id);
    if (call === undefined) return false;
    if (news.output !== undefined && news.output !== '') {
      const text = news.partial && !findLaunch(call.output) ? `${call.output}\n${news.output}` : news.output;
      call.output = excerpt(text);
      call.outputLength = text.length;
    }
    this.#ledger.touch(call);
    if (news.outcome === undefined) return true;
    call.outcome = news.outcome;
    if (news.exitCode !== undefined) call.exitCode = news.exitCode;
    call.endedAt = at;
    this.#ledger.endTask(news.id);
    this.#ledger.settle(call);
    return true;
  }

  /** Records that a hook rejected a call whose result is still to come. */
  deny(id: string): void {
    this.#denied.add(id);
  }

  /** Records a hook's complaint about a change that was made: its text is the output of the call, which is still a success. */
  complain(id: string, text: string): void {
    const call = this.#ledger.held(id);
    if (call === undefined || text === '') return;
    this.#ledger.touch(call);
    const said = call.output === '' ? text : `${call.output}\n${text}`;
    call.output = excerpt(said, countOmitted(said));
    call.outputLength += text.length;
  }

  /** Returns the calls and messages that no later line can change. */
  takeFinished(): ReadPart {
    return this.#ledger.takeFinished();
  }

  /** Returns everything that is left, including calls that are still waiting. */
  takeRest(): ReadPart {
    return this.#ledger.takeRest();
  }

  #settle(call: Call): void {
    if (call.outcome === 'ok' && (call.tool === 'edit' || call.tool === 'write')) this.#ledger.hold(call);
    else this.#ledger.settle(call);
  }

  #begin(id: string, at: number, offset: number): Call | undefined {
    const call = this.#ledger.answer(id, at, offset);
    if (call !== undefined) this.facts.noteTime(call.session, at);
    return call;
  }

  #apply(call: Call, verdict: ClaudeVerdict): void {
    call.outcome = verdict.outcome;
    if (verdict.exitCode !== undefined) call.exitCode = verdict.exitCode;
    if (verdict.said !== undefined) call.said = clip(verdict.said, LIMITS.message);
    if (verdict.awaitsReply) call.waiting = 'reply';
    if (verdict.outcome === 'ok' && answersWithFile(call.tool)) return;
    const omitted = countOmitted(verdict.text);
    call.output = excerpt(verdict.text, omitted);
    call.outputLength = verdict.length ?? verdict.text.length + omitted;
  }

  #poll(call: Call, raw: string): void {
    const asked = call.input.rest?.[POLLS[call.name] ?? ''] ?? call.input.rest?.task_id;
    const id = typeof asked === 'string' ? asked : undefined;
    const stops = call.name.startsWith('Kill') || call.name === 'TaskStop';
    const news =
      stops && id !== undefined ? ({ id, outcome: 'cancelled', partial: false } as const) : readPoll(raw, id);
    // The output of the task is kept once, with the call that launched it.
    if (news !== undefined && this.hear(news, call.endedAt ?? call.at)) call.output = '';
  }
}
