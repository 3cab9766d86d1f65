import type { LogFile } from '../../../src/agents/agent.ts';
import { AGENT } from '../../../src/agents/codex/paths.ts';
import { writeLog } from '../log-file.ts';

export type Fields = Record<string, unknown>;

/** Records as Codex writes them, ten seconds apart. */
export class RolloutBuilder {
  readonly lines: string[] = [];
  session = '019e0000-0000-7000-8000-000000000001';
  cwd = '/home/dev/harbour';
  /** When the last record was written. */
  clock = Date.UTC(2026, 2, 1, 9, 0, 0);
  #turns = 0;

  record(type: string, payload: Fields): this {
    this.clock += 10_000;
    return this.raw(JSON.stringify({ timestamp: new Date(this.clock).toISOString(), type, payload }));
  }

  raw(line: string): this {
    this.lines.push(line);
    return this;
  }

  /** The first record of a file. */
  meta(fields: Fields = {}): this {
    const git = { commit_hash: 'abc', branch: 'main', repository_url: 'https://github.com/ada/harbour.git' };
    const own = {
      id: this.session,
      timestamp: '2026-03-01T09:00:00.000Z',
      cwd: this.cwd,
      cli_version: '0.140.0',
      source: 'cli',
      git,
    };
    return this.record('session_meta', { ...own, ...fields });
  }

  turn(fields: Fields = {}): this {
    this.#turns++;
    const turn_id = `019e0000-1111-7000-8000-${String(this.#turns).padStart(12, '0')}`;
    return this.record('turn_context', { turn_id, cwd: this.cwd, approval_policy: 'on-request', ...fields });
  }

  item(payload: Fields): this {
    return this.record('response_item', payload);
  }

  event(payload: Fields): this {
    return this.record('event_msg', payload);
  }

  user(message: string): this {
    return this.item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: message }] }).event({
      type: 'user_message',
      message,
      images: [],
    });
  }

  call(id: string, name: string, args: Fields, more: Fields = {}): this {
    return this.item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id: id, ...more });
  }

  output(id: string, output: unknown): this {
    return this.item({ type: 'function_call_output', call_id: id, output });
  }

  custom(id: string, name: string, input: string): this {
    return this.item({ type: 'custom_tool_call', status: 'completed', call_id: id, name, input });
  }

  customOutput(id: string, output: unknown): this {
    return this.item({ type: 'custom_tool_call_output', call_id: id, output });
  }

  /** A command that ran to its end. */
  exec(id: string, cmd: string, exit: number, printed: string): this {
    return this.call(id, 'exec_command', { cmd, workdir: this.cwd }).output(id, ended(exit, printed));
  }

  text(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }

  /** The log as a file in a folder of its own. */
  write(): LogFile {
    return writeLog(this.text(), `rollout-2026-03-01T09-00-00-${this.session}.jsonl`, this.session, AGENT);
  }
}

/** What `exec_command` answers when the process has ended. */
export function ended(exit: number, printed: string): string {
  return `Chunk ID: a1b2c3\nWall time: 0.1000 seconds\nProcess exited with code ${exit}\nOriginal token count: 12\nOutput:\n${printed}`;
}

/** What `exec_command` and `write_stdin` answer while the process runs. */
export function running(session: number, printed = ''): string {
  return `Chunk ID: a1b2c3\nWall time: 1.0000 seconds\nProcess running with session ID ${session}\nOriginal token count: 0\nOutput:\n${printed}`;
}

/** A call id as the provider draws it. */
export function callId(count: number): string {
  return `call_AbCdEfGhIjKlMnOpQrSt${String(count).padStart(4, '0')}`;
}
