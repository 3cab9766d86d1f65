import type { LogFile } from '../../../src/agents/agent.ts';
import { AGENT } from '../../../src/agents/claude-code/paths.ts';
import { writeLog } from '../log-file.ts';

export type Fields = Record<string, unknown>;

/** Records as Claude Code writes them, ten seconds apart. `modern`: with the session after the message, as from 2.1.9x on. */
export class LogBuilder {
  readonly lines: string[] = [];
  session = '6f1c2e7a-0000-4000-8000-000000000001';
  cwd = '/home/dev/harbour';
  branch = 'main';
  modern = false;
  agentId: string | undefined;
  #count = 0;
  /** When the last record was written. */
  clock = Date.UTC(2026, 2, 1, 9, 0, 0);

  /** A number that no other record has. */
  next(): number {
    return ++this.#count;
  }

  raw(line: string): this {
    this.lines.push(line);
    return this;
  }

  record(fields: Fields): this {
    return this.raw(JSON.stringify(fields));
  }

  /** An assistant's record with one block; the calls of a turn share its id. */
  assistant(blocks: Fields[], turn = `msg_${this.next()}`): this {
    const message = {
      model: 'model-1',
      id: turn,
      type: 'message',
      role: 'assistant',
      content: blocks,
      stop_reason: null,
      usage: { input_tokens: 8 },
    };
    const own = { requestId: 'req_1', type: 'assistant', uuid: this.uuid(), timestamp: this.time() };
    if (this.modern) return this.record({ ...this.parent(), message, ...own, userType: 'external', ...this.setting() });
    return this.record({ ...this.parent(), userType: 'external', ...this.setting(), message, ...own });
  }

  use(id: string, name: string, input: Fields, turn?: string): this {
    return this.assistant([{ type: 'tool_use', id, name, input }], turn);
  }

  /** A result: successful ones name the call first, failed ones last, as the client does. */
  result(
    id: string,
    content: unknown,
    more: { isError?: boolean; toolUseResult?: unknown; fields?: Fields; text?: string } = {},
  ): this {
    const block = more.isError
      ? { type: 'tool_result', content, is_error: true, tool_use_id: id }
      : { tool_use_id: id, type: 'tool_result', content, is_error: more.isError === false ? false : undefined };
    const blocks = more.text === undefined ? [block] : [block, { type: 'text', text: more.text }];
    const toolUseResult = more.toolUseResult === undefined ? {} : { toolUseResult: more.toolUseResult };
    return this.user(blocks, { ...toolUseResult, sourceToolAssistantUUID: this.uuid(), ...more.fields });
  }

  fail(id: string, text: string, fields: Fields = {}): this {
    return this.result(id, text, { isError: true, toolUseResult: `Error: ${text}`, fields });
  }

  shell(id: string, command: string, stdout: string, more: Fields = {}): this {
    const toolUseResult = { stdout, stderr: '', interrupted: false, isImage: false, ...more };
    return this.use(id, 'Bash', { command, description: 'Run it' }).result(id, stdout, {
      isError: false,
      toolUseResult,
    });
  }

  user(content: unknown, fields: Fields = {}): this {
    const own = { type: 'user', message: { role: 'user', content }, uuid: this.uuid(), timestamp: this.time() };
    if (this.modern)
      return this.record({
        ...this.parent(),
        promptId: this.uuid(),
        ...own,
        ...fields,
        userType: 'external',
        ...this.setting(),
      });
    return this.record({ ...this.parent(), userType: 'external', ...this.setting(), ...own, ...fields });
  }

  /** A subagent's message embedded in the session's log. */
  progress(inner: Fields, agentId: string, repeated: unknown[] = []): this {
    const data = {
      message: inner,
      normalizedMessages: repeated,
      type: 'agent_progress',
      prompt: 'Look around',
      agentId,
    };
    const own = {
      type: 'progress',
      data,
      toolUseID: 'agent_1',
      parentToolUseID: 'toolu_task',
      uuid: this.uuid(),
      timestamp: this.time(),
    };
    return this.record({ ...this.parent(), userType: 'external', ...this.setting(), ...own });
  }

  uuid(): string {
    return `00000000-0000-4000-8000-${String(this.next()).padStart(12, '0')}`;
  }

  time(): string {
    this.clock += 10_000;
    return new Date(this.clock).toISOString();
  }

  parent(): Fields {
    const agent = this.agentId === undefined ? {} : { agentId: this.agentId };
    return {
      parentUuid: this.#count % 7 === 0 ? null : this.uuid(),
      isSidechain: this.agentId !== undefined,
      ...agent,
    };
  }

  setting(): Fields {
    return { cwd: this.cwd, sessionId: this.session, version: '2.1.20', gitBranch: this.branch };
  }

  text(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }

  /** The log as a file in a folder of its own. */
  write(name = `${this.session}.jsonl`): LogFile {
    return writeLog(this.text(), name, this.session, AGENT);
  }
}
