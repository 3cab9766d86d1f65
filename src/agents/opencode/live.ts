import type { HookAnswer, LiveClient } from '../live-client.ts';
import { classifyAnyTool } from '../tool-kinds.ts';

/** How our plugin of OpenCode, in plugin.ts, speaks with hooks. */
export const live: LiveClient = {
  name: 'opencode',
  events: { 'tool.execute.before': 'before', 'tool.execute.after': 'after', 'tool.execute.error': 'failed' },
  // It puts only the name of the server in front of the tool's, and none of its own tools has one.
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
