import type { Json } from '../shared/json-values.ts';
import type { Environment } from '../shared/surroundings.ts';

/** The moments of a session at which something is said or recorded. */
export type Moment = 'start' | 'compact' | 'prompt' | 'before' | 'after' | 'failed' | 'batch' | 'stop';

/** An answer to a client. */
export type HookAnswer<Text extends string = string> =
  /** `toUser` is shown to the user and not to the model, by clients that can. */
  | { kind: 'context'; text?: Text; toUser?: Text }
  | { kind: 'deny'; text: Text }
  | { kind: 'rewrite'; input: unknown; text?: Text }
  /** The client drops a note about a failed call, unless it replaces the error, which is `original`. */
  | { kind: 'error'; text: Text; original: string };

/** The answer of a tool, as a client passes it to a hook. */
export interface ToolAnswer {
  /** The agent's name for the tool. */
  name: string;
  /** In the form in which the client sends it. */
  response: unknown;
  /** The text contained in it. */
  text: string;
}

/** How a call ended, as far as the client says; `unknown`: only the output can show it. */
export type EndOutcome = 'ok' | 'failed' | 'unknown';

/**
 * Describes how the client of an agent talks to hooks: the events that it sends, and the answers that it reads; `live.ts` in the
 * agent's folder. Absent members default to Claude Code, whose hooks others adopted. It is loaded before every tool call: import
 * only types and modules that are as light.
 */
export interface LiveClient {
  /** The agent's name: `claude-code`. */
  name: string;
  /** Other names of the agent that people and older settings use: `claude`. */
  aliases?: readonly string[];
  /** Names of its events that differ from those of Claude Code, and their meaning: `{ BeforeTool: 'before' }`. */
  events?: Readonly<Record<string, Moment>>;
  /** Renames the fields of an event to those of Claude Code, if its own differ. */
  readFields?(fields: Json): Json;
  /** Returns the name of a tool so that tools of MCP servers are recognised: `mcp__server__tool`, or the tool's own name. */
  nameTool?(name: string): string;
  /** Extracts the answer of a tool from the client's wrapper. */
  unwrap?(response: unknown): unknown;
  /** Judges how a call ended, if neither the event nor a status says so. Default: it succeeded. */
  judgeEnd?(answer: ToolAnswer): EndOutcome;
  /** Returns what the client reads from stdout, for an answer to the event of that name. */
  render?(event: string, answer: HookAnswer): object;
  /**
   * Whether a note at a moment reaches the model. Default: it does. A note that would not reach it is not sent, and not counted
   * as shown.
   */
  hears?(moment: 'start' | 'before' | 'after', event: string): boolean;
  /**
   * Set if it accepts a changed input only from a hook that allows the call, which would skip a question to the user: it gets
   * none.
   */
  refusesInput?: true;
  /** Set if it shows the user a line of a hook at the start that the model does not get. */
  tellsUser?: true;
  /** Set if it drops a note about a failed call, unless the note replaces the error. */
  dropsFailureNotes?: true;
  /** Set if it does not report how commands ended: every turn may have had a failure. */
  hidesFailures?: true;
  /** Set if it starts a hook with each prompt, when the user wants to be asked, and shows the hook's output to the model. */
  hasPrompts?: true;
  /** Set if it does not keep the output of hooks at the start or with a prompt: it is lost when a session is resumed. */
  forgetsStart?: true;
  /** The variable in which programs that it starts find the id of their session. */
  sessionVariable?: string;
  /** Whether a person is using it, according to its environment. Default: no person is known to be. */
  isAttended?(env: Environment): boolean;
}

/**
 * Renders the answer for Claude Code. `updatedInput` replaces the whole input, and needs no decision: one that allows the call
 * would skip a question to the user.
 */
export function renderUsual(hookEventName: string, answer: HookAnswer): object {
  switch (answer.kind) {
    case 'deny':
      return {
        hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: answer.text },
      };
    case 'rewrite':
      return { hookSpecificOutput: { hookEventName, updatedInput: answer.input, additionalContext: answer.text } };
    case 'context': {
      const { text, toUser } = answer;
      const forModel = text === undefined ? undefined : { hookEventName, additionalContext: text };
      return { systemMessage: toUser, hookSpecificOutput: forModel };
    }
    default:
      return { hookSpecificOutput: { hookEventName, additionalContext: answer.text } };
  }
}
