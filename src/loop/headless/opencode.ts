import { asJson, asNumber, asText } from '../../agents/record.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import { runAgent } from './run-agent.ts';
import { describeSaying, describeTool, type ReadLine } from './stream.ts';

const INSTALL = 'Install it with npm install -g opencode-ai';

/** OpenCode, as `opencode run`. What it may do unasked is in its own settings; what it would ask for is refused. */
export function openCode(): HeadlessAgent {
  return {
    name: 'opencode',
    program: 'opencode',
    install: INSTALL,
    run: (task, options) =>
      runAgent(
        {
          words: ['opencode', 'run', '--format', 'json', ...(options.permissions === 'skip' ? ['--auto'] : [])],
          input: task,
          ...(options.permissions === 'none' ? { env: { OPENCODE_PERMISSION: '{"*":"deny"}' } } : {}),
          readLine: readOpenCodeLine,
          install: INSTALL,
        },
        options,
      ),
  };
}

/** A line of `opencode run --format json`. Cost comes step by step. */
export const readOpenCodeLine: ReadLine = (line, state) => {
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
  }
  if (line.type === 'tool_use') return [describeTool(asText(part.tool) ?? 'a tool', asJson(part.state).input)];
  const text = line.type === 'text' ? asText(part.text) : undefined;
  if (text === undefined) return [];
  state.answer = text;
  return [describeSaying(text)];
};
