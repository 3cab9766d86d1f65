import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import { type AgentEvent, describeSaying, describeTool, type Headless, type StreamState } from '../headless.ts';

const PERMISSIONS = {
  edits: ['--approval-mode', 'auto_edit'],
  none: ['--approval-mode', 'plan', '--allowed-mcp-server-names', 'none', '--extensions', 'none'],
  skip: ['--approval-mode', 'yolo'],
} as const;

/** Settings of its folder: there are no options for these, and no name stands for no tool. It keeps a log whatever is set. */
const ONLY_ANSWERS = { hooksConfig: { enabled: false }, tools: { core: ['none'] }, mcp: { allowed: ['none'] } };

/**
 * Gemini CLI. It has no option for turns, and does not report its cost. It would not edit in a folder that it does not know; this
 * folder is ours.
 */
export const headless: Headless = {
  program: 'gemini',
  install: 'Install it with npm install -g @google/gemini-cli',
  start: ({ permissions }) => ({
    words: ['--output-format', 'stream-json', '--skip-trust', ...PERMISSIONS[permissions]],
    files: permissions === 'none' ? { '.gemini/settings.json': JSON.stringify(ONLY_ANSWERS) } : undefined,
  }),
  readLine: readGeminiLine,
};

/** Reads a line of `stream-json`. The agent's text arrives in pieces. */
export function readGeminiLine(line: Json, state: StreamState): AgentEvent[] {
  const sessionId = asText(line.session_id);
  if (sessionId !== undefined) state.sessionId = sessionId;
  if (line.type === 'tool_use') {
    state.answer = '';
    return [describeTool(asText(line.tool_name) ?? 'a tool', line.parameters)];
  }
  if (line.type === 'message' && line.role === 'assistant' && typeof line.content === 'string') {
    state.answer = line.delta === true ? (state.answer ?? '') + line.content : line.content;
    return line.delta === true ? [] : [describeSaying(line.content)];
  }
  if (line.type === 'error') return [{ kind: 'notice', text: asText(line.message) ?? 'an error' }];
  if (line.type !== 'result') return [];
  const stats = asJson(line.stats);
  const turns = asNumber(stats.turns);
  state.inputTokens = asNumber(stats.input_tokens);
  state.outputTokens = asNumber(stats.output_tokens);
  state.model = Object.keys(asJson(stats.models)).at(-1);
  if (turns !== undefined) state.turns = turns;
  state.ending = line.status === 'error' ? 'failed' : 'done';
  const reason = asText(asJson(line.error).message);
  if (reason !== undefined) {
    state.answer = reason;
    if (/turn/i.test(reason) && /max|limit/i.test(reason)) state.ending = 'out-of-turns';
  }
  return [];
}
