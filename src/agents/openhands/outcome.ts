import { asNumber } from '../../shared/json-values.ts';
import type { ToolKind } from '../call.ts';
import type { Verdict } from '../verdict.ts';
import type { EventNews } from './events.ts';

type Result = Extract<EventNews, { kind: 'result' }>;

/** Judges a result by its flag, and a command by its exit code. */
export function judgeResult(kind: ToolKind, { text, failed, metadata, rejected }: Result): Verdict {
  if (rejected === true)
    return text === '' ? { outcome: 'rejected', text, waiting: 'reply' } : { outcome: 'rejected', text, said: text };
  if (kind === 'shell') return judgeShell(text, failed, asNumber(metadata.exit_code));
  // The editor of older versions returns its errors as answers.
  const isError = failed || ((kind === 'edit' || kind === 'read' || kind === 'write') && /^ERROR:\n/.test(text));
  return { outcome: isError ? 'failed' : 'ok', text: text.replace(/^ERROR:\n/, '') };
}

const NOTE = /^\[(?:The command completed|Command finished) with exit code (-?\d{1,12})\.?\]$/;
const FRAME = /^\[(?:Current working directory|Python interpreter): [^\n]*\]$/;

/** Judges a command; notes of the client are in brackets at the end. */
function judgeShell(raw: string, failed: boolean, told: number | undefined): Verdict {
  const lines = raw.trimEnd().split('\n');
  let noted: number | undefined;
  for (let last = lines.at(-1) ?? ''; lines.length > 0; last = lines.at(-1) ?? '') {
    const exit = NOTE.exec(last)?.[1];
    if (exit === undefined && !FRAME.test(last) && !(noted !== undefined && last === '')) break;
    if (exit !== undefined) noted = Number(exit);
    lines.pop();
  }
  const text = lines.join('\n');
  const exitCode = told ?? noted;
  // -1: it is still running, and a later call checks on it.
  if (exitCode === -1) return { outcome: 'unknown', text };
  if (exitCode === undefined) return { outcome: failed ? 'failed' : 'unknown', text };
  return { outcome: exitCode === 0 ? 'ok' : 'failed', text, exitCode };
}
