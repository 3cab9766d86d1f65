import { join } from 'node:path';
import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import { copilotArguments, copilotName, copilotPermission, copilotResult, whyNotCopilot } from './copilot-results.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { findReason } from './reasons.ts';
import { stableToken, stableUuid } from './stable-ids.ts';
import { printLines, writeLog } from './write-log.ts';

/** Writes `~/.copilot/session-state/<session>/events.jsonl` as 1.0.68 does. */
export const copilotWriter: LogWriter = {
  agent: 'copilot',
  lacks: (sessions) => findReason(sessions, whyNotCopilot),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    for (const [index, session] of sessions.entries()) {
      const log = new SessionLog(session, index, written.calls);
      log.addSteps(session.steps);
      written.sessions.push(log.id);
      const path = join(home, '.copilot', 'session-state', log.id, 'events.jsonl');
      await writeLog(written, path, printLines(log.events), log.clock);
    }
    return written;
  },
};

class SessionLog {
  readonly id: string;
  readonly events: Fields[] = [];
  clock: number;
  readonly #session: DescribedSession;
  readonly #index: number;
  readonly #calls: Map<string, string>;
  #shells = 0;
  #turns = 0;

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    this.#session = session;
    this.#index = index;
    this.#calls = calls;
    this.clock = Date.parse(session.start);
    this.id = stableUuid('copilot', session.cwd, session.start, index);
    this.#add('session.start', {
      sessionId: this.id,
      version: 1,
      producer: 'copilot-agent',
      copilotVersion: session.version ?? '1.0.68',
      context: { cwd: session.cwd, gitRoot: session.cwd, branch: session.branch },
    });
  }

  addSteps(steps: readonly Step[], parent?: string): void {
    for (const step of inTurns(steps)) {
      if ('user' in step) {
        this.clock += (step.wait ?? 0) * 1000;
        const transformed = `<current_datetime>today</current_datetime>\n\n${step.user}`;
        this.#add('user.message', { content: step.user, transformedContent: transformed, attachments: [] });
      } else if ('says' in step) this.#add('assistant.message', { content: step.says, toolRequests: [] });
      else if ('compact' in step) this.#add('session.compaction_complete', { success: true });
      else this.#addTurn(step, parent);
    }
  }

  #addTurn(turn: readonly CallStep[], parent: string | undefined): void {
    this.clock += (turn[0]?.wait ?? 3) * 1000;
    const turnId = String(this.#turns++);
    const calls = turn.map((call) => {
      const toolCallId = `toolu_${stableToken(24, 'copilot', this.#session.start, this.#index, call.id)}`;
      this.#calls.set(call.id, toolCallId);
      return { call, toolCallId, ...describeTool(call, this.#session.cwd) };
    });
    this.#add('assistant.turn_start', { turnId });
    const requests = calls.map(({ toolCallId, toolName: name, arguments: args }) => ({ toolCallId, name, arguments: args }));
    this.#add('assistant.message', { messageId: stableUuid(this.id, turnId), content: '', toolRequests: requests, turnId });
    for (const { call: _call, ...start } of calls)
      this.#add('tool.execution_start', { ...start, turnId, ...(parent === undefined ? {} : { parentToolCallId: parent }) });
    for (const { call, toolCallId } of calls) {
      if (call.use.tool === 'task') this.addSteps(call.use.steps, toolCallId);
      if (call.end.how === 'open') continue;
      this.clock += (call.takes ?? 1) * 1000;
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
