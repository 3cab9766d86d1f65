import { asText, type Json } from '../../shared/json-values.ts';
import type { HookAnswer, LiveClient } from '../live-client.ts';

/** How Cursor speaks with hooks, by its documents, which do not say that it takes another input without being told to allow the call. */
export const live: LiveClient = {
  name: 'cursor',
  refusesInput: true,
  readFields,
  // It puts a word in front of those of MCP servers.
  nameTool: (name) => name.replace(/^MCP:(?=.)/, ''),
  unwrap,
  judgeEnd: ({ name }) => (name === 'Shell' ? 'unknown' : 'ok'),
  hears: (moment, event) => moment === 'start' || (moment === 'after' && event === 'PostToolUse'),
  render,
};

function readFields(fields: Json): Json {
  return {
    ...fields,
    session_id: asText(fields.session_id) ?? fields.conversation_id,
    cwd: asText(fields.cwd) ?? firstFolder(fields.workspace_roots),
    error: fields.error ?? fields.error_message,
    tool_response: fields.tool_response ?? fields.tool_output,
  };
}

/** The first of the folders that are open. On Windows it writes `/c:/harbour`. */
function firstFolder(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [];
  return asText(first)?.replace(/^\/(?=[a-z]:)/i, '');
}

/** It sends what a tool answered as JSON in a text. */
function unwrap(sent: unknown): unknown {
  if (typeof sent !== 'string' || !sent.startsWith('{')) return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}

/** A call that is stopped tells the agent why, and all else is context. */
function render(_event: string, answer: HookAnswer): object {
  switch (answer.kind) {
    case 'deny':
      return { permission: 'deny', agent_message: answer.text, user_message: answer.text };
    case 'rewrite':
      return {};
    default:
      return { additional_context: answer.text };
  }
}
