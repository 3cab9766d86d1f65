import { join } from 'node:path';
import type { CallStep, DescribedSession } from '../described-session.ts';
import type { Fields } from './fields.ts';
import { type LogWriter, tooLongForName, type WrittenLogs } from './log-writer.ts';
import { piArguments, piName, piResult, whyNotPi } from './pi-results.ts';
import { findReason } from './reasons.ts';
import { stableToken } from './stable-ids.ts';
import { ToldSession } from './told-session.ts';
import { printLines, writeLog } from './write-log.ts';

/** Writes `~/.pi/agent/sessions/--<folder>--/<time>_<session>.jsonl` as version 3 of the format has it. */
export const piWriter: LogWriter = {
  agent: 'pi',
  lacks: (sessions) => findReason(sessions, whyNotPi) ?? tooLongForName(sessions, nameFolder),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    const logs: SessionLog[] = [];
    for (const [index, session] of sessions.entries()) {
      const origin = session.forkOf === undefined ? undefined : logs[session.forkOf - 1];
      const log = new SessionLog(session, index, written.calls, origin);
      log.addSteps(session.steps, undefined);
      logs.push(log);
      written.sessions.push(log.id);
      const time = session.start.replace(/[:.]/g, '-');
      const path = join(home, '.pi', 'agent', 'sessions', nameFolder(session.cwd), `${time}_${log.id}.jsonl`);
      await writeLog(written, path, printLines(log.records), log.clock);
    }
    return written;
  },
};

function nameFolder(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

class SessionLog extends ToldSession {
  readonly records: Fields[] = [];
  #parent: string | null = null;

  constructor(session: DescribedSession, index: number, calls: Map<string, string>, origin?: SessionLog) {
    super('pi', session, index, calls);
    const header = {
      type: 'session',
      version: 3,
      id: this.id,
      timestamp: new Date(this.clock).toISOString(),
      cwd: session.cwd,
    };
    this.records.push(origin ? { ...header, parentSession: `/logs/${origin.id}.jsonl` } : header);
    // A fork begins with the entries of the session it came from.
    if (origin) this.records.push(...origin.records.slice(1));
  }

  protected addUser(text: string): void {
    this.#addMessage({ role: 'user', content: [{ type: 'text', text }] });
  }

  protected addSaying(text: string): void {
    this.#addAssistant([{ type: 'text', text }], 'stop');
  }

  protected addCompaction(): void {
    this.#add({ type: 'compaction', summary: 'The work goes on.', tokensBefore: 150_000 });
  }

  protected addTurn(turn: readonly CallStep[]): void {
    const blocks = turn.map((call) => ({
      type: 'toolCall',
      id: this.nameCall(call),
      name: piName(call.use),
      arguments: piArguments(call.use),
    }));
    this.#addAssistant([{ type: 'thinking', thinking: 'A tool helps.' }, ...blocks], 'toolUse');
    for (const [index, call] of turn.entries()) {
      if (!this.waitFor(call)) continue;
      const { text, isError } = piResult(call, this.session.cwd);
      const content = [{ type: 'text', text }];
      this.#addMessage({
        role: 'toolResult',
        toolCallId: blocks[index]?.id,
        toolName: piName(call.use),
        content,
        isError,
      });
    }
  }

  #addAssistant(content: Fields[], stopReason: string): void {
    this.#addMessage({ role: 'assistant', content, api: 'anthropic-messages', model: 'claude-opus-5-5', stopReason });
  }

  #addMessage(message: Fields): void {
    this.#add({ type: 'message', message: { ...message, timestamp: this.clock } });
  }

  #add(entry: Fields): void {
    this.clock += 20;
    const { type, ...rest } = entry;
    const id = stableToken(8, 'entry', this.id, this.records.length);
    this.records.push({ type, id, parentId: this.#parent, timestamp: new Date(this.clock).toISOString(), ...rest });
    this.#parent = id;
  }
}
