import { join } from 'node:path';
import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import { claudeInput, claudeName } from './claude-code-inputs.ts';
import { type ClaudeResult, claudeResult } from './claude-code-results.ts';
import { type LogWriter, tooLongForName, type WrittenLogs } from './log-writer.ts';
import { stableToken, stableUuid } from './stable-ids.ts';
import { printLines, writeLog } from './write-log.ts';

type JsonRecord = Record<string, unknown>;

/** The newest client that samples were taken from. */
const VERSION = '2.1.325';

/** Writes `~/.claude/projects/<slug>/<session>.jsonl` as Claude Code does: one record per content block, linked by parentUuid. */
export const claudeCodeWriter: LogWriter = {
  agent: 'claude-code',
  lacks: (sessions) => tooLongForName(sessions, claudeSlug),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    const logs: SessionLog[] = [];
    for (const [index, session] of sessions.entries()) {
      const origin = session.forkOf === undefined ? undefined : logs[session.forkOf - 1];
      const log = new SessionLog(session, index, origin ? { origin } : {});
      log.addSteps(session.steps);
      logs.push(log);
      written.sessions.push(log.id);
      for (const [label, id] of log.calls) written.calls.set(label, id);
      for (const file of log.files(join(home, '.claude', 'projects'))) {
        await writeLog(written, file.path, printLines(file.records), log.clock);
      }
    }
    return written;
  },
};

/** The folder name of a project: every character that is no letter and no digit becomes a dash. */
export function claudeSlug(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, '-');
}

/** The records of one conversation: a session, or a subagent within one. */
class SessionLog {
  readonly id: string;
  readonly calls = new Map<string, string>();
  clock: number;
  private readonly agentId: string | undefined;
  private readonly records: JsonRecord[] = [];
  private readonly subagents: SessionLog[] = [];
  private parent: string | null = null;
  private count = 0;
  private prompt = '';

  constructor(
    private readonly session: DescribedSession,
    private readonly index: number,
    options: { origin?: SessionLog; subagentOf?: string; agentId?: string } = {},
  ) {
    this.id = options.subagentOf ?? stableUuid('session', session.cwd, session.start, index);
    this.agentId = options.agentId;
    this.clock = Date.parse(session.start);
    if (!options.origin) return;
    // A fork's file starts with the records of the session it came from, under its own session id; uuids and call ids stay.
    for (const record of options.origin.records)
      this.records.push('sessionId' in record ? { ...record, sessionId: this.id } : record);
    this.parent = options.origin.parent;
  }

  files(projects: string): { path: string; records: JsonRecord[] }[] {
    const folder = join(projects, claudeSlug(this.session.cwd));
    const own = { path: join(folder, `${this.id}.jsonl`), records: this.records };
    const subagents = this.subagents.map((log) => ({
      path: join(folder, this.id, 'subagents', `agent-${log.agentId}.jsonl`),
      records: log.records,
    }));
    return [own, ...subagents];
  }

  addSteps(steps: readonly Step[]): void {
    const first = steps[0];
    if (!first || !('user' in first)) this.addUser('Go on with the task.');
    for (const step of inTurns(steps)) {
      if ('user' in step) this.addUser(step.user, step.wait ?? 20);
      else if ('compact' in step) this.addCompaction();
      else if ('says' in step) this.addText(step.says);
      else this.addTurn(step);
    }
  }

  private addUser(text: string, wait = 0): void {
    this.clock += wait * 1000;
    this.prompt = this.uuid('prompt');
    if (!this.agentId) this.addNoise(text);
    this.addChained({ promptId: this.prompt, type: 'user', message: { role: 'user', content: text } });
  }

  /** What surrounds every prompt in a real log: records without uuid, and attachments that are part of the chain. */
  private addNoise(text: string): void {
    const timestamp = new Date(this.clock).toISOString();
    this.records.push({ type: 'queue-operation', operation: 'enqueue', timestamp, sessionId: this.id, content: text });
    this.records.push({ type: 'queue-operation', operation: 'dequeue', timestamp, sessionId: this.id });
    this.addChained({ attachment: { type: 'date', date: timestamp.slice(0, 10) }, type: 'attachment' });
    this.records.push({ type: 'last-prompt', lastPrompt: text, leafUuid: this.parent, sessionId: this.id });
  }

  private addText(text: string): void {
    this.clock += 2000;
    this.addAssistant({ type: 'text', text }, stableToken(24, 'message', this.id, this.count), 'end_turn', 0);
  }

  /** The calls of one turn: all of them are sent, then their results come. */
  private addTurn(turn: readonly CallStep[]): void {
    this.clock += (turn[0]?.wait ?? 3) * 1000;
    const message = stableToken(24, 'message', this.id, this.count);
    const sent = turn.map((call, block) => {
      const id = `toolu_${stableToken(24, 'call', this.session.start, this.index, call.id)}`;
      this.calls.set(call.id, id);
      const cwd = call.cwd ?? this.session.cwd;
      const use = { type: 'tool_use', id, name: claudeName(call.use), input: claudeInput(call.use, cwd) };
      return { call, id, cwd, uuid: this.addAssistant(use, message, 'tool_use', block, cwd) };
    });
    for (const { call, id, cwd, uuid } of sent) {
      if (call.end.how === 'open') continue;
      this.clock += (call.takes ?? 1) * 1000;
      const agentId = call.use.tool === 'task' ? this.addSubagent(call) : undefined;
      const failedSibling = turn.find(
        (other) => other.end.how === 'exit' || other.end.how === 'error' || other.end.how === 'missing',
      );
      const context = { id, cwd, version: this.session.version ?? VERSION };
      this.addResult(claudeResult(call, { ...context, agentId: agentId || undefined, failedSibling }), uuid, cwd);
      if (call.hook !== undefined) this.addComplaint(call.hook, id, claudeName(call.use));
      if (call.end.how === 'rejected' && call.end.words === undefined) this.addInterruption();
    }
  }

  private addResult(result: ClaudeResult, source: string, cwd: string): void {
    const fields: JsonRecord = {
      promptId: this.prompt,
      type: 'user',
      message: { role: 'user', content: [result.block] },
    };
    // A subagent's own log carries no toolUseResult.
    const note = this.agentId || result.toolUseResult === undefined ? {} : { toolUseResult: result.toolUseResult };
    const tail = { ...note, ...result.fields, sourceToolAssistantUUID: source };
    this.addChained(fields, { parent: source, cwd, tail });
  }

  private addComplaint(text: string, toolUseID: string, name: string): void {
    const command = '.claude/hooks/lint.sh';
    const blockingError = { blockingError: `[${command}]: ${text}`, command };
    const hookEvent = 'PostToolUse';
    const attachment = {
      type: 'hook_blocking_error',
      hookName: `${hookEvent}:${name}`,
      toolUseID,
      hookEvent,
      blockingError,
    };
    this.addChained({ attachment, type: 'attachment' });
  }

  private addInterruption(): void {
    const content = [{ type: 'text', text: '[Request interrupted by user for tool use]' }];
    this.addChained({ promptId: this.prompt, type: 'user', message: { role: 'user', content } });
  }

  private addSubagent(call: CallStep): string | undefined {
    if (call.use.tool !== 'task' || call.use.steps.length === 0) return undefined;
    const agentId = `a${stableUuid('agent', this.id, call.id).replaceAll('-', '').slice(0, 16)}`;
    const session = { ...this.session, start: new Date(this.clock).toISOString() };
    const log = new SessionLog(session, this.index, { subagentOf: this.id, agentId });
    log.addSteps([{ user: call.use.task, wait: 0 }, ...call.use.steps]);
    for (const [label, id] of log.calls) this.calls.set(label, id);
    this.subagents.push(log);
    this.clock = log.clock + 1000;
    return agentId;
  }

  private addCompaction(): void {
    this.clock += 30_000;
    const logicalParentUuid = this.parent;
    const metadata = { trigger: 'auto', preTokens: 155_000, postTokens: 12_000, durationMs: 60_000 };
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      compactMetadata: metadata,
    };
    this.parent = null;
    this.addChained({ logicalParentUuid, ...boundary });
    const summary =
      'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\nThe work goes on.';
    const tail = { isVisibleInTranscriptOnly: true, isCompactSummary: true };
    this.addChained({ promptId: this.prompt, type: 'user', message: { role: 'user', content: summary } }, { tail });
  }

  /** One record per content block: blocks of one message share its id. */
  private addAssistant(block: JsonRecord, message: string, stop: string, blockIndex: number, cwd?: string): string {
    const usage = { input_tokens: 4368, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 38 };
    const fields = {
      message: {
        id: `msg_${message}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [block],
        stop_reason: stop,
        stop_sequence: null,
        usage,
      },
      apiBlockIndex: blockIndex,
      requestId: `req_${message}`,
      type: 'assistant',
    };
    return this.addChained(fields, cwd === undefined ? {} : { cwd });
  }

  /** Appends a record with the fields that every linked record has, in the order the client writes them. */
  private addChained(fields: JsonRecord, options: { parent?: string; cwd?: string; tail?: JsonRecord } = {}): string {
    const uuid = this.uuid('record');
    this.clock += 20;
    this.records.push({
      parentUuid: options.parent ?? this.parent,
      isSidechain: this.agentId !== undefined,
      agentId: this.agentId,
      ...fields,
      uuid,
      timestamp: new Date(this.clock).toISOString(),
      ...options.tail,
      userType: 'external',
      entrypoint: 'cli',
      cwd: options.cwd ?? this.session.cwd,
      sessionId: this.id,
      version: this.session.version ?? VERSION,
      gitBranch: this.session.branch,
    });
    this.parent = uuid;
    return uuid;
  }

  private uuid(what: string): string {
    this.count += 1;
    return stableUuid(what, this.session.cwd, this.session.start, this.index, this.agentId ?? '', this.count);
  }
}
