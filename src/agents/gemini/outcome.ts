import { asBlocks, asJson, asText, type Json } from '../../shared/json-values.ts';
import type { ToolKind } from '../call.ts';
import { type CallVerdict, timedOut } from '../verdict.ts';

/** Judges a call by its status and its result. */
export function judgeCall(kind: ToolKind, call: Json): CallVerdict {
  const text = cleanAnswer(readAnswer(call));
  if (call.status === 'cancelled') return judgeStop(text);
  if (call.status === 'error') return judgeError(text);
  if (call.status !== 'success') return { outcome: 'unknown', text: '', waiting: 'result' };
  // The client counts a failed command as a success, too.
  return kind === 'shell' ? judgeShell(text) : { outcome: 'ok', text };
}

/** Returns the answer that the model was given. */
export function readAnswer(call: Json): string {
  if (typeof call.result === 'string') return call.result;
  const parts = asBlocks(call.result).map((part) => {
    const response = asJson(asJson(part.functionResponse).response);
    return asText(part.text) ?? asText(response.output) ?? asText(response.error) ?? asText(response.content) ?? '';
  });
  return parts.filter((part) => part !== '').join('\n');
}

/** Returns the folder that a shell's answer names, relative to where the session began; versions before 0.24 wrote it. */
export function findDirectory(text: string): string | undefined {
  const start = text.startsWith('<untrusted_context>\n') ? '<untrusted_context>\n'.length : 0;
  const at = text.startsWith('Command: ', start) ? text.indexOf('\nDirectory: ', start) : -1;
  const found =
    at < 0 ? undefined : /^\nDirectory: ([^\n]{1,500})\n(?:Output|Stdout): /.exec(text.slice(at, at + 600))?.[1];
  return found === '(root)' ? undefined : found;
}

const CANCELLED = /^\[Operation Cancelled\] Reason: /;

function judgeStop(text: string): CallVerdict {
  const reason = text.replace(CANCELLED, '');
  // All versions that ask use the same words; everything else was interrupted.
  if (/^User (?:denied execution|did not allow tool call)/.test(reason))
    return { outcome: 'rejected', text, waiting: 'reply' };
  return { outcome: 'cancelled', text, waiting: 'reply' };
}

function judgeError(text: string): CallVerdict {
  if (CANCELLED.test(text)) return judgeStop(text);
  const hook = /^(?:Tool execution blocked|Agent execution stopped by hook): /.exec(text);
  if (hook !== null) return { outcome: 'blocked', text: text.slice(hook[0].length) };
  // Prefixed with `Permission`, because its own text does not say that it is one.
  if (/^Tool execution (?:for "[^"\n]{1,200}" )?(?:denied|blocked) by policy/.test(text))
    return { outcome: 'blocked', text: `Permission: ${text}` };
  return { outcome: 'failed', text };
}

/** Judges a command: its output, and how it ended, are under headings in one text. */
function judgeShell(text: string): CallVerdict {
  const limit = /^Command was automatically cancelled because it exceeded the timeout of ([\d.]{1,12} \w{1,12})/.exec(
    text,
  )?.[1];
  const before = text.indexOf(BEFORE);
  const printed = before < 0 ? '' : text.slice(before + BEFORE.length).trim();
  if (limit !== undefined) return timedOut(limit, printed);
  if (/^Command was cancelled by user before it could/.test(text))
    return { outcome: 'cancelled', text: printed, waiting: 'reply' };
  if (/^Command moved to background\b/.test(text)) return { outcome: 'unknown', text };
  return judgeEnd(text);
}

const BEFORE = 'Below is the output before it was cancelled:';

function judgeEnd(text: string): CallVerdict {
  const { printed, ends } = splitEnds(text);
  const exit = ends.get('Exit Code');
  const exitCode = exit !== undefined && /^-?\d{1,12}$/.test(exit) ? Number(exit) : undefined;
  const error = saying(ends.get('Error'));
  const isKilled = saying(ends.get('Signal')) !== undefined && ends.get('Signal') !== '0';
  const isOk = (exitCode ?? 0) === 0 && error === undefined && !isKilled;
  const verdict: CallVerdict = {
    outcome: isOk ? 'ok' : 'failed',
    text: error === undefined ? printed : `${printed}\n${error}`.trimStart(),
  };
  return exitCode === undefined ? verdict : { ...verdict, exitCode };
}

const END = /^(Error|Exit Code|Signal|Background PIDs|Process Group PGID): (.*)$/;

/** Splits off the headings at the end, starting with the last one: the output may have lines like them. */
function splitEnds(text: string): { printed: string; ends: Map<string, string> } {
  const ends = new Map<string, string>();
  let rest = text.trimEnd();
  for (;;) {
    const at = rest.lastIndexOf('\n') + 1;
    const [, name, value = ''] = END.exec(rest.slice(at)) ?? [];
    if (name === undefined || ends.has(name)) break;
    ends.set(name, value.trim());
    rest = at === 0 ? '' : rest.slice(0, at - 1);
  }
  return { printed: stripHeadings(rest), ends };
}

/**
 * Removes the headings: `Output: …` in newer versions, `Command:`, `Directory:`, `Output:` before 0.24, `Stdout:` and `Stderr:`
 * before 0.9.
 */
function stripHeadings(text: string): string {
  const start = text.startsWith('Command: ') ? text.search(/\n(?:Output|Stdout): /) + 1 : 0;
  const body = text.slice(start);
  if (body.startsWith('Output: ')) return saying(body.slice(8)) ?? '';
  const errors = body.startsWith('Stdout: ') ? body.lastIndexOf('\nStderr: ') : -1;
  if (errors < 0) return body;
  return [body.slice(8, errors), body.slice(errors + 9)].flatMap((part) => saying(part) ?? []).join('\n');
}

/** Returns undefined for the placeholder that the client writes for an empty value. */
function saying(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || trimmed === '' || trimmed === '(empty)' || trimmed === '(none)' ? undefined : trimmed;
}

/** Removes the text that hooks add at the end, and the frame around text from outside. */
function cleanAnswer(text: string): string {
  let own = text.trim();
  while (own.endsWith('</hook_context>') && own.includes('<hook_context>')) {
    own = own.slice(0, own.lastIndexOf('<hook_context>')).trimEnd();
  }
  if (!own.startsWith('<untrusted_context>')) return own;
  const end = own.lastIndexOf('</untrusted_context>');
  return own.slice('<untrusted_context>'.length, end < 0 ? undefined : end).trim();
}
