import { asBlocks, asJson, asNumber, asText } from '../../agents/record.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { ClaudeConfig } from '../../config/loop-config.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import { runAgent } from './run-agent.ts';
import { describeSaying, describeTool, type ReadLine } from './stream.ts';

/** As in the system that the loop comes from. */

const PERMISSIONS = {
  edits: ['--permission-mode', 'acceptEdits'],
  none: ['--tools', ''],
  skip: ['--dangerously-skip-permissions'],
} as const;

const INSTALL = 'Install it with npm install -g @anthropic-ai/claude-code';

/** Claude Code, as `claude -p`. The task is read from stdin: it may be long, and a shell must not see it. */
export function claude({ maxTurns, outputFormat = 'stream-json' }: ClaudeConfig = {}): HeadlessAgent {
  return {
    name: 'claude',
    program: 'claude',
    install: INSTALL,
    run: (task, options) =>
      runAgent(
        {
          words: [
            ...['claude', '-p', '--output-format', outputFormat],
            ...(outputFormat === 'stream-json' ? ['--verbose'] : []),
            ...['--max-turns', String(options.maxTurns ?? maxTurns ?? DEFAULTS.maxTurns)],
            ...PERMISSIONS[options.permissions],
          ],
          input: task,
          readLine: readClaudeLine,
          install: INSTALL,
        },
        options,
      ),
  };
}

/** A line of `stream-json`, or the only one of `json`. */
export const readClaudeLine: ReadLine = (line, state) => {
  const sessionId = asText(line.session_id);
  if (sessionId !== undefined) state.sessionId = sessionId;
  if (line.type === 'assistant')
    return asBlocks(asJson(line.message).content).flatMap((part) => {
      if (part.type === 'tool_use') return [describeTool(asText(part.name) ?? 'a tool', part.input)];
      const text = part.type === 'text' ? asText(part.text) : undefined;
      return text === undefined ? [] : [describeSaying(text)];
    });
  if (line.type !== 'result') return [];
  const turns = asNumber(line.num_turns);
  const cost = asNumber(line.total_cost_usd);
  const answer = asText(line.result);
  if (turns !== undefined) state.turns = turns;
  if (cost !== undefined) state.costUsd = cost;
  if (answer !== undefined) state.answer = answer;
  state.ending = line.subtype === 'error_max_turns' ? 'out-of-turns' : line.is_error === true ? 'failed' : 'done';
  return [];
};
