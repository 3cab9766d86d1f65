import { join } from 'node:path';
import type { CallStep, DescribedSession } from '../described-session.ts';
import { copilotArguments, copilotName, copilotPermission, copilotResult, whyNotCopilot } from './copilot-results.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { findReason } from './reasons.ts';
import { stableUuid } from './stable-ids.ts';
import { ToldSession } from './told-session.ts';
import { printLines, writeLog } from './write-log.ts';

/** Writes `~/.copilot/session-state/<session>/events.jsonl` as 1.0.68 does. */
export const copilotWriter: LogWriter = {
  agent: 'copilot',
  lacks: (sessions) => findReason(sessions, whyNotCopilot),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    for (const [index, session] of sessions.entries()) {
      const log = new SessionLog(session, index, written.calls);
      log.addSteps(session.steps, undefined);
      written.sessions.push(log.id);
      const path = join(home, '.copilot', 'session-state', log.id, 'events.jsonl');
      await writeLog(written, path, printLines(log.events), log.clock);
    }
    return written;
  },
};

/** A subagent's steps name the call that it answers. */
class SessionLog extends ToldSession<string | undefined> {
  readonly events: Fields[] = [];
  #shells = 0;
  #turns = 0;

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    super('copilot', session, index, calls);
    this.#add('session.start', {
      sessionId: this.id,
      version: 1,
      producer: 'copilot-agent',
      copilotVersion: session.version ?? '1.0.68',
      context: { cwd: session.cwd, gitRoot: session.cwd, branch: session.branch },
    });
  }

  protected addUser(text: string): void {
    const transformed = `<current_datetime>today</current_datetime>\n\n${text}`;
    this.#add('user.message', { content: text, transformedContent: transformed, attachments: [] });
  }

  protected addSaying(text: string): void {
    this.#add('assistant.message', { content: text, toolRequests: [] });
  }

  protected addCompaction(): void {
    this.#add('session.compaction_complete', { success: true });
  }

  protected addTurn(turn: readonly CallStep[], parent: string | undefined): void {
    const turnId = String(this.#turns++);
    const calls = turn.map((call) => ({
      call,
      toolCallId: this.nameCall(call),
      ...describeTool(call, this.session.cwd),
    }));
    this.#add('assistant.turn_start', { turnId });
    const requests = calls.map(({ toolCallId, toolName: name, arguments: args }) => ({
      toolCallId,
      name,
      arguments: args,
    }));
    this.#add('assistant.message', {
      messageId: stableUuid(this.id, turnId),
      content: '',
      toolRequests: requests,
      turnId,
    });
    for (const { call: _call, ...start } of calls)
      this.#add('tool.execution_start', {
        ...start,
        turnId,
        parentToolCallId: parent,
      });
    for (const { call, toolCallId } of calls) {
      if (call.use.tool === 'task') this.addSteps(call.use.steps, toolCallId);
      if (!this.waitFor(call)) continue;
      const permission = copilotPermission(call.end);
      if (permission !== undefined) this.#add('permission.completed', { toolCallId, result: permission });
      const shell = call.use.tool === 'shell' ? this.#shells++ : 0;
      this.#add('tool.execution_complete', { toolCallId, turnId, ...copilotResult(call, shell) });
    }
    this.#add('assistant.turn_end', { turnId });
  }

  #add(type: string, data: Fields): void {
    this.clock += 20;
    const id = stableUuid('event', this.id, this.events.length);
    const parentId = this.events.at(-1)?.id ?? null;
    this.events.push({ type, data, id, timestamp: new Date(this.clock).toISOString(), parentId });
  }
}

function describeTool(
  { use }: CallStep,
  cwd: string,
): { toolName: string; arguments: Fields; mcpServerName?: string; mcpToolName?: string } {
  const name = copilotName(use);
  const mcp = /^mcp__(.+?)__(.+)$/.exec(name);
  const described = { toolName: name, arguments: copilotArguments(use, cwd) };
  if (mcp?.[1] === undefined || mcp[2] === undefined) return described;
  return { ...described, toolName: `${mcp[1]}-${mcp[2]}`, mcpServerName: mcp[1], mcpToolName: mcp[2] };
}
