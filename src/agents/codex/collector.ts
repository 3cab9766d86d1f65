import type { LogFile, ReadPart } from '../agent.ts';
import type { Call, Message } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { findRemotes } from '../remotes.ts';
import { closeCall, closeScript, continueCall, printOutput } from './call-result.ts';
import { joinOutput, type OutputFrame, readFrame } from './frame.ts';
import { type NestedReport, readNested, resolveNested, summariseScript } from './nested-calls.ts';
import type { Ending } from './outcome.ts';
import { readScript } from './script.ts';
import { readScriptOutput, type ScriptOutput } from './script-results.ts';
import { openCall, type Pending, type SentCall } from './sent-call.ts';
import { defaultShell, type Setting } from './session.ts';
import { readTool, type SentTool } from './tools.ts';

/** Joins calls, results and the user's words into complete calls, in the order of the log. */
export class Collector {
  readonly facts: FactBook;
  /** The setting that records currently belong to: turns change it. */
  readonly setting: Setting;
  readonly #ledger: Ledger;
  readonly #file: LogFile;
  readonly #pending = new Map<string, Pending>();
  /** The id of the first of the calls that are sent before any of them is answered; they share it. */
  #batch: string | undefined;

  constructor(file: LogFile, setting: Setting, open: readonly Call[], batch?: string) {
    this.#file = file;
    this.setting = setting;
    this.facts = new FactBook(setting.session, file.home);
    this.#ledger = new Ledger(open);
    this.#batch = batch;
  }

  send(sent: SentCall): void {
    const id = this.#key(sent.id);
    if (this.#ledger.hasSent(id)) return;
    const call = this.#open(id, this.restore(sent), sent.at, sent.offset);
    this.#batch ??= id;
    call.turn = this.#batch;
    this.#ledger.send(call);
  }

  /**
   * Reads the content of a call, and keeps what is needed to read its result. For a call of an earlier read, `output` is the
   * output so far.
   */
  restore(sent: SentCall, output?: unknown): SentTool {
    const script = sent.name === 'exec' && typeof sent.args === 'string' ? readScript(sent.args) : undefined;
    const shell = defaultShell(this.setting);
    const tool = script
      ? summariseScript(readNested(script, shell))
      : readTool(sent.name, sent.namespace, sent.args, shell);
    const { patch } = tool;
    const printed = readScriptOutput(output)?.printed ?? [];
    if (script !== undefined || patch !== undefined)
      this.#pending.set(this.#key(sent.id), { patch, script, printed, reports: new Map() });
    return tool;
  }

  answer(sentId: string, output: unknown, at: number, offset: number): void {
    this.#batch = undefined;
    const id = this.#key(sentId);
    const call = this.#ledger.answer(id, at, offset);
    if (call === undefined) return;
    this.facts.noteTime(call.session, at);
    const pending = this.#pending.get(id);
    const script = pending?.script === undefined ? undefined : readScriptOutput(output);
    if (pending !== undefined && script !== undefined) this.#hearScript(call, pending, script);
    else {
      const frame = readFrame(joinOutput(output));
      if (call.name === 'write_stdin') this.#poll(call, frame);
      else if (call.name === 'wait') this.#waitFor(call, readScriptOutput(output));
      else closeCall(call, frame, { exitCode: call.exitCode, failed: call.outcome === 'failed' }, pending?.patch);
      this.#pending.delete(id);
      this.#settle(call);
    }
  }

  /** Adds a call that arrived with its result, such as a web search. */
  add(sent: SentCall): void {
    const batch = this.#batch;
    this.send(sent);
    this.#batch = batch;
    const call = this.#ledger.answer(this.#key(sent.id), sent.at, sent.offset);
    if (call === undefined) return;
    call.outcome = 'ok';
    this.#settle(call);
  }

  /** Records an event that says how a call ended whose result is still to come. */
  end(sentId: string, { exitCode, failed }: Ending): void {
    const call = this.#ledger.unanswered(this.#key(sentId));
    if (call === undefined) return;
    this.#ledger.touch(call);
    if (exitCode !== undefined) call.exitCode = exitCode;
    if (failed === true || (exitCode ?? 0) !== 0) call.outcome = 'failed';
  }

  /** Records an event that says how a command ended: one of a call, of a process that was left running, or of a script. */
  endCommand(sentId: string, task: string | undefined, command: string, report: NestedReport, at: number): void {
    const launcher = task === undefined ? undefined : this.#ledger.launcher(`process ${task}`);
    if (launcher !== undefined) {
      // The event has the whole output.
      printOutput(launcher, '');
      this.#hear(`process ${task}`, { text: report.output ?? '', framed: true, exitCode: report.exitCode ?? 0 }, at);
    } else if (this.#ledger.unanswered(this.#key(sentId)) !== undefined) this.end(sentId, report);
    else {
      for (const { script, reports } of this.#pending.values()) {
        const nested = script === undefined ? [] : readNested(script);
        const index = nested.findIndex((sent, place) => sent.input.command === command && !reports.has(place));
        if (index >= 0) return void reports.set(index, report);
      }
    }
  }

  /** Records that the user aborted the turn: calls without a result will never get one. */
  abort(at: number): void {
    this.#batch = undefined;
    for (const { id } of [...this.#ledger.allUnanswered()]) {
      const call = this.#ledger.answer(id, at, 0);
      if (call === undefined) continue;
      delete call.source?.result;
      call.outcome = 'cancelled';
      call.waiting = 'reply';
      this.#pending.delete(id);
      this.#ledger.settle(call);
    }
  }

  say(text: string, id: string | undefined, at: number, offset: number): void {
    this.note(at, offset);
    const message: Message = { session: this.setting.session, seq: offset, at, text: clip(text, LIMITS.message) };
    if (id !== undefined) message.id = id;
    this.#ledger.say(message);
  }

  state(text: string, id: string | undefined, at: number, offset: number): void {
    const { session, thread } = this.setting;
    this.#ledger.state({ session, thread, seq: offset, at, text, id });
  }

  /** Records the first record of the file. */
  begin(at: number): void {
    this.note(at, 0);
    this.facts.noteRemote(this.setting.session, this.setting.remote);
  }

  /** Records where the session is. */
  note(at: number, offset: number, cwd = this.setting.cwd): void {
    const { session, thread, branch, version } = this.setting;
    this.facts.note({ session, thread, cwd, branch, version, at, offset });
  }

  takeFinished(): ReadPart {
    return this.#ledger.takeFinished();
  }

  takeRest(): ReadPart {
    return this.#ledger.takeRest();
  }

  /** Returns a unique id: some providers count calls from zero in each session, so their `call_1` is not unique. */
  #key(id: string): string {
    return isDrawnAtRandom(id, '') ? id : `${this.#file.session}/${id}`;
  }

  #open(id: string, sent: SentTool, at: number, offset: number): Call {
    const call = openCall(sent, this.setting, { id, agent: this.#file.agent, at, offset });
    this.note(at, offset, call.cwd);
    return call;
  }

  #settle(call: Call): void {
    // The numbers of processes start again when a session is resumed: then the earlier process has ended unseen.
    const before = call.waiting?.startsWith('task ') ? this.#ledger.endTask(call.waiting.slice(5)) : undefined;
    if (before !== undefined) this.#ledger.settle(before);
    if (call.tool === 'shell') {
      for (const remote of findRemotes(call, this.facts.home(call.session)))
        this.facts.noteRemote(call.session, `https://${remote}`);
    }
    this.#ledger.settle(call);
  }

  /**
   * Records a poll, which has no output of its own: its result belongs to the call that launched the process. It fails if there
   * is no such call.
   */
  #poll(call: Call, frame: OutputFrame): void {
    closeCall(call, { text: frame.framed ? '' : frame.text, framed: frame.framed });
    if (call.outcome === 'failed' && frame.framed) call.outcome = 'ok';
    if (frame.framed) this.#hear(`process ${call.input.rest?.session_id}`, frame, call.endedAt ?? call.at);
  }

  #hear(task: string, frame: OutputFrame, at: number): void {
    const call = this.#ledger.launcher(task);
    if (call === undefined) return;
    this.#ledger.touch(call);
    if (!continueCall(call, frame, at)) return;
    this.#ledger.endTask(task);
    this.#settle(call);
  }

  #waitFor(call: Call, output: ScriptOutput | undefined): void {
    call.outcome = 'ok';
    const task = `cell ${call.input.rest?.cell_id}`;
    const launcher = output === undefined ? undefined : this.#ledger.endTask(task);
    if (launcher === undefined || output === undefined) return;
    launcher.endedAt = call.endedAt ?? call.at;
    const pending = this.#pending.get(launcher.id) ?? { printed: [launcher.output], reports: new Map() };
    this.#ledger.touch(launcher);
    this.#hearScript(launcher, pending, output);
  }

  /** Records that a script has ended, or is still running. */
  #hearScript(call: Call, pending: Pending, output: ScriptOutput): void {
    pending.printed.push(...output.printed);
    const isRunning = output.status === 'running';
    if (!isRunning) this.#pending.delete(call.id);
    const whole = { ...output, printed: pending.printed };
    const shell = defaultShell(this.setting);
    const results =
      isRunning || pending.script === undefined
        ? undefined
        : resolveNested(pending.script, whole, pending.reports, shell);
    if (results === undefined) {
      closeScript(call, whole);
      this.#settle(call);
      return;
    }
    for (const [index, { sent, frame, ending }] of results.entries()) {
      const nested = this.#openNested(call, sent, index);
      if (nested.name === 'write_stdin' && frame !== undefined) this.#poll(nested, frame);
      else if (frame !== undefined) closeCall(nested, frame, ending, sent.patch);
      this.#settle(nested);
    }
  }

  /** Creates a call made by a script: the first takes the place of the script itself, so that its id can be found again. */
  #openNested(call: Call, sent: SentTool, index: number): Call {
    const nested = this.#open(index === 0 ? call.id : `${call.id}#${index + 1}`, sent, call.at, call.source?.call ?? 0);
    nested.seq += index;
    const { turn, endedAt, source } = call;
    if (turn !== undefined) nested.turn = turn;
    if (endedAt !== undefined) nested.endedAt = endedAt;
    if (source !== undefined) nested.source = { ...source };
    return nested;
  }
}
