import { DEFAULTS } from '../../config/defaults.ts';
import { asBlocks, asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import { type AgentEvent, describeSaying, describeTool, type Headless, type StreamState } from '../headless.ts';

const PERMISSIONS = {
  edits: ['--permission-mode', 'acceptEdits'],
  // MCP servers have tools, too. Hooks may not be the user's alone, so they are switched off for this session.
  none: [
    ...['--strict-mcp-config', '--no-session-persistence'],
    ...['--settings', '{"disableAllHooks":true}', '--tools', ''],
  ],
  skip: ['--dangerously-skip-permissions'],
} as const;

/** Claude Code, run as `claude -p`. It reads the task from stdin, because the task may be long and a shell must not see it. */
export const headless: Headless = {
  program: 'claude',
  install: 'Install it with npm install -g @anthropic-ai/claude-code',
  start({ permissions, maxTurns, settings: { claude = {} } }) {
    const format = claude.outputFormat ?? 'stream-json';
    return {
      words: [
        ...['-p', '--output-format', format],
        ...(format === 'stream-json' ? ['--verbose'] : []),
        ...['--max-turns', String(maxTurns ?? claude.maxTurns ?? DEFAULTS.maxTurns)],
        ...PERMISSIONS[permissions],
      ],
      // Otherwise it makes a folder for what it remembers of each folder that it worked in.
      env: permissions === 'none' ? { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } : undefined,
    };
  },
  readLine: readClaudeLine,
};

/** Reads a line of `stream-json`, or the only line of `json`. */
export function readClaudeLine(line: Json, state: StreamState): AgentEvent[] {
  const sessionId = asText(line.session_id);
  if (sessionId !== undefined) state.sessionId = sessionId;
  if (line.type === 'assistant')
    return asBlocks(asJson(line.message).content).flatMap((part) => {
      if (part.type === 'tool_use') return [describeTool(asText(part.name) ?? 'a tool', part.input)];
      const text = part.type === 'text' ? asText(part.text) : undefined;
      return text === undefined ? [] : [describeSaying(text)];
    });
  if (line.type === 'system') state.model = asText(line.model) ?? state.model;
  if (line.type !== 'result') return [];
  const usage = asJson(line.usage);
  const read = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  const given = read.flatMap((name) => asNumber(usage[name]) ?? []);
  if (given.length > 0) state.inputTokens = given.reduce((sum, one) => sum + one, 0);
  state.outputTokens = asNumber(usage.output_tokens);
  const turns = asNumber(line.num_turns);
  const cost = asNumber(line.total_cost_usd);
  const answer = asText(line.result);
  if (turns !== undefined) state.turns = turns;
  if (cost !== undefined) state.costUsd = cost;
  if (answer !== undefined) state.answer = answer;
  state.ending = line.subtype === 'error_max_turns' ? 'out-of-turns' : line.is_error === true ? 'failed' : 'done';
  return [];
}
