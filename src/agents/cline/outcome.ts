import { asText, isJson, type Json } from '../../shared/json-values.ts';
import type { ToolKind } from '../call.ts';
import { endsInFailure } from '../complaint.ts';
import { insideTag } from '../text.ts';
import { timedOut, type Verdict } from '../verdict.ts';

/** Judges a result by its text alone: no version flags errors. */
export function judgeResult(kind: ToolKind, raw: string, command = ''): Verdict {
  const text = raw.trim();
  const told = text.startsWith('{"status":') ? readStatus(text) : undefined;
  if (told !== undefined) return judgeStatus(told, text);
  if (text.startsWith('The user denied this operation')) return reject(text, insideTag(text, 'feedback'));
  if (NOT_RUN.test(text)) return { outcome: 'cancelled', text };
  if (text.startsWith('The tool execution failed with the following error:'))
    return judgeError((insideTag(text, 'error') ?? text).trim());
  if (kind === 'edit' && DIFF_REFUSED.test(text)) return judgeError((insideTag(text, 'error_details') ?? text).trim());
  if (/^(?:Missing value for required parameter '|Error: )/.test(text)) return judgeError(text);
  if (kind === 'shell') return judgeShell(stripFeedback(text), command);
  return kind === 'read' ? judgeRead(text) : { outcome: 'ok', text };
}

/** Returns the folder that a command ran in, if the client says so. */
export function findDirectory(text: string): string | undefined {
  return /^Command (?:executed|is still running) in terminal[^\n']{0,40} within working directory '([^'\n]{1,500})'/.exec(
    text.trimStart(),
  )?.[1];
}

/** Matches calls that did not run because of another call in the same message, or because of the mode. */
const NOT_RUN =
  /^(?:Tool \[[^\]\n]{1,100}\] was not executed because|Skipping tool [^\n]{1,200} due to user rejecting|This tool cannot be used in PLAN MODE|\[ERROR\] You did not use a tool)/;

/** Matches Roo Code's error for a diff that does not apply. */
const DIFF_REFUSED = /^(?:Unable to apply diff to file: [^\n]{1,500}\n\s{0,8})?<error_details>/;

/** Parses the answer of Roo Code of 2026, which is an object. */
function readStatus(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) && typeof value.status === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function judgeStatus(told: Json, text: string): Verdict {
  if (told.status === 'denied') return reject(text, asText(told.feedback));
  if (told.status !== 'error') return { outcome: 'ok', text };
  const message = asText(told.error) ?? asText(told.message) ?? text;
  return told.type === 'access_denied' ? { outcome: 'blocked', text: `Permission: ${message}` } : judgeError(message);
}

function reject(text: string, words: string | undefined): Verdict {
  const said = words?.trim() ?? '';
  return said === '' ? { outcome: 'rejected', text, waiting: 'reply' } : { outcome: 'rejected', text, said };
}

function judgeError(text: string): Verdict {
  const isIgnored = /^Access to [^\n]{1,500} is blocked by the \.\w{1,20}ignore file settings/.test(text);
  return isIgnored ? { outcome: 'blocked', text: `Permission: ${text}` } : { outcome: 'failed', text };
}

/**
 * Judges a shell call. Roo Code gives the exit code; Cline does not in most versions, so that only an obvious failure is
 * recognised.
 */
function judgeShell(text: string, command: string): Verdict {
  const span = /^(?:Command|The command) (?:execution )?timed out after (\d[\d.]{0,11} ?[a-z]{0,12})/.exec(text)?.[1];
  const printed = readPrinted(text);
  if (span !== undefined) return timedOut(span, printed === text ? '' : printed);
  if (/^Command is still running\b/.test(text)) return { outcome: 'unknown', text: printed };
  const head = text.slice(0, Math.max(0, text.indexOf('Output:')));
  const exit = /\b(?:Exit code:|exit code) (-?\d{1,12})\b/.exec(head === '' ? text.slice(0, 300) : head)?.[1];
  if (exit !== undefined && /^Command\b/.test(text)) {
    const exitCode = Number(exit);
    return { outcome: exitCode === 0 ? 'ok' : 'failed', text: printed, exitCode };
  }
  return { outcome: endsInFailure(command, printed) ? 'failed' : 'unknown', text: printed };
}

/** Returns the text after the client's own sentences. */
function readPrinted(text: string): string {
  if (!/^(?:The command|Command)\b/.test(text)) return text;
  const at = /\n(?:Output|Here's the output so far):\n?/.exec(text);
  return at === null ? '' : text.slice(at.index + at[0].length).trim();
}

/** Judges `<file><path>…</path><error>File not found</error></file>` of Roo Code: the first file stands for all. */
function judgeRead(text: string): Verdict {
  const found = /^(?:<files>\s{0,8})?<file>\s{0,8}<path>[^<]{1,500}<\/path>\s{0,8}<error>([^<]{1,2000})<\/error>/.exec(
    text,
  )?.[1];
  const plain =
    /^File: [^\n]{1,500}\n(?:Error|Status): (Error reading file: [^\n]{1,2000}|File not found[^\n]{0,500})/.exec(
      text,
    )?.[1];
  const error = found ?? plain;
  return error === undefined ? { outcome: 'ok', text } : judgeError(error.replace(/^Error reading file: /, '').trim());
}

/** Removes a person's comment on an approval, which comes before the result. */
function stripFeedback(text: string): string {
  if (!/^(?:The user approved this operation|The user provided the following)/.test(text)) return text;
  const end = text.indexOf('</feedback>');
  return end < 0 ? text : text.slice(end + '</feedback>'.length).trim();
}
