import type { Call } from '../call.ts';
import type { NestedReport } from './nested-calls.ts';
import type { Patch } from './patch.ts';
import type { Script } from './script.ts';
import { joinFolder, type Setting } from './session.ts';
import type { SentTool } from './tools.ts';

/** A call as a log line has it. */
export interface SentCall {
  id: string;
  name: string;
  /** The server or group that the tool is of. */
  namespace?: string | undefined;
  /** Its arguments, or the text of a tool that takes one. */
  args: unknown;
  at: number;
  /** Byte offset of its line. */
  offset: number;
}

/** What is kept of a call until its result comes, besides the call itself. */
export interface Pending {
  /** What it changes. */
  patch?: Patch | undefined;
  /** What it calls. */
  script?: Script | undefined;
  /** What the script printed so far. */
  printed: string[];
  /** What events told about the commands of the script, by their place in it. */
  reports: Map<number, NestedReport>;
}

/** A call that has no result yet. */
export function openCall(
  { tool, name, input, folder }: SentTool,
  setting: Setting,
  { id, agent, at, offset }: { id: string; agent: string; at: number; offset: number },
): Call {
  const call: Call = {
    id,
    agent,
    session: setting.session,
    seq: offset,
    tool,
    name,
    input,
    outcome: 'unknown',
    output: '',
    outputLength: 0,
    at,
    source: { call: offset },
  };
  const cwd = joinFolder(setting, folder);
  if (setting.thread !== undefined) call.thread = setting.thread;
  if (cwd !== undefined) call.cwd = cwd;
  return call;
}
