import { join } from 'node:path';
import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import { codexCall, findUntold } from './codex-calls.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { stableToken, stableUuid } from './stable-ids.ts';
import { printLines, writeLog } from './write-log.ts';

type JsonRecord = Record<string, unknown>;

const VERSION = '0.147.0';

/** Writes `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl` as Codex does. */
export const codexWriter: LogWriter = {
  agent: 'codex',
  lacks: findUntold,
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    const logs: Rollout[] = [];
    for (const [index, session] of sessions.entries()) {
      const origin = session.forkOf === undefined ? undefined : logs[session.forkOf - 1];
      const log = new Rollout(session, index, origin ? { origin } : {});
      log.addSteps(session.steps);
      logs.push(log);
      written.sessions.push(log.id);
      for (const rollout of log.all()) {
        for (const [label, id] of rollout.calls) written.calls.set(label, id);
        const path = join(home, '.codex', 'sessions', rollout.path());
        await writeLog(written, path, printLines(rollout.records), rollout.clock);
      }
    }
    return written;
  },
};

/** The records of one conversation: a session, or a subagent within one. */
class Rollout {
  readonly id: string;
  readonly calls = new Map<string, string>();
  readonly records: JsonRecord[] = [];
  clock: number;
  private readonly start: number;
  private readonly subagents: Rollout[] = [];

  constructor(
    private readonly session: DescribedSession,
    private readonly index: number,
    private readonly options: { origin?: Rollout; parent?: Rollout; name?: string } = {},
  ) {
    this.id = stableUuid('codex', session.cwd, session.start, index, options.name ?? '');
    this.clock = Date.parse(session.start);
    this.start = this.clock;
    this.addMeta();
    // A fork's file has the records of the session it came from, the first one too, with the time at which it was forked.
    for (const record of options.origin?.records ?? []) this.add(String(record.type), record.payload as JsonRecord);
  }

  all(): Rollout[] {
    return [this, ...this.subagents];
  }

  path(): string {
    const time = new Date(this.start).toISOString().slice(0, 19);
    const [date = ''] = time.split('T');
    return join(...date.split('-'), `rollout-${time.replaceAll(':', '-')}-${this.id}.jsonl`);
  }

  addSteps(steps: readonly Step[]): void {
    const [first] = steps;
    if (!first || !('user' in first)) this.addUser('Go on with the task.', 0);
    for (const step of inTurns(steps)) {
      if ('user' in step) this.addUser(step.user, step.wait ?? 20);
      else if ('compact' in step) this.addCompaction();
      else if ('says' in step) this.addText(step.says);
      else this.addTurn(step);
    }
  }

  private addMeta(): void {
    const { cwd, branch, version } = this.session;
    const { parent } = this.options;
    const source = parent ? { subagent: { thread_spawn: { parent_thread_id: parent.id, depth: 1 } } } : 'cli';
    this.add('session_meta', {
      session_id: parent?.id,
      id: this.id,
      timestamp: this.session.start,
      cwd,
      originator: 'codex-tui',
      cli_version: version ?? VERSION,
      source,
      base_instructions: { text: 'You are a coding agent.' },
      git: { commit_hash: stableToken(40, cwd, branch), branch },
    });
  }

  private addUser(text: string, wait: number): void {
    this.clock += wait * 1000;
    const turnId = stableUuid('turn', this.id, this.records.length);
    this.add('event_msg', { type: 'task_started', turn_id: turnId, model_context_window: 258_400 });
    if (this.records.length < 4)
      this.addPrompt('# AGENTS.md instructions for the project\n\n<INSTRUCTIONS>\nNever rush.\n</INSTRUCTIONS>');
    this.add('turn_context', {
      turn_id: turnId,
      cwd: this.session.cwd,
      approval_policy: 'on-request',
      model: 'gpt-5.5',
    });
    this.addPrompt(text);
    this.add('event_msg', { type: 'user_message', message: text, images: [], local_images: [], text_elements: [] });
  }

  private addPrompt(text: string): void {
    this.add('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  }

  private addText(text: string): void {
    this.clock += 2000;
    this.add('event_msg', { type: 'agent_message', message: text, phase: 'commentary' });
    this.add('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
  }

  /** The calls of one turn: all of them are sent, then their results come. */
  private addTurn(turn: readonly CallStep[]): void {
    this.clock += (turn[0]?.wait ?? 3) * 1000;
    this.add('response_item', { type: 'reasoning', summary: [], encrypted_content: 'gAAAAA' });
    const sent = turn.map((call) => {
      const id = `call_${stableToken(24, 'call', this.session.start, this.index, call.id)}`;
      this.calls.set(call.id, id);
      const parts = codexCall(call, call.cwd ?? this.session.cwd);
      this.add('response_item', { ...parts.sent, call_id: id });
      return { call, id, parts };
    });
    for (const { call, id, parts } of sent) {
      this.clock += (call.takes ?? 1) * 1000;
      if (call.use.tool === 'task' && call.use.steps.length > 0) this.addSubagent(call, call.use.task, call.use.steps);
      if (parts.result) this.add('response_item', { ...parts.result, call_id: id });
      this.add('event_msg', { type: 'token_count', info: null });
      if (call.end.how === 'rejected' && call.end.words !== undefined) this.addUser(call.end.words, 5);
    }
  }

  private addSubagent(call: CallStep, task: string, steps: readonly Step[]): void {
    const session = { ...this.session, start: new Date(this.clock).toISOString() };
    const log = new Rollout(session, this.index, { parent: this, name: call.id });
    log.addSteps([{ user: task, wait: 0 }, ...steps]);
    this.subagents.push(...log.all());
    this.clock = log.clock + 1000;
  }

  private addCompaction(): void {
    this.clock += 30_000;
    this.add('compacted', { message: '', replacement_history: [] });
    this.add('event_msg', { type: 'context_compacted' });
  }

  private add(type: string, payload: JsonRecord): void {
    this.clock += 20;
    this.records.push({ timestamp: new Date(this.clock).toISOString(), type, payload });
  }
}
