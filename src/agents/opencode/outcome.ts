import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import { OWN_BEGINNINGS } from '../../shared/own-beginnings.ts';
import type { ToolKind } from '../call.ts';
import type { CallVerdict } from '../verdict.ts';

/** Judges the state of a tool part. */
export function judgeState(kind: ToolKind, state: Json): CallVerdict {
  if (state.status === 'error') return judgeError(stripClass(asText(state.error) ?? ''));
  if (state.status !== 'completed') return { outcome: 'unknown', text: '', waiting: 'result' };
  const text = asText(state.output) ?? '';
  return kind === 'shell' ? judgeShell(text, asJson(state.metadata)) : { outcome: 'ok', text };
}

/**
 * Judges a call of a missing tool, or with invalid arguments: the client calls a tool `invalid` instead, which always succeeds.
 */
export function judgeInvalid(state: Json): CallVerdict {
  const text = asText(asJson(state.input).error) ?? asText(state.output) ?? '';
  return { outcome: 'failed', text };
}

const FEEDBACK = 'with the following feedback: ';

function judgeError(text: string): CallVerdict {
  if (text.startsWith('The user rejected permission to use this specific tool call')) {
    const at = text.indexOf(FEEDBACK);
    const said = at < 0 ? '' : text.slice(at + FEEDBACK.length).trim();
    return said === '' ? { outcome: 'rejected', text, waiting: 'reply' } : { outcome: 'rejected', text, said };
  }
  if (text.startsWith('The user dismissed this question')) return { outcome: 'rejected', text, waiting: 'reply' };
  // Prefixed with `Permission`, because its own text does not say that it is one.
  if (text.startsWith('The user has specified a rule which prevents you'))
    return { outcome: 'blocked', text: `Permission: ${text}` };
  // Our plugin stops a call by throwing an error.
  if (text.startsWith(OWN_BEGINNINGS.stopped)) return { outcome: 'blocked', text };
  if (text.startsWith('Tool execution aborted')) return { outcome: 'cancelled', text, waiting: 'reply' };
  return { outcome: 'failed', text };
}

/** Reads exit code, timeout and interruption of a command. The client's findings are in a tag at the end of the output. */
function judgeShell(output: string, metadata: Json): CallVerdict {
  const note = /\n*<(bash|shell)_metadata>\n([^<]*)\n<\/\1_metadata>\s*$/.exec(output.slice(-1000));
  const text = note === null ? output : output.slice(0, output.length - note[0].length);
  const exit = asNumber(metadata.exit);
  const exitCode = exit === undefined ? {} : { exitCode: exit };
  if (note?.[2]?.includes('User aborted the command'))
    return { outcome: 'cancelled', text, waiting: 'reply', ...exitCode };
  const limit = /exceeding timeout (\d+) ?ms/.exec(note?.[2] ?? '')?.[1];
  // In the words of other clients, and first, where readers of an error look for them.
  if (limit !== undefined)
    return { outcome: 'failed', text: `Command timed out after ${describeSpan(Number(limit))}\n${text}`.trimEnd() };
  const outcome = exit === undefined ? 'unknown' : exit === 0 ? 'ok' : 'failed';
  return { outcome, text: text === '(no output)' ? '' : text, ...exitCode };
}

/** `2m 0s`, `45s`. */
function describeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** Removes the name of the class with which errors are written. */
function stripClass(text: string): string {
  return text.replace(/^(?:\w{0,60}Error: )/, '');
}
