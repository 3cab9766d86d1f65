import { join } from 'node:path';
import { asBlocks, asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { Environment } from '../../shared/surroundings.ts';
import { type AgentEvent, describeSaying, describeTool, type Headless, type StreamState } from '../headless.ts';

const PERMISSIONS = {
  edits: ['--sandbox', 'workspace-write'],
  // It is asked in an empty folder that is not a repository, where it would otherwise refuse to work.
  none: [
    ...['--sandbox', 'read-only', '--skip-git-repo-check', '--ephemeral'],
    ...['hooks', 'shell_tool', 'unified_exec', 'view_image', 'multi_agent', 'goals', 'plugins', 'apps'].flatMap(
      (feature) => ['-c', `features.${feature}=false`],
    ),
    ...['-c', 'web_search="disabled"', '-c', 'notify=[]'],
  ],
  skip: ['--dangerously-bypass-approvals-and-sandbox'],
} as const;

/** Codex, run as `codex exec`. It has no turn limit, and does not report its cost. */
export const headless: Headless = {
  program: 'codex',
  install: 'Install it with npm install -g @openai/codex',
  start: ({ permissions, env = {} }) => ({
    words: ['exec', '--json', ...PERMISSIONS[permissions], ...(permissions === 'none' ? withoutServers(env) : []), '-'],
  }),
  readLine: readCodexLine,
};

/** Switches each MCP server off by its name: an empty table would be merged with the configured one. */
function withoutServers({ CODEX_HOME, HOME = '' }: Environment): string[] {
  try {
    const settings = readRegularSync(join(CODEX_HOME || join(HOME, '.codex'), 'config.toml')).toString();
    return [...settings.matchAll(/^[ \t]*\[mcp_servers\.([\w-]+)\]/gm)].flatMap(([, name]) => [
      '-c',
      `mcp_servers.${name}.enabled=false`,
    ]);
  } catch {
    return [];
  }
}

/** Reads a line of `codex exec --json`. */
export function readCodexLine(line: Json, state: StreamState): AgentEvent[] {
  const threadId = asText(line.thread_id);
  if (threadId !== undefined) state.sessionId = threadId;
  if (line.type === 'turn.started') state.turns = (state.turns ?? 0) + 1;
  if (line.type === 'turn.completed') {
    state.ending = 'done';
    state.inputTokens = asNumber(asJson(line.usage).input_tokens);
    state.outputTokens = asNumber(asJson(line.usage).output_tokens);
  }
  if (line.type === 'turn.failed' || line.type === 'error') {
    state.ending = 'failed';
    const reason = asText(asJson(line.error).message) ?? asText(line.message);
    if (reason !== undefined) state.answer = reason;
  }
  const item = asJson(line.item);
  if (line.type === 'item.completed' && item.type === 'agent_message') {
    const text = asText(item.text);
    if (text === undefined) return [];
    state.answer = text;
    return [describeSaying(text)];
  }
  if (line.type !== 'item.started') return [];
  if (item.type === 'command_execution') return [describeTool('run', { command: item.command })];
  if (item.type === 'file_change')
    return asBlocks(item.changes).map((change) => describeTool(asText(change.kind) ?? 'edit', change));
  return item.type === 'mcp_tool_call' ? [describeTool(asText(item.tool) ?? 'a tool', item.arguments)] : [];
}
