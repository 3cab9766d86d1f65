import { asText, type Json } from '../../shared/json-values.ts';
import type { HookAnswer, LiveClient } from '../live-client.ts';

/**
 * Describes how Cursor talks to hooks, according to its documentation, which does not say that Cursor accepts a changed input
 * unless the hook also allows the call.
 */
export const live: LiveClient = {
  name: 'cursor',
  refusesInput: true,
  readFields,
  // It adds a prefix to the tools of MCP servers.
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

/** Returns the first of the open folders. On Windows Cursor writes `/c:/harbour`. */
function firstFolder(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [];
  return asText(first)?.replace(/^\/(?=[a-z]:)/i, '');
}

/** Parses the answer of a tool, which Cursor sends as JSON in a string. */
function unwrap(sent: unknown): unknown {
  if (typeof sent !== 'string' || !sent.startsWith('{')) return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}

/** Renders an answer: a stopped call tells the agent why, and everything else is context. */
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
