import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import { type AgentEvent, describeSaying, describeTool, type Headless, type StreamState } from '../headless.ts';

const PERMISSIONS = {
  edits: [],
  // Hooks are plugins. Without a title it would send the whole question a second time, to have one made.
  none: ['--pure', '--title', 'hardwon'],
  skip: ['--auto'],
} as const;

/** OpenCode, run as `opencode run`. Its own settings say what it may do without asking; anything it would ask for is refused. */
export const headless: Headless = {
  program: 'opencode',
  install: 'Install it with npm install -g opencode-ai',
  start: ({ permissions }) => ({
    words: ['run', '--format', 'json', ...PERMISSIONS[permissions]],
    env: permissions === 'none' ? { OPENCODE_PERMISSION: '{"*":"deny"}', OPENCODE_DB: ':memory:' } : undefined,
  }),
  readLine: readOpenCodeLine,
};

/** Reads a line of `opencode run --format json`. Cost is reported step by step. */
export function readOpenCodeLine(line: Json, state: StreamState): AgentEvent[] {
  const sessionId = asText(line.sessionID);
  if (sessionId !== undefined) state.sessionId = sessionId;
  const part = asJson(line.part);
  if (line.type === 'error') {
    state.ending = 'failed';
    const reason = asText(asJson(asJson(line.error).data).message) ?? asText(asJson(line.error).name);
    if (reason !== undefined) state.answer = reason;
  }
  if (line.type === 'step_finish') {
    state.turns = (state.turns ?? 0) + 1;
    state.costUsd = (state.costUsd ?? 0) + (asNumber(part.cost) ?? 0);
    const { input, output, reasoning, cache } = asJson(part.tokens);
    const { read, write } = asJson(cache);
    state.inputTokens = add(state.inputTokens, input, read, write);
    state.outputTokens = add(state.outputTokens, output, reasoning);
  }
  if (line.type === 'tool_use') return [describeTool(asText(part.tool) ?? 'a tool', asJson(part.state).input)];
  const text = line.type === 'text' ? asText(part.text) : undefined;
  if (text === undefined) return [];
  state.answer = text;
  return [describeSaying(text)];
}

function add(sum: number | undefined, ...more: unknown[]): number | undefined {
  return more.reduce<number | undefined>(
    (all, one) => (asNumber(one) === undefined ? all : (all ?? 0) + Number(one)),
    sum,
  );
}
