import { endsInComplaint } from '../complaint.ts';
import { asNumber, asText, isJson, type Json } from '../record.ts';
import { type Frame, readFrame, readParts, stripWarning } from './frame.ts';
import type { NestedCall, Script } from './script.ts';

/** What a script printed, and how it ended. */
export interface ScriptOutput {
  /** `running` until a later `wait` says otherwise. */
  status: 'completed' | 'failed' | 'terminated' | 'running';
  /** The number under which it can be waited for. */
  cell?: string;
  /** One text for each time the script printed something. */
  printed: string[];
  /** What the script failed with. */
  error?: string;
}

const ERROR = 'Script error:\n';

/** Reads the result of `exec` or `wait`. Nothing where it is no script's: the client's own errors. */
export function readScriptOutput(output: unknown): ScriptOutput | undefined {
  const parts = typeof output === 'string' ? [output] : readParts(output);
  const frame = readFrame(parts[0] ?? '');
  const status = frame.cell === undefined ? frame.script : 'running';
  if (status === undefined) return undefined;
  const printed = [...(frame.text === '' ? [] : [frame.text]), ...parts.slice(1)];
  const read: ScriptOutput = { status, printed };
  if (frame.cell !== undefined) read.cell = frame.cell;
  const last = printed.at(-1);
  if (status === 'failed' && last?.startsWith(ERROR)) {
    printed.pop();
    read.error = last.slice(ERROR.length);
  }
  return read;
}

/** The results of the calls of a script, in their order; nothing where it cannot be told which output is whose. */
export function divideResults(script: Script, printed: readonly string[]): Frame[] | undefined {
  const { calls } = script;
  if (calls.length === 1) return [readResult(printed)];
  if (printed.length === calls.length) return printed.map((text) => readResult([text]));
  const list = printed.length === 1 ? parseJson(printed[0] ?? '') : undefined;
  if (Array.isArray(list) && list.length === calls.length && list.every(isResult)) return list.map(frameOf);
  return undefined;
}

/** The call of a script that broke it off; nothing where that cannot be told. */
export function findBreaker(script: Script, printed: readonly string[], error: string): number | undefined {
  const { calls, isSequential } = script;
  if (SCRIPT_ERROR.test(error)) return undefined;
  if (calls.length === 1) return 0;
  const named = calls.flatMap((call, index) => (error.startsWith(call.name) ? [index] : []));
  if (named.length === 1) return named[0];
  return isSequential && printed.length < calls.length ? printed.length : undefined;
}

/** Mistakes in the script itself: no tool failed. */
const SCRIPT_ERROR = /^(?:Uncaught )?(?:Type|Reference|Syntax|Range)Error\b/;

/**
 * Whether an output without an exit code is that of a command that failed. Scripts mostly print only the output: a short one whose last
 * line is a complaint of the shell, or of the program that was called, is no success.
 */
export function looksFailed(call: NestedCall, command: string | undefined, text: string): boolean {
  return call.name === 'exec_command' && command !== undefined && endsInComplaint(command, text);
}

/** A result that a script printed: the whole of it as JSON, or its output alone. */
function readResult(printed: readonly string[]): Frame {
  const [only = ''] = printed;
  const parsed = printed.length === 1 ? parseJson(only) : undefined;
  if (isResult(parsed)) return frameOf(parsed);
  const text = printed.join('\n');
  const frame = readFrame(text);
  return frame.framed ? frame : { text: stripWarning(text), framed: true };
}

function isResult(value: unknown): value is Json {
  return (
    isJson(value) && typeof value.output === 'string' && ('exit_code' in value || 'session_id' in value || 'chunk_id' in value)
  );
}

function frameOf(result: Json): Frame {
  const frame: Frame = { text: asText(result.output) ?? '', framed: true };
  const exitCode = asNumber(result.exit_code);
  if (exitCode !== undefined) frame.exitCode = exitCode;
  else if (typeof result.session_id === 'number') frame.process = String(result.session_id);
  return frame;
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
