import { join } from 'node:path';
import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import { clineArguments, clineName, clineResult, whyNotCline } from './cline-results.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { findReason } from './reasons.ts';
import { stableToken, stableUuid } from './stable-ids.ts';
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
      task.addSteps(session.steps);
      const path = join(home, ...STORAGE, task.id, 'api_conversation_history.json');
      await writeLog(written, path, JSON.stringify(task.messages), task.clock);
      written.sessions.push(task.id);
    }
    return written;
  },
};

class Task {
  readonly id: string;
  readonly messages: Fields[] = [];
  clock: number;
  readonly #session: DescribedSession;
  readonly #index: number;
  readonly #calls: Map<string, string>;

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    this.#session = session;
    this.#index = index;
    this.#calls = calls;
    this.clock = Date.parse(session.start);
    this.id = stableUuid('roo', session.cwd, session.start, index);
    this.#add('user', [this.#environment()]);
  }

  addSteps(steps: readonly Step[]): void {
    for (const step of inTurns(steps)) {
      if ('user' in step) {
        this.clock += (step.wait ?? 0) * 1000;
        this.#add('user', [text(`<user_message>\n${step.user}\n</user_message>`), this.#environment()]);
      } else if ('says' in step) this.#add('assistant', [text(step.says)]);
      else if ('compact' in step) this.#add('assistant', [text('A summary of what was done.')]);
      else this.#addTurn(step);
    }
  }

  #addTurn(turn: readonly CallStep[]): void {
    this.clock += (turn[0]?.wait ?? 3) * 1000;
    const uses = turn.map((call) => {
      const id = `toolu_${stableToken(24, 'roo', this.#session.start, this.#index, call.id)}`;
      this.#calls.set(call.id, id);
      return { type: 'tool_use', id, name: clineName(call.use), input: clineArguments(call.use) };
    });
    this.#add('assistant', uses);
    const results: Fields[] = [];
    for (const [index, call] of turn.entries()) {
      if (call.end.how === 'open') continue;
      this.clock += (call.takes ?? 1) * 1000;
      results.push({ type: 'tool_result', tool_use_id: uses[index]?.id, content: clineResult(call, this.#session.cwd) });
    }
    if (results.length > 0) this.#add('user', [...results, this.#environment()]);
  }

  #environment(): Fields {
    return text(
      `<environment_details>\n# Current Workspace Directory (${this.#session.cwd}) Files\nMakefile\n</environment_details>`,
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
