import type { Sentence } from '../lessons/quotable.ts';
import type { HookEvent } from './event.ts';

/** What is said to a client. */
export type Answer<Text extends string = Sentence> =
  | { kind: 'context'; text: Text }
  | { kind: 'deny'; text: Text }
  | { kind: 'rewrite'; input: unknown; text?: Text }
  /** The client drops what is said about a failed call, unless it stands in place of the error: `original` is that. */
  | { kind: 'error'; text: Text; original: string };

/** Claude Code passes 9,990 characters of context whole; of more it makes a file and a preview. */
const LONGEST_CONTEXT = 9_900;

/** What the client reads from stdout: measured on the real ones, see docs/live.md. */
export function renderAnswer({ agent, name }: Pick<HookEvent, 'agent' | 'name'>, answer: Answer): string {
  const { text: whole } = answer;
  const text = whole?.slice(0, LONGEST_CONTEXT);
  const shape = SHAPES[agent] ?? asClaude;
  return JSON.stringify(shape(name, text === undefined ? answer : { ...answer, text }));
}

/** `updatedInput` replaces the whole input, and needs no decision: one that allows would spare the user a question. */
function asClaude(hookEventName: string, answer: Answer<string>): object {
  switch (answer.kind) {
    case 'deny':
      return { hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: answer.text } };
    case 'rewrite':
      return { hookSpecificOutput: { hookEventName, updatedInput: answer.input, additionalContext: answer.text } };
    default:
      return { hookSpecificOutput: { hookEventName, additionalContext: answer.text } };
  }
}

/** Codex took over the shapes of Claude Code, but takes another input only together with a decision. It still asks the user where it would. */
function asCodex(hookEventName: string, answer: Answer<string>): object {
  if (answer.kind !== 'rewrite') return asClaude(hookEventName, answer);
  const { input: updatedInput, text: additionalContext } = answer;
  return { hookSpecificOutput: { hookEventName, permissionDecision: 'allow', updatedInput, additionalContext } };
}

function asGemini(hookEventName: string, answer: Answer<string>): object {
  switch (answer.kind) {
    case 'deny':
      return { decision: 'deny', reason: answer.text };
    case 'rewrite':
      return { hookSpecificOutput: { hookEventName, tool_input: answer.input } };
    case 'error':
      return { decision: 'deny', reason: `${answer.original}\n\n${answer.text}` };
    case 'context':
      return { hookSpecificOutput: { hookEventName, additionalContext: answer.text } };
  }
}

/** GitHub Copilot CLI, by its documents; other answers than these it does not read. */
function asCopilot(_name: string, answer: Answer<string>): object {
  switch (answer.kind) {
    case 'deny':
      return { permissionDecision: 'deny', permissionDecisionReason: answer.text };
    case 'rewrite':
      return { modifiedArgs: answer.input };
    default:
      return {};
  }
}

/** Cursor, by its documents: there a call that is stopped tells the agent why, and all else is context. */
function asCursor(_name: string, answer: Answer<string>): object {
  switch (answer.kind) {
    case 'deny':
      return { permission: 'deny', agent_message: answer.text, user_message: answer.text };
    case 'rewrite':
      return {};
    default:
      return { additional_context: answer.text };
  }
}

/** Whether a note at a moment reaches the model: where it does not, it is not said, and not counted as shown. */
export function isHeard({ agent, name }: Pick<HookEvent, 'agent' | 'name'>, moment: 'start' | 'before' | 'after'): boolean {
  switch (agent) {
    case 'gemini':
      return moment !== 'before';
    case 'cursor':
      return moment === 'start' || (moment === 'after' && name === 'PostToolUse');
    default:
      return agent !== 'copilot';
  }
}

/** Clients that start a hook with a prompt and show its context to the model, where the user wants to be asked what to keep. */
export const PROMPTED: ReadonlySet<string> = new Set(['claude-code', 'codex', 'gemini']);

/**
 * Whether a client takes another input without being told to allow the call, which would spare the user a question. Of Cursor, its documents
 * do not say so.
 */
export function mayRewrite({ agent }: Pick<HookEvent, 'agent'>): boolean {
  return agent !== 'cursor';
}

/** What our plugin of OpenCode reads. */
function asPlain(_name: string, answer: Answer<string>): object {
  switch (answer.kind) {
    case 'deny':
      return { deny: answer.text };
    case 'rewrite':
      return { input: answer.input, advice: answer.text };
    default:
      return { advice: answer.text };
  }
}

/** The shapes of agents that are not answered as Claude Code is. */
const SHAPES: Readonly<Record<string, typeof asClaude>> = {
  codex: asCodex,
  copilot: asCopilot,
  cursor: asCursor,
  gemini: asGemini,
  opencode: asPlain,
};
