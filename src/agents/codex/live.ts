import { type EndOutcome, type HookAnswer, type LiveClient, renderUsual, type ToolAnswer } from '../live-client.ts';

/** How Codex speaks with hooks. It took over those of Claude Code, and says nothing of a command's exit code. */
export const live: LiveClient = {
  name: 'codex',
  hasPrompts: true,
  hidesFailures: true,
  sessionVariable: 'CODEX_THREAD_ID',
  judgeEnd,
  render,
};

function judgeEnd({ name, response, text }: ToolAnswer): EndOutcome {
  // What a script prints tells nothing of how its commands ended.
  if (name === 'exec') return text.startsWith('Script failed') ? 'failed' : 'unknown';
  if (typeof response !== 'string') return 'ok';
  const code = /^Exit code: (\d+)$/m.exec(text.slice(0, 200))?.[1];
  if (code !== undefined) return code === '0' ? 'ok' : 'failed';
  return name === 'Bash' ? 'unknown' : 'ok';
}

/** It takes another input only together with a decision, and still asks the user where it would. */
function render(hookEventName: string, answer: HookAnswer): object {
  if (answer.kind !== 'rewrite') return renderUsual(hookEventName, answer);
  const { input: updatedInput, text: additionalContext } = answer;
  return { hookSpecificOutput: { hookEventName, permissionDecision: 'allow', updatedInput, additionalContext } };
}
