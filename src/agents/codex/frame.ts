import { asBlocks, asJson, asNumber, isJson } from '../../shared/json-values.ts';

/** The text that the client puts around the output of a tool, parsed. */
export interface OutputFrame {
  /** The output itself. */
  text: string;
  /** The exit code of the command, if the frame has it. */
  exitCode?: number;
  /** The process that is still running: a later `write_stdin` returns the rest. */
  process?: string;
  /** The code-mode script that is still running: a later `wait` returns the rest. */
  cell?: string;
  /** How a code-mode script ended. */
  script?: 'completed' | 'failed' | 'terminated';
  /** False if the client put nothing around the text: its own errors, or a tool that prints plain text. */
  framed: boolean;
}

/** Extracts the output from the text that the client puts around it: lines before `Output:`, or JSON with `metadata`. */
export function readFrame(raw: string): OutputFrame {
  if (raw.startsWith('{"output":')) return readMetadata(raw) ?? { text: raw, framed: false };
  const frame: OutputFrame = { text: raw, framed: false };
  let at = skipCommand(raw);
  const head = raw.slice(0, at + LONGEST_HEAD);
  for (let count = 0; count < MOST_LINES; count++) {
    const end = head.indexOf('\n', at);
    const line = head.slice(at, end < 0 ? head.length : end).replace(/\r$/, '');
    if (line === 'Output:') {
      frame.text = end < 0 ? '' : raw.slice(end + 1);
      frame.framed = true;
      break;
    }
    if (!noteLine(line, frame) || end < 0) return { text: raw, framed: false };
    at = end + 1;
  }
  if (!frame.framed) return { text: raw, framed: false };
  // A patch that was sent through the shell is answered with a frame inside a frame.
  if (frame.exitCode === undefined && frame.process === undefined && frame.text.startsWith('Exit code: ')) {
    const inner = readFrame(frame.text);
    if (inner.framed) return inner;
  }
  frame.text = stripWarning(frame.text);
  return frame;
}

/** Returns where the rest of the frame begins: some versions first repeat the command, which may have many lines. */
function skipCommand(raw: string): number {
  if (!raw.startsWith('Command: ')) return 0;
  const rest =
    /\n(?=(?:Chunk ID: [\w-]{1,40}|Wall time: [\d.]{1,20} seconds|Exit code: -?\d{1,12}|Process exited with code -?\d{1,12})\r?\n)/.exec(
      raw.slice(0, LONGEST_COMMAND),
    );
  return rest === null ? 0 : rest.index + 1;
}

/** Returns the text of an output: a string, or the text parts of a list. */
export function joinOutput(output: unknown): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return readParts(output).join('\n');
  // Versions before 0.50 wrote `{content, success}`.
  const { content } = asJson(output);
  return typeof content === 'string' ? content : '';
}

/** Returns the text parts of a list. */
export function readParts(output: unknown): string[] {
  return asBlocks(output).flatMap((part) => (typeof part.text === 'string' ? [part.text] : []));
}

/** A frame is a few short lines. */
const LONGEST_HEAD = 400;
const LONGEST_COMMAND = 40_000;
const MOST_LINES = 8;

/** Records the content of a line of the frame; returns false if the line is not part of it. */
function noteLine(line: string, frame: OutputFrame): boolean {
  const found = LINE.exec(line);
  const key = found?.[1] ?? found?.[3] ?? found?.[5];
  const value = found?.[2] ?? found?.[4] ?? '';
  switch (key) {
    case 'Exit code: ':
    case 'Process exited with code ':
      frame.exitCode = Number(value);
      return true;
    case 'Process running with session ID ':
      frame.process = value;
      return true;
    case 'Script running with cell ID ':
      frame.cell = value;
      return true;
    case 'Script ':
      frame.script = value as 'completed' | 'failed' | 'terminated';
      return true;
    default:
      return key !== undefined;
  }
}

const LINE =
  /^(Exit code: |Process exited with code |Process running with session ID |Script running with cell ID )(-?\w+)$|^(Script )(completed|failed|terminated)$|^(Chunk ID: |Wall time:? |Original token count: |Total output lines: )[\w. ]+$/;

/**
 * Reads `{"output":"...","metadata":{"exit_code":1,"duration_seconds":0.1}}`: the form of `shell`, and of patches up to 0.130.
 */
function readMetadata(raw: string): OutputFrame | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    if (!isJson(parsed) || typeof parsed.output !== 'string' || !isJson(parsed.metadata)) return undefined;
    const exitCode = asNumber(parsed.metadata.exit_code);
    return { text: parsed.output, framed: true, ...(exitCode === undefined ? {} : { exitCode }) };
  } catch {
    return undefined;
  }
}

/** Removes the warning that the client puts before an output that it cut in the middle. */
export function stripWarning(text: string): string {
  if (!text.startsWith('Warning: truncated output') && !text.startsWith('Total output lines: ')) return text;
  return text.replace(/^(?:Warning: truncated output \([^)\n]*\)\n)?(?:Total output lines: \d+\n)?\n?/, '');
}
