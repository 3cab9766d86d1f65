import type { HookAnswer, LiveClient } from '../live-client.ts';
import { classifyAnyTool } from '../tool-kinds.ts';

/** Describes how our plugin for OpenCode, in plugin.ts, talks to hooks. */
export const live: LiveClient = {
  name: 'opencode',
  events: { 'tool.execute.before': 'before', 'tool.execute.after': 'after', 'tool.execute.error': 'failed' },
  // It puts only the server's name before the tool's, and none of its own tools has such a prefix.
  nameTool: (name) => (name.includes('_') && classifyAnyTool(name) === 'other' ? `mcp_${name}` : name),
  render,
};

function render(_event: string, answer: HookAnswer): object {
  switch (answer.kind) {
    case 'deny':
      return { deny: answer.text };
    case 'rewrite':
      return { input: answer.input, advice: answer.text };
    default:
      return { advice: answer.text };
  }
}
