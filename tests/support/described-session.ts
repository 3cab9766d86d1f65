/** A session as a person would tell it, in no agent's format. Log writers turn it into what each agent's client would have written. */
export interface DescribedSession {
  /** When the first message was sent, ISO 8601. */
  start: string;
  /** The folder the agent was started in. */
  cwd: string;
  branch: string;
  /** The client's version, where a case is about one. */
  version?: string;
  /** The number of an earlier session, from 1, whose records this one starts with: a resume or a fork. */
  forkOf?: number;
  steps: Step[];
}

export type Step = CallStep | UserStep | AgentStep | CompactStep;

/** A person's message. */
export interface UserStep {
  user: string;
  wait?: number;
}

/** What the agent says between calls. */
export interface AgentStep {
  says: string;
}

/** The conversation is compacted here. */
export interface CompactStep {
  compact: true;
}

/** One tool call with its result. */
export interface CallStep {
  /** The label that expectations use. Unique in a case. */
  id: string;
  use: ToolUse;
  end: CallEnd;
  /** What a hook says of it afterwards. */
  hook?: string;
  /** Where the agent was, if not in the session's folder. */
  cwd?: string;
  /** Sent in the same turn as the call before it. */
  parallel?: boolean;
  /** Seconds before the call is sent; a few if not given. */
  wait?: number;
  /** Seconds until its result comes; one if not given. */
  takes?: number;
}

export type ToolUse =
  | {
      tool: 'shell';
      command: string;
      timeoutMs?: number;
      background?: boolean;
      settings?: Record<string, string | boolean>;
    }
  | { tool: 'read'; path: string; offset?: number; limit?: number }
  | { tool: 'write'; path: string; content: string }
  | { tool: 'edit'; path: string; old: string; new: string; all?: boolean }
  | { tool: 'search'; pattern: string; path?: string; glob?: string; mode?: 'content' | 'files' | 'count' }
  | { tool: 'list'; pattern: string; path?: string }
  | { tool: 'web'; url: string; prompt: string }
  | { tool: 'task'; task: string; kind: string; steps: Step[] }
  | { tool: 'named'; name: string; input: Record<string, unknown> };

/** How a call ended, and the text that came back. */
export type CallEnd =
  | { how: 'ok'; prints: string; interpreted?: string }
  /** A command's non-zero exit. */
  | { how: 'exit'; code: number; prints: string }
  /** The tool's own error text. */
  | { how: 'error'; text: string }
  /** A path that is not there, in the client's own words. */
  | { how: 'missing'; suggests?: string }
  /** The user said no; with words or without. */
  | { how: 'rejected'; words?: string }
  /** A hook said no. */
  | { how: 'blocked'; text: string }
  /** A permission rule said no. */
  | { how: 'denied' }
  /** Not run because a sibling of the same turn failed. */
  | { how: 'cancelled' }
  /** The log ends before the result. */
  | { how: 'open' };

export function isCall(step: Step): step is CallStep {
  return 'use' in step;
}

/** Steps in their order; calls that an agent sends together are one list. */
export function* inTurns(steps: readonly Step[]): Generator<Exclude<Step, CallStep> | CallStep[]> {
  let turn: CallStep[] = [];
  for (const step of steps) {
    if (isCall(step) && step.parallel && turn.length > 0) {
      turn.push(step);
      continue;
    }
    if (turn.length > 0) yield turn;
    turn = [];
    if (isCall(step)) turn.push(step);
    else yield step;
  }
  if (turn.length > 0) yield turn;
}
