import { asNumber, asText, isJson, type Json } from '../../shared/json-values.ts';
import { endsInComplaint } from '../complaint.ts';
import { type OutputFrame, readFrame, readParts, stripWarning } from './frame.ts';
import type { NestedCall, Script } from './script.ts';

/** The output of a script, and how it ended. */
export interface ScriptOutput {
  /** `running` until a later `wait` says otherwise. */
  status: 'completed' | 'failed' | 'terminated' | 'running';
  /** The number by which it can be waited for. */
  cell?: string;
  /** One text for each time the script printed something. */
  printed: string[];
  /** The error that the script failed with. */
  error?: string;
}

const ERROR = 'Script error:\n';

/** Reads the result of `exec` or `wait`. Returns undefined if it is not a script's, but the client's own error. */
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

/** Returns the results of the calls of a script, in order; undefined if it is not clear which output belongs to which call. */
export function divideResults({ calls, tellsStatus }: Script, printed: readonly string[]): OutputFrame[] | undefined {
  const speaking = calls.filter(({ name }) => !SILENT.has(name));
  const frames = divideSpoken(speaking.length, foldNotes(printed), tellsStatus);
  let next = 0;
  return frames && calls.map(({ name }) => (SILENT.has(name) ? NOTHING : (frames[next++] ?? NOTHING)));
}

/** Tools whose answers scripts do not print. */
const SILENT = new Set(['update_plan']);

const NOTHING: OutputFrame = { text: '', framed: true };

function divideSpoken(count: number, parts: readonly Part[], tellsStatus: boolean): OutputFrame[] | undefined {
  if (count === 0) return [];
  if (count === 1) return [readResult(parts, tellsStatus)];
  if (parts.length === count) return parts.map((part) => readResult([part], tellsStatus));
  const list = parts.length === 1 ? parseJson(parts[0]?.text ?? '') : undefined;
  if (Array.isArray(list) && list.length === count && list.every(isResult)) return list.map(frameOf);
  return undefined;
}

/** A text that a script printed, with the note on the end of the command that it printed next to it. */
interface Part {
  text: string;
  note?: Note;
}

/** How a command ended, or that it is still running; neither if the script printed `undefined`. */
type Note = Pick<OutputFrame, 'exitCode' | 'process'>;

/** Puts notes next to the output they are about: `text(r.output); text("EXIT=" + r.exit_code)`, or the other way round. */
function foldNotes(printed: readonly string[]): Part[] {
  const parts: Part[] = [];
  let waiting: Note | undefined;
  for (const text of printed) {
    const note = readNote(text);
    const last = parts.at(-1);
    if (note === undefined) {
      parts.push(waiting ? { text, note: waiting } : { text });
      waiting = undefined;
    } else if (last && waiting === undefined) last.note = { ...last.note, ...note };
    else waiting = { ...waiting, ...note };
  }
  if (waiting) parts.push({ text: '', note: waiting });
  return parts;
}

/** Parses a text that consists of a note only: `EXIT=1`, `---EXIT:0---`, `SESSION_ID=7`, `{"chunk_id":"…","exit_code":0}`. */
function readNote(text: string): Note | undefined {
  if (text.length > 400) return undefined;
  const trimmed = text.trim();
  const meta = parseJson(trimmed);
  if (isJson(meta)) return 'chunk_id' in meta && !('output' in meta) ? noteOf(meta) : undefined;
  const [, name = '', value = ''] = NOTE.exec(trimmed) ?? [];
  if (name === '') return undefined;
  if (!/^\d/.test(value)) return {};
  return /^session/i.test(name) ? { process: value } : { exitCode: Number(value) };
}

const NOTE =
  /^[-=# ]{0,8}(exit(?:[ _]?(?:code|status))?|rc|status|session(?:[ _]?id)?) ?[=:] ?(\d{1,9}|undefined|null)[-=# ]{0,8}$/i;

function noteOf({ exit_code, session_id }: Json): Note {
  const exitCode = asNumber(exit_code);
  if (exitCode !== undefined) return { exitCode };
  return typeof session_id === 'number' ? { process: String(session_id) } : {};
}

/** Returns the call at which a script failed; undefined if that is not clear. */
export function findBreaker(script: Script, printed: readonly string[], error: string): number | undefined {
  const { calls, isSequential } = script;
  if (SCRIPT_ERROR.test(error)) return undefined;
  if (calls.length === 1) return 0;
  const named = calls.flatMap((call, index) => (error.startsWith(call.name) ? [index] : []));
  if (named.length === 1) return named[0];
  return isSequential && printed.length < calls.length ? printed.length : undefined;
}

/** Errors in the script itself: no tool failed. */
const SCRIPT_ERROR = /^(?:Uncaught )?(?:Type|Reference|Syntax|Range)Error\b/;

/**
 * Whether an output without an exit code comes from a command that failed. Scripts usually print only the output: a short one
 * whose last line is a complaint of the shell, or of the program that was called, is not a success.
 */
export function looksFailed(call: NestedCall, command: string | undefined, text: string): boolean {
  return call.name === 'exec_command' && command !== undefined && endsInComplaint(command, text);
}

/** Reads a result that a script printed: all of it as JSON, or its output with or without a note on how it ended. */
function readResult(parts: readonly Part[], tellsStatus: boolean): OutputFrame {
  const [only] = parts;
  const parsed = parts.length === 1 && only ? parseJson(only.text) : undefined;
  if (isResult(parsed)) return frameOf(parsed);
  const text = parts.map((part) => part.text).join('\n');
  const note = Object.assign({}, ...parts.map((part) => part.note)) as Note;
  const frame = readFrame(text);
  if (frame.framed) return frame;
  const inside = tellsStatus && note.exitCode === undefined ? readInside(text) : undefined;
  const { process, exitCode } = { ...note, ...inside?.note };
  const read: OutputFrame = { text: stripWarning(inside?.text ?? text), framed: true };
  if (exitCode !== undefined) read.exitCode = exitCode;
  else if (process !== undefined) read.process = process;
  return read;
}

/** Reads a heading or a last line with the status: `=== 2 exit=1 ===`, then the output; or the output, then `exit=0`. */
function readInside(text: string): { text: string; note: Note } | undefined {
  const lines = text.trimEnd().split('\n');
  let end = lines.length;
  let note: Note | undefined;
  for (let line = lines[end - 1]; end > 0 && line !== undefined && line.length < 80; line = lines[--end - 1]) {
    const found = readNote(line);
    if (found === undefined) break;
    note = { ...found, ...note };
  }
  if (note) return { text: lines.slice(0, end).join('\n'), note };
  const code = /^[-=#]{2,8} ?[^\n]{0,40}\bexit[=:] ?(\d{1,3})\b[^\n]{0,10}$/i.exec(lines[0] ?? '')?.[1];
  return code === undefined ? undefined : { text: lines.slice(1).join('\n'), note: { exitCode: Number(code) } };
}

function isResult(value: unknown): value is Json {
  return (
    isJson(value) &&
    typeof value.output === 'string' &&
    ('exit_code' in value || 'session_id' in value || 'chunk_id' in value)
  );
}

function frameOf(result: Json): OutputFrame {
  return { text: asText(result.output) ?? '', framed: true, ...noteOf(result) };
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
