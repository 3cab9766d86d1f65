import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallStep, DescribedSession, Step } from '../described-session.ts';
import type { Fields } from './fields.ts';
import { geminiArguments, geminiName, geminiResult, whyNotGemini } from './gemini-results.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { findReason } from './reasons.ts';
import { stableUuid } from './stable-ids.ts';
import { ToldSession } from './told-session.ts';
import { printLines, writeLog } from './write-log.ts';

/** Writes `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl` as 0.40 does, and `.project_root` beside the chats. */
export const geminiWriter: LogWriter = {
  agent: 'gemini',
  lacks: (sessions) => findReason(sessions, whyNotGemini),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    const folders = [...new Set(sessions.map(({ cwd }) => cwd))];
    for (const [index, session] of sessions.entries()) {
      const project = join(home, '.gemini', 'tmp', `project-${folders.indexOf(session.cwd)}`);
      const log = new SessionLog(session, index, written.calls);
      log.addSteps(session.steps, log.main);
      const chats = join(project, 'chats');
      for (const { path, records } of log.files) {
        const full = join(chats, path);
        await writeLog(written, full, printLines(records), log.clock);
      }
      await writeFile(join(project, '.project_root'), session.cwd);
      written.sessions.push(log.id);
    }
    return written;
  },
};

/** A subagent's steps have records of their own. */
class SessionLog extends ToldSession<Fields[]> {
  readonly files: { path: string; records: Fields[] }[] = [];
  #count = 0;

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    super('gemini', session, index, calls);
    const time = session.start.slice(0, 16).replaceAll(':', '-');
    this.#open(`session-${time}-${this.id.slice(0, 8)}.jsonl`, this.id, 'main');
  }

  /** The records of the session itself. */
  get main(): Fields[] {
    return this.files[0]?.records ?? [];
  }

  protected addUser(text: string, records: Fields[]): void {
    this.#add(records, { type: 'user', content: [{ text }] });
  }

  protected addSaying(text: string, records: Fields[]): void {
    this.#add(records, { type: 'gemini', content: text });
  }

  protected addCompaction(records: Fields[]): void {
    this.#add(records, { type: 'info', content: 'Chat history compressed.' });
  }

  /** The message is written when it is sent, and again with each result. */
  protected addTurn(turn: readonly CallStep[], records: Fields[]): void {
    const message = this.#add(records, { type: 'gemini', content: '', thoughts: [], model: 'gemini-3-pro' });
    const toolCalls: Fields[] = [];
    for (const call of turn) {
      const name = geminiName(call.use);
      const id = this.nameCall(call, `${name}__call_`);
      if (call.use.tool === 'task') this.#addSubagent(call.id, call.use.steps);
      const base = { id, name, args: geminiArguments(call, this.session.cwd) };
      if (!this.waitFor(call)) toolCalls.push({ ...base, status: 'executing' });
      else {
        const { status, response } = geminiResult(call, this.session.cwd);
        const result = [{ functionResponse: { id, name, response } }];
        toolCalls.push({ ...base, result, status, timestamp: new Date(this.clock).toISOString() });
      }
      records.push({ ...message, toolCalls: [...toolCalls] });
    }
    const answered = toolCalls.flatMap(({ result }) => result ?? []);
    this.#add(records, { type: 'user', content: answered });
  }

  #addSubagent(label: string, steps: readonly Step[]): void {
    const id = stableUuid('subagent', this.id, label);
    this.addSteps(steps, this.#open(join(this.id, `${id}.jsonl`), id, 'subagent'));
  }

  #open(path: string, sessionId: string, kind: string): Fields[] {
    const startTime = new Date(this.clock).toISOString();
    const projectHash = createHash('sha256').update(this.session.cwd).digest('hex');
    const records: Fields[] = [{ sessionId, projectHash, startTime, lastUpdated: startTime, kind }];
    this.files.push({ path, records });
    return records;
  }

  #add(records: Fields[], message: Fields): Fields {
    this.clock += 20;
    const timestamp = new Date(this.clock).toISOString();
    const record = { id: stableUuid('message', this.id, this.#count++), timestamp, ...message };
    records.push(record, { $set: { lastUpdated: timestamp } });
    return record;
  }
}
