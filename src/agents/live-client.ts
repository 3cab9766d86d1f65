import type { Json } from '../shared/json-values.ts';

/** The moments of a session that something is said or noted at. */
export type Moment = 'start' | 'compact' | 'prompt' | 'before' | 'after' | 'failed' | 'batch' | 'stop';

/** What is said to a client. */
export type HookAnswer<Text extends string = string> =
  | { kind: 'context'; text: Text }
  | { kind: 'deny'; text: Text }
  | { kind: 'rewrite'; input: unknown; text?: Text }
  /** The client drops what is said about a failed call, unless it stands in place of the error: `original` is that. */
  | { kind: 'error'; text: Text; original: string };

/** What a tool answered, as a client tells a hook. */
export interface ToolAnswer {
  /** The agent's name for the tool. */
  name: string;
  /** In whatever form the client sends it. */
  response: unknown;
  /** The text in it. */
  text: string;
}

/** How a call ended, as far as a client says; `unknown`: only what it printed can tell. */
export type EndOutcome = 'ok' | 'failed' | 'unknown';

/**
 * How the client of an agent speaks with hooks: the events that it sends, and the answers that it reads. `live.ts` in the agent's folder.
 * What is absent is as in Claude Code, whose hooks others took over. It is loaded before every tool call: import nothing else than types
 * and what is as light.
 */
export interface LiveClient {
  /** The agent's name: `claude-code`. */
  name: string;
  /** Other names of the agent that people and older settings use: `claude`. */
  aliases?: readonly string[];
  /** Names of its events that are not those of Claude Code, and what they mean: `{ BeforeTool: 'before' }`. */
  events?: Readonly<Record<string, Moment>>;
  /** An event with the names of fields that Claude Code has, where its own are others. */
  readFields?(fields: Json): Json;
  /** The name of a tool, so that those of MCP servers are known as such: `mcp__server__tool`, or the tool's own. */
  nameTool?(name: string): string;
  /** What a tool answered, taken out of what the client wraps it in. */
  unwrap?(response: unknown): unknown;
  /** How a call ended, where neither the event nor a status says so; it worked where absent. */
  judgeEnd?(answer: ToolAnswer): EndOutcome;
  /** What it reads from stdout, for an answer to the event of that name. */
  render?(event: string, answer: HookAnswer): object;
  /** Whether a note at a moment reaches the model; it does where absent. What does not is not said, and not counted as shown. */
  hears?(moment: 'start' | 'before' | 'after', event: string): boolean;
  /** It takes another input only from a hook that allows the call, which would spare the user a question: it gets none. */
  refusesInput?: true;
  /** It drops a note about a failed call, unless the note stands in place of the error. */
  dropsFailureNotes?: true;
  /** It does not tell how commands ended: every turn may have had a failure. */
  hidesFailures?: true;
  /** It starts a hook with each prompt, where the user wants to be asked, and shows what that says to the model. */
  hasPrompts?: true;
  /** It does not keep what hooks said at the start or with a prompt: in a session that is taken up again it is gone. */
  forgetsStart?: true;
  /** The variable in which programs that it starts find the id of their session. */
  sessionVariable?: string;
  /** Whether a person sits in front of it, by its environment; nobody is known to where absent. */
  isAttended?(env: Readonly<Record<string, string | undefined>>): boolean;
}

/** The answer as Claude Code reads it. `updatedInput` replaces the whole input, and needs no decision: one that allows would spare the user a question. */
export function renderUsual(hookEventName: string, answer: HookAnswer): object {
  switch (answer.kind) {
    case 'deny':
      return { hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: answer.text } };
    case 'rewrite':
      return { hookSpecificOutput: { hookEventName, updatedInput: answer.input, additionalContext: answer.text } };
    default:
      return { hookSpecificOutput: { hookEventName, additionalContext: answer.text } };
  }
}
