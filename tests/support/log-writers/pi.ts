import { join } from 'node:path';
import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { piArguments, piName, piResult, whyNotPi } from './pi-results.ts';
import { findReason } from './reasons.ts';
import { stableToken, stableUuid } from './stable-ids.ts';
import { printLines, writeLog } from './write-log.ts';

/** Writes `~/.pi/agent/sessions/--<folder>--/<time>_<session>.jsonl` as version 3 of the format has it. */
export const piWriter: LogWriter = {
  agent: 'pi',
  lacks: (sessions) => findReason(sessions, whyNotPi),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    const logs: SessionLog[] = [];
    for (const [index, session] of sessions.entries()) {
      const origin = session.forkOf === undefined ? undefined : logs[session.forkOf - 1];
      const log = new SessionLog(session, index, written.calls, origin);
      log.addSteps(session.steps);
      logs.push(log);
      written.sessions.push(log.id);
      const folder = `--${session.cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
      const time = session.start.replace(/[:.]/g, '-');
      const path = join(home, '.pi', 'agent', 'sessions', folder, `${time}_${log.id}.jsonl`);
      await writeLog(written, path, printLines(log.records), log.clock);
    }
    return written;
  },
};

class SessionLog {
  readonly id: string;
  readonly records: Fields[] = [];
  clock: number;
  readonly #session: DescribedSession;
  readonly #index: number;
  readonly #calls: Map<string, string>;
  #parent: string | null = null;

  constructor(session: DescribedSession, index: number, calls: Map<string, string>, origin?: SessionLog) {
    this.#session = session;
    this.#index = index;
    this.#calls = calls;
    this.clock = Date.parse(session.start);
    this.id = stableUuid('pi', session.cwd, session.start, index);
    const header = { type: 'session', version: 3, id: this.id, timestamp: new Date(this.clock).toISOString(), cwd: session.cwd };
    this.records.push(origin ? { ...header, parentSession: `/logs/${origin.id}.jsonl` } : header);
    // A fork begins with the entries of the session it came from.
    if (origin) this.records.push(...origin.records.slice(1));
  }

  addSteps(steps: readonly Step[]): void {
    for (const step of inTurns(steps)) {
      if ('user' in step) {
        this.clock += (step.wait ?? 0) * 1000;
        this.#addMessage({ role: 'user', content: [{ type: 'text', text: step.user }] });
      } else if ('says' in step) this.#addAssistant([{ type: 'text', text: step.says }], 'stop');
      else if ('compact' in step) this.#add({ type: 'compaction', summary: 'The work goes on.', tokensBefore: 150_000 });
      else this.#addTurn(step);
    }
  }

  #addTurn(turn: readonly CallStep[]): void {
    this.clock += (turn[0]?.wait ?? 3) * 1000;
    const blocks = turn.map((call) => {
      const id = `toolu_${stableToken(24, 'call', this.#session.start, this.#index, call.id)}`;
      this.#calls.set(call.id, id);
      return { type: 'toolCall', id, name: piName(call.use), arguments: piArguments(call.use) };
    });
    this.#addAssistant([{ type: 'thinking', thinking: 'A tool helps.' }, ...blocks], 'toolUse');
    for (const [index, call] of turn.entries()) {
      if (call.end.how === 'open') continue;
      this.clock += (call.takes ?? 1) * 1000;
      const { text, isError } = piResult(call, this.#session.cwd);
      const content = [{ type: 'text', text }];
      this.#addMessage({ role: 'toolResult', toolCallId: blocks[index]?.id, toolName: piName(call.use), content, isError });
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
