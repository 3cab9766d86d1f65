import { type EndOutcome, type HookAnswer, type LiveClient, renderUsual, type ToolAnswer } from '../live-client.ts';

/** Describes how Codex talks to hooks. It adopted those of Claude Code, and does not report a command's exit code. */
export const live: LiveClient = {
  name: 'codex',
  hasPrompts: true,
  tellsUser: true,
  hidesFailures: true,
  sessionVariable: 'CODEX_THREAD_ID',
  judgeEnd,
  render,
};

function judgeEnd({ name, response, text }: ToolAnswer): EndOutcome {
  // The output of a script does not show how its commands ended.
  if (name === 'exec') return text.startsWith('Script failed') ? 'failed' : 'unknown';
  if (typeof response !== 'string') return 'ok';
  const code = /^Exit code: (\d+)$/m.exec(text.slice(0, 200))?.[1];
  if (code !== undefined) return code === '0' ? 'ok' : 'failed';
  return name === 'Bash' ? 'unknown' : 'ok';
}

/**
 * Renders an answer. Codex accepts a changed input only together with a decision, and still asks the user where it would have.
 */
function render(hookEventName: string, answer: HookAnswer): object {
  if (answer.kind !== 'rewrite') return renderUsual(hookEventName, answer);
  const { input: updatedInput, text: additionalContext } = answer;
  return { hookSpecificOutput: { hookEventName, permissionDecision: 'allow', updatedInput, additionalContext } };
}
