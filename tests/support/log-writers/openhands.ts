import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallStep, DescribedSession } from '../described-session.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { openHandsArguments, openHandsEnd, openHandsName, whyNotOpenHands } from './openhands-results.ts';
import { findReason } from './reasons.ts';
import { stableUuid } from './stable-ids.ts';
import { ToldSession } from './told-session.ts';
import { writeLog } from './write-log.ts';

/** Writes `~/.openhands/conversations/<id>/events/event-00000-<id>.json` as version 1 does. */
export const openHandsWriter: LogWriter = {
  agent: 'openhands',
  lacks: (sessions) => findReason(sessions, whyNotOpenHands),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    for (const [index, session] of sessions.entries()) {
      const conversation = new Conversation(session, index, written.calls);
      conversation.addSteps(session.steps, undefined);
      const folder = join(home, '.openhands', 'conversations', conversation.id);
      await mkdir(join(folder, 'events'), { recursive: true });
      await writeFile(join(folder, 'base_state.json'), JSON.stringify({ workspace: { working_dir: session.cwd } }));
      for (const [number, event] of conversation.events.entries()) {
        const path = join(folder, 'events', `event-${String(number).padStart(5, '0')}-${event.id}.json`);
        await writeLog(written, path, JSON.stringify(event), conversation.clock);
      }
      written.sessions.push(conversation.id);
    }
    return written;
  },
};

class Conversation extends ToldSession {
  readonly events: Fields[] = [];

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    super('openhands', session, index, calls);
    this.#add({ kind: 'SystemPromptEvent', source: 'agent' });
  }

  protected addUser(text: string): void {
    this.#addMessage('user', text);
  }

  protected addSaying(text: string): void {
    this.#addMessage('agent', text);
  }

  protected addCompaction(): void {
    this.#add({ kind: 'Condensation', source: 'environment', summary: 'The work goes on.' });
  }

  protected addTurn(turn: readonly CallStep[]): void {
    const response = stableUuid('response', this.id, this.events.length);
    const sent = turn.map((call) => {
      const tool_call_id = this.nameCall(call);
      const tool_name = openHandsName(call.use);
      const action = openHandsArguments(call.use, call.cwd ?? this.session.cwd);
      this.#add({ kind: 'ActionEvent', source: 'agent', tool_name, tool_call_id, action, llm_response_id: response });
      return { call, frame: { source: 'environment', tool_name, tool_call_id } };
    });
    for (const { call, frame } of sent) {
      if (this.waitFor(call)) this.#add({ ...frame, ...openHandsEnd(call, call.cwd ?? this.session.cwd) });
    }
  }

  #addMessage(source: string, text: string): void {
    this.#add({ kind: 'MessageEvent', source, llm_message: { role: source, content: [{ type: 'text', text }] } });
  }

  #add(event: Fields): void {
    this.clock += 20;
    const id = stableUuid('event', this.id, this.events.length);
    this.events.push({ id, timestamp: new Date(this.clock).toISOString(), ...event });
  }
}
