import { type HookAnswer, type LiveClient, renderUsual } from '../live-client.ts';

/** Describes how Gemini CLI talks to hooks. Its calls have no ids. */
export const live = {
  name: 'gemini',
  aliases: ['gemini-cli'],
  events: {
    BeforeAgent: 'prompt',
    PreCompress: 'compact',
    BeforeTool: 'before',
    AfterTool: 'after',
    AfterAgent: 'stop',
  },
  hasPrompts: true,
  tellsUser: true,
  forgetsStart: true,
  dropsFailureNotes: true,
  hears: (moment) => moment !== 'before',
  judgeEnd: ({ text }) => (/^Exit Code: (?!0$)-?\d+$/m.test(text) ? 'failed' : 'ok'),
  render,
} satisfies LiveClient;

function render(hookEventName: string, answer: HookAnswer): object {
  switch (answer.kind) {
    case 'deny':
      return { decision: 'deny', reason: answer.text };
    case 'rewrite':
      return { hookSpecificOutput: { hookEventName, tool_input: answer.input } };
    case 'error':
      return { decision: 'deny', reason: `${answer.original}\n\n${answer.text}` };
    case 'context':
      return renderUsual(hookEventName, answer);
  }
}
