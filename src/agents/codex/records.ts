import { hashText } from '../../shared/hash.ts';
import { asJson, asNumber, asText, asTime, type Json } from '../../shared/json-values.ts';
import type { Collector } from './collector.ts';
import { unwrapCommand } from './command.ts';
import { readParts } from './frame.ts';
import type { NestedReport } from './nested-calls.ts';
import { enterTurn } from './session.ts';

/** Collects the relevant parts of one record. */
export function collectRecord(record: Json, offset: number, collector: Collector): void {
  const payload = asJson(record.payload);
  const at = asTime(record.timestamp) ?? 0;
  switch (record.type) {
    case 'session_meta':
      // The first one was read before; those that follow belong to the session that this one was forked from.
      if (offset === 0) collector.begin(at);
      break;
    case 'turn_context':
      enterTurn(collector.setting, payload);
      break;
    case 'response_item':
      collectItem(payload, at, offset, collector);
      break;
    case 'event_msg':
      collectEvent(payload, at, offset, collector);
  }
}

/** Returns the call in a record; undefined if there is none. */
export function readSent(
  payload: Json,
): { id: string; name: string; namespace: string | undefined; args: unknown } | undefined {
  const id = asText(payload.call_id) ?? asText(payload.id);
  const namespace = asText(payload.namespace);
  if (id === undefined) return undefined;
  switch (payload.type) {
    case 'function_call':
      return { id, name: asText(payload.name) ?? '', namespace, args: parseArguments(payload.arguments) };
    case 'custom_tool_call':
      return { id, name: asText(payload.name) ?? '', namespace, args: payload.input };
    case 'local_shell_call':
      return { id, name: 'local_shell', namespace, args: payload.action };
    default:
      return undefined;
  }
}

function collectItem(payload: Json, at: number, offset: number, collector: Collector): void {
  const id = asText(payload.call_id) ?? asText(payload.id);
  if (id === undefined) return;
  switch (payload.type) {
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      const sent = readSent(payload);
      if (sent !== undefined) collector.send({ ...sent, at, offset });
      break;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      collector.answer(id, payload.output, at, offset);
      break;
    case 'web_search_call':
      collectSearch(id, payload, at, offset, collector);
  }
}

function collectEvent(payload: Json, at: number, offset: number, collector: Collector): void {
  const id = asText(payload.call_id);
  switch (payload.type) {
    case 'user_message':
      collectMessage(asText(payload.message) ?? '', undefined, at, offset, collector);
      break;
    case 'agent_message':
      collector.state(asText(payload.message) ?? '', undefined, at, offset);
      break;
    case 'turn_aborted':
      collector.abort(at);
      break;
    case 'exec_command_end':
      if (id !== undefined) collectCommand(id, payload, at, collector);
      break;
    case 'patch_apply_end':
      if (id !== undefined) collector.end(id, { failed: payload.success === false });
      break;
    case 'mcp_tool_call_end':
      if (id !== undefined) collector.end(id, { failed: failedOnServer(asJson(payload.result)) });
      break;
    case 'web_search_end':
      if (id !== undefined) collectSearch(id, payload, at, offset, collector);
      break;
    case 'item_completed':
      collectCompleted(asJson(payload.item), at, offset, collector);
  }
}

/** Collects a completed item: from 0.16x on one kind of event replaces all the others. */
function collectCompleted(item: Json, at: number, offset: number, collector: Collector): void {
  const id = asText(item.id);
  if (id === undefined) return;
  switch (item.type) {
    case 'UserMessage':
      collectMessage(readParts(item.content).join('\n'), id, at, offset, collector);
      break;
    case 'AgentMessage':
      collector.state(readParts(item.content).join('\n'), id, at, offset);
      break;
    case 'CommandExecution':
      collectCommand(id, item, at, collector);
      break;
    case 'FileChange':
    case 'McpToolCall':
      collector.end(id, { failed: item.status === 'failed' });
      break;
    case 'WebSearch':
      collectSearch(id, item, at, offset, collector);
  }
}

function collectCommand(id: string, ended: Json, at: number, collector: Collector): void {
  const command = unwrapCommand(ended.command)?.command ?? '';
  const output = asText(ended.aggregated_output) ?? asText(ended.formatted_output);
  const report: NestedReport = { exitCode: asNumber(ended.exit_code), output };
  collector.endCommand(id, asText(ended.process_id), command, report, at);
}

function collectMessage(text: string, id: string | undefined, at: number, offset: number, collector: Collector): void {
  const { isTyped, turn } = collector.setting;
  const typed = isTyped ? cleanPrompt(text) : undefined;
  if (typed === undefined) return;
  // Forks repeat messages with a different timestamp; up to 0.15x messages have no id. The text itself is not used, because ids
  // are not redacted.
  collector.say(typed, id ?? (turn === undefined ? undefined : `${turn} ${hashText(typed)}`), at, offset);
}

function collectSearch(id: string, payload: Json, at: number, offset: number, collector: Collector): void {
  const action = asJson(payload.action);
  const url = asText(action.url);
  const query = asText(action.query) ?? asText(payload.query);
  const args = url === undefined ? { query } : { url };
  collector.add({ id, name: 'web_search', args, at, offset });
}

/** Whether a server reported a failure: `{"Ok":{"content":[...],"isError":true}}` or `{"Err":"..."}`. */
function failedOnServer(result: Json): boolean {
  return 'Err' in result || asJson(result.Ok).isError === true || asJson(result.Ok).is_error === true;
}

function parseArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return {};
  }
}

/** Prefixes of messages that the client wrote, not a person. */
const NOT_TYPED = [
  '# AGENTS.md instructions',
  '<user_instructions>',
  '<environment_context>',
  '<permissions instructions>',
  '<INSTRUCTIONS>',
  '<turn_aborted>',
  '<skill>',
  '<recommended_plugins>',
  '<subagent_notification>',
  '<user_shell_command>',
  '<user_action>',
  'Another language model started to solve this problem',
];

/** The heading that the editor puts before a person's words. */
const REQUEST = '## My request for Codex:';

/** Returns the part of a message that a person typed; undefined if the client wrote it. */
function cleanPrompt(text: string): string | undefined {
  const request = text.startsWith('# Context from my IDE setup:') ? text.lastIndexOf(REQUEST) : -1;
  const typed = (request < 0 ? text : text.slice(request + REQUEST.length)).trim();
  if (typed === '' || NOT_TYPED.some((start) => typed.startsWith(start))) return undefined;
  return typed;
}
