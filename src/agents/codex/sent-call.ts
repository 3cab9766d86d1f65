import type { Call } from '../call.ts';
import type { NestedReport } from './nested-calls.ts';
import type { Patch } from './patch.ts';
import type { Script } from './script.ts';
import { joinFolder, type Setting } from './session.ts';
import type { SentTool } from './tools.ts';

/** A call in the form of a log line. */
export interface SentCall {
  id: string;
  name: string;
  /** The server or group that the tool belongs to. */
  namespace?: string | undefined;
  /** Its arguments, or the text of a tool that takes a single text. */
  args: unknown;
  at: number;
  /** Byte offset of its line. */
  offset: number;
}

/** Data kept with a call until its result arrives. */
export interface Pending {
  /** The changes of its patch. */
  patch?: Patch | undefined;
  /** The script it runs. */
  script?: Script | undefined;
  /** The output of the script so far. */
  printed: string[];
  /** Events about the commands of the script, by position in it. */
  reports: Map<number, NestedReport>;
}

/** Creates a call that has no result yet. */
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
