import { asBlocks, asJson, asNumber, asText, asTime, isJson, type Json, joinText } from '../../shared/json-values.ts';
import type { Origin } from '../facts.ts';
import { stripBlocks, stripReminders } from '../text.ts';
import type { Collector } from './collector.ts';
import { readNotes } from './outcome.ts';
import { readNotice } from './tasks.ts';

/** Facts about a file that its lines do not contain. */
export interface FileInfo {
  /** The session its records belong to if they do not name one. */
  session: string;
  /** The subagent whose log it is, according to its name. */
  thread: string | undefined;
}

/**
 * Collects the relevant parts of one parsed record. The byte scan does the same for common records without parsing them whole.
 */
export function collectRecord(record: Json, offset: number, file: FileInfo, collector: Collector): void {
  switch (record.type) {
    case 'assistant':
    case 'user':
      collectTurn(record, readOrigin(record, offset, file), collector);
      break;
    case 'progress':
      collectProgress(record, offset, file, collector);
      break;
    case 'attachment':
      collectAttachment(record, offset, file, collector);
      break;
    case 'queue-operation':
      collectNotice(joinText(record.content), record, collector);
      break;
    case 'summary':
    case 'ai-title':
    case 'custom-title':
    case 'pr-link':
      collectFact(record, asText(record.sessionId) ?? file.session, offset, collector);
  }
}

function readOrigin(record: Json, offset: number, file: FileInfo): Origin {
  return {
    session: asText(record.sessionId) ?? file.session,
    thread: nameThread(asText(record.agentId), record.isSidechain === true, file),
    cwd: asText(record.cwd),
    branch: asText(record.gitBranch),
    version: asText(record.version),
    at: asTime(record.timestamp) ?? 0,
    offset,
  };
}

/** Returns the subagent that a record belongs to; the earliest logs mark a subagent's records but do not name it. */
export function nameThread(agent: string | undefined, sidechain: boolean, file: FileInfo): string | undefined {
  return agent ?? (sidechain ? (file.thread ?? 'sidechain') : undefined);
}

function collectTurn(record: Json, origin: Origin, collector: Collector): void {
  const message = asJson(record.message);
  const blocks = asBlocks(message.content);
  if (record.type === 'assistant') {
    origin.at = tellTime(origin.at, collector);
    const text = blocks.flatMap((block) => (block.type === 'text' ? (asText(block.text) ?? '') : [])).join('\n');
    collector.state(origin, text, asText(record.uuid));
    sendCalls(blocks, origin, asText(message.id), collector);
    return;
  }
  origin.at = tellTime(origin.at, collector);
  const notes = readNotes(record);
  const fileLines = asNumber(asJson(asJson(record.toolUseResult).file).totalLines);
  for (const block of blocks) {
    const id = asText(block.tool_use_id);
    if (block.type !== 'tool_result' || id === undefined) continue;
    const isError = block.is_error === true;
    collector.answer({ id, isError, content: block.content, notes, at: origin.at, offset: origin.offset, fileLines });
  }
  if (origin.thread !== undefined) return;
  if (record.isCompactSummary === true) collector.compact();
  collectNotice(joinText(message.content), record, collector);
  const typed = readPrompt(record);
  if (typed !== undefined) collector.say(origin, typed, asText(record.uuid));
}

/** Sends the calls among the blocks of an assistant's message. */
export function sendCalls(blocks: Json[], origin: Origin, turn: string | undefined, collector: Collector): void {
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block?.type !== 'tool_use') continue;
    const id = asText(block.id);
    const name = asText(block.name);
    if (id !== undefined && name !== undefined) collector.send(origin, id, name, block.input, turn, index);
  }
}

/** Collects embedded messages: from 2.1.12 to 2.1.50 a subagent's messages are embedded whole in the session's own log. */
function collectProgress(record: Json, offset: number, file: FileInfo, collector: Collector): void {
  const data = asJson(record.data);
  const inner = data.message;
  if (data.type !== 'agent_progress' || !isJson(inner)) return;
  const thread = asText(data.agentId) ?? 'subagent';
  const at = asTime(inner.timestamp) ?? 0;
  collectTurn(inner, { ...readOrigin(record, offset, file), thread, at }, collector);
}

function collectAttachment(record: Json, offset: number, file: FileInfo, collector: Collector): void {
  const attachment = asJson(record.attachment);
  const id = asText(attachment.toolUseID);
  if (attachment.hookEvent === 'PostToolUse' && id !== undefined) collector.complain(id, readComplaint(attachment));
  const denies = attachment.type === 'hook_permission_decision' && attachment.decision === 'deny';
  if (denies || (attachment.type === 'hook_blocking_error' && attachment.hookEvent === 'PreToolUse')) {
    if (id !== undefined) collector.deny(id);
    return;
  }
  if (attachment.type !== 'queued_command' || record.isSidechain === true) return;
  const origin = readOrigin(record, offset, file);
  origin.at = tellTime(origin.at, collector);
  collectNotice(joinText(attachment.prompt), record, collector);
  const typed = readQueuedPrompt(attachment);
  if (typed !== undefined) collector.say(origin, typed, asText(record.uuid));
}

/** Returns a hook's comment on a call that has run; not the report that the hook itself crashed. */
function readComplaint({ type, content, blockingError }: Json): string {
  if (type === 'hook_additional_context')
    return Array.isArray(content) ? content.filter((text) => typeof text === 'string').join('\n') : '';
  const said = type === 'hook_blocking_error' ? (asText(asJson(blockingError).blockingError) ?? '') : '';
  const command = asText(asJson(blockingError).command);
  return command !== undefined && said.startsWith(`[${command}]: `) ? said.slice(command.length + 4) : said;
}

function collectNotice(text: string, record: Json, collector: Collector): void {
  if (!text.includes('<task-notification>')) return;
  const news = readNotice(text);
  if (news !== undefined) collector.hear(news, tellTime(asTime(record.timestamp) ?? 0, collector));
}

function collectFact(record: Json, session: string, offset: number, collector: Collector): void {
  if (record.type === 'ai-title') collector.facts.noteTitle(session, asText(record.aiTitle), 2);
  else if (record.type === 'custom-title') collector.facts.noteTitle(session, asText(record.customTitle), 3);
  else if (record.type === 'summary') noteSummary(record, offset, collector);
  else {
    const repository = asText(record.prRepository);
    const address = asText(record.prUrl)?.replace(/\/(pull|pulls|merge_requests|-\/merge_requests)\/\d+.*$/, '');
    if (address !== undefined) collector.facts.noteRemote(session, address);
    else if (repository !== undefined) collector.facts.noteRemote(session, `https://github.com/${repository}`);
  }
}

/**
 * Notes a summary. Until 2.1.22 summaries of other sessions were written into a log too: the message that a summary names shows
 * which session it belongs to.
 */
function noteSummary(record: Json, offset: number, collector: Collector): void {
  const title = asText(record.summary);
  const leaf = asText(record.leafUuid);
  if (title !== undefined && leaf !== undefined) collector.summary = { title, leaf, offset };
}

/** Returns the timestamp of a record; one without a timestamp gets the last one seen. */
export function tellTime(at: number, collector: Collector): number {
  if (at > 0) collector.lastAt = at;
  return at > 0 ? at : collector.lastAt;
}

/** Prefixes of user records that the client wrote, not a person. */
const NOT_TYPED = [
  '[Request interrupted by user',
  '<command-name>',
  '<command-message>',
  '<command-args>',
  '<command-contents>',
  '<local-command-',
  '<bash-input>',
  '<bash-stdout>',
  '<bash-stderr>',
  '<task-notification>',
  '<agent-notification>',
  '<agent-message',
  '<teammate-message',
  '<user-memory-input>',
  'Another Claude session sent a message:',
  'Operation stopped by hook:',
  'Caveat: The messages below were generated by the user while running local commands.',
  'This session is being continued from a previous conversation',
  'Stop hook feedback:',
];

/** Blocks that the editor adds before the typed text. */
const EDITOR_BLOCKS = ['ide_opened_file', 'ide_selection', 'ide_diagnostics'];

/** Returns the text that a person typed in a user record; undefined if the client, another agent or a hook wrote it. */
function readPrompt(record: Json): string | undefined {
  if (record.isMeta === true || record.isCompactSummary === true || record.isVisibleInTranscriptOnly === true)
    return undefined;
  if (record.promptSource === 'system') return undefined;
  const origin = asJson(record.origin).kind;
  if (origin !== undefined && origin !== 'human') return undefined;
  return cleanPrompt(joinText(asJson(record.message).content));
}

/** Returns the text that a person typed while the agent was working: it reaches the model together with the next result. */
function readQueuedPrompt(attachment: Json): string | undefined {
  if (attachment.type !== 'queued_command') return undefined;
  const mode = attachment.commandMode;
  if (mode !== undefined && mode !== 'prompt') return undefined;
  return cleanPrompt(joinText(attachment.prompt));
}

function cleanPrompt(text: string): string | undefined {
  let typed = stripReminders(text);
  for (const tag of EDITOR_BLOCKS) if (typed.includes(`<${tag}`)) typed = stripBlocks(typed, tag);
  typed = typed.trim();
  if (typed === '' || NOT_TYPED.some((start) => typed.startsWith(start))) return undefined;
  return typed;
}
