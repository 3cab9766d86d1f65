import { basename, dirname, join } from 'node:path';
import { asJson, asText, asTime, isJson, type Json } from '../../shared/json-values.ts';
import type { BadLine, CallText, LogFile, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { isDrawnAtRandom } from '../call-id.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { Ledger } from '../ledger.ts';
import { applyVerdict } from '../verdict.ts';
import { readWholeFile } from '../whole-file.ts';
import { type EventNews, readLoggedEvent, readWorkspace } from './events.ts';
import { judgeResult } from './outcome.ts';
import { listEvents } from './paths.ts';
import { classifyTool, readInput } from './tools.ts';

/** Reads a whole conversation: a folder with a file for each event. */
export async function readLog(file: LogFile): Promise<ReadResult> {
  const conversation = new Conversation(file, findFolder(file.path));
  const bad: BadLine[] = [];
  for (const [place, name] of listEvents(file.path).entries()) {
    const { value, unreadable } = readWholeFile(join(file.path, name));
    if (isJson(value)) conversation.collect(value, place);
    else bad.push({ line: place + 1, offset: place, reason: `${name}: ${unreadable ?? 'not JSON'}` });
  }
  return { ...conversation.ledger.takeRest(), sessions: conversation.facts.all(), bad, offset: 0, lines: 0 };
}

/** Reads one call again in full. */
export async function recallCall(path: string, { source }: Pick<Call, 'source'>): Promise<CallText | undefined> {
  const names = listEvents(path);
  const read = (place: number | undefined): EventNews | undefined => {
    const name = place === undefined ? undefined : names[place];
    return name === undefined ? undefined : readLoggedEvent(asJson(readWholeFile(join(path, name), true).value));
  };
  const sent = read(source?.call);
  const answer = read(source?.result);
  if (sent?.kind !== 'call') return undefined;
  return { input: JSON.stringify(sent.args, null, 2), output: answer?.kind === 'result' ? answer.text : '' };
}

class Conversation {
  readonly facts: FactBook;
  readonly ledger = new Ledger([]);
  readonly #file: LogFile;
  #cwd: string | undefined;
  /** The ids of calls, by the names that results use for them. */
  readonly #ids = new Map<string, string>();

  constructor(file: LogFile, cwd: string | undefined) {
    this.#file = file;
    this.#cwd = cwd;
    this.facts = new FactBook(file.session, cwd);
  }

  collect(event: Json, place: number): void {
    const at = asTime(event.timestamp) ?? 0;
    const news = readLoggedEvent(event);
    if (news?.kind === 'call') this.#send(news, at, place);
    else if (news?.kind === 'result') this.#answer(news, at, place);
    else if (news?.kind === 'message') this.#say(news, at, place);
  }

  #send({ key, id: given, name, args, turn }: Extract<EventNews, { kind: 'call' }>, at: number, place: number): void {
    const { session, agent } = this.#file;
    const id = isDrawnAtRandom(given, name) ? given : `${given}@${session}`;
    if (this.ledger.hasSent(id)) return;
    this.#note(at, place);
    const tool = classifyTool(name, args);
    const call: Call = {
      id,
      agent,
      session,
      seq: place,
      tool,
      name,
      input: readInput(tool, args),
      outcome: 'unknown',
      output: '',
      outputLength: 0,
      at,
      turn: turn ?? `${session}:${place}`,
      source: { call: place },
    };
    if (this.#cwd !== undefined) call.cwd = this.#cwd;
    this.#ids.set(key, id);
    this.ledger.send(call);
  }

  #answer(result: Extract<EventNews, { kind: 'result' }>, at: number, place: number): void {
    const call = this.ledger.answer(this.#ids.get(result.key) ?? '', at, place);
    if (call === undefined) return;
    applyVerdict(call, judgeResult(call.tool, result));
    this.facts.noteResult(call);
    this.ledger.settle(call);
    // One shell runs all commands: the next one starts in the folder where this one ended.
    const folder = asText(result.metadata.working_dir);
    if (folder !== undefined) this.#cwd = folder;
  }

  #say({ text, id }: Extract<EventNews, { kind: 'message' }>, at: number, place: number): void {
    const { session } = this.#file;
    if (text.trim() === '') return;
    this.#note(at, place);
    const said = clip(text.trim(), LIMITS.message);
    this.ledger.say({ session, seq: place, at, text: said, id: id ?? `${session}#${place}` });
  }

  #note(at: number, offset: number): void {
    this.facts.note({ session: this.#file.session, cwd: this.#cwd, at, offset });
  }
}

/** Returns the agent's working directory, as recorded next to the events. */
function findFolder(path: string): string | undefined {
  const conversation = basename(path) === 'events' ? dirname(path) : path;
  return readWorkspace(asJson(readWholeFile(join(conversation, 'base_state.json')).value));
}
