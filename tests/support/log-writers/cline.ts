import { join } from 'node:path';
import type { CallStep, DescribedSession } from '../described-session.ts';
import { clineArguments, clineName, clineResult, whyNotCline } from './cline-results.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { findReason } from './reasons.ts';
import { ToldSession } from './told-session.ts';
import { writeLog } from './write-log.ts';

const STORAGE = ['.config', 'Code', 'User', 'globalStorage', 'rooveterinaryinc.roo-cline', 'tasks'];

/** Writes the tasks of Roo Code, which tells exit codes: `tasks/<task>/api_conversation_history.json` in the storage of VS Code. */
export const clineWriter: LogWriter = {
  agent: 'cline',
  lacks: (sessions) => findReason(sessions, whyNotCline),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    for (const [index, session] of sessions.entries()) {
      const task = new Task(session, index, written.calls);
      task.addSteps(session.steps, undefined);
      const path = join(home, ...STORAGE, task.id, 'api_conversation_history.json');
      await writeLog(written, path, JSON.stringify(task.messages), task.clock);
      written.sessions.push(task.id);
    }
    return written;
  },
};

class Task extends ToldSession {
  readonly messages: Fields[] = [];

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    super('roo', session, index, calls);
    this.#add('user', [this.#environment()]);
  }

  protected addUser(words: string): void {
    this.#add('user', [text(`<user_message>\n${words}\n</user_message>`), this.#environment()]);
  }

  protected addSaying(words: string): void {
    this.#add('assistant', [text(words)]);
  }

  protected addCompaction(): void {
    this.addSaying('A summary of what was done.');
  }

  protected addTurn(turn: readonly CallStep[]): void {
    const uses = turn.map((call) => ({
      type: 'tool_use',
      id: this.nameCall(call),
      name: clineName(call.use),
      input: clineArguments(call.use),
    }));
    this.#add('assistant', uses);
    const results: Fields[] = [];
    for (const [index, call] of turn.entries()) {
      if (!this.waitFor(call)) continue;
      results.push({ type: 'tool_result', tool_use_id: uses[index]?.id, content: clineResult(call, this.session.cwd) });
    }
    if (results.length > 0) this.#add('user', [...results, this.#environment()]);
  }

  #environment(): Fields {
    return text(
      `<environment_details>\n# Current Workspace Directory (${this.session.cwd}) Files\nMakefile\n</environment_details>`,
    );
  }

  #add(role: string, content: Fields[]): void {
    this.clock += 20;
    this.messages.push({ role, content, ts: this.clock });
  }
}

function text(words: string): Fields {
  return { type: 'text', text: words };
}
