import { asJson } from '../../shared/json-values.ts';
import type { ToolKind } from '../call.ts';
import type { CallVerdict } from '../verdict.ts';

/** Judges a result by its flag, its text and its details. */
export function judgeResult(kind: ToolKind, raw: string, isError: boolean, details: unknown): CallVerdict {
  const text = stripFiller(raw);
  if (!isError) return { outcome: 'ok', text };
  if (wasSkipped(text, details)) return { outcome: 'cancelled', text };
  if (isRefusal(text)) return { outcome: 'rejected', text, waiting: 'reply' };
  if (isBlock(text)) return { outcome: 'blocked', text };
  if (kind === 'shell') return judgeShell(text);
  // Tools other than the shell say so when the user stops them.
  if (/^(Operation|Tool execution|Request) (was )?aborted\b/.test(text))
    return { outcome: 'cancelled', text, waiting: 'reply' };
  return { outcome: 'failed', text };
}

/** Splits the result of the shell into its output and how it ended, which is in the last paragraph. */
function judgeShell(text: string): CallVerdict {
  const at = text.lastIndexOf('\n\n');
  const last = text.slice(at < 0 ? 0 : at + 2).trim();
  const printed = at < 0 ? '' : stripFiller(text.slice(0, at)).trimEnd();
  const exit = /^Command exited with code (-?\d+)$/.exec(last)?.[1];
  if (exit !== undefined) return { outcome: 'failed', text: printed, exitCode: Number(exit) };
  if (last === 'Command aborted') return { outcome: 'cancelled', text: printed, waiting: 'reply' };
  // First, where readers of an error look for it.
  if (/^Command timed out after /.test(last))
    return { outcome: 'failed', text: printed === '' ? last : `${last}\n${printed}` };
  return { outcome: 'failed', text };
}

/** Whether a result was made up because every call needs one: the tool never ran. */
function wasSkipped(text: string, details: unknown): boolean {
  const { __synthetic, executed } = asJson(details);
  return (
    __synthetic === true ||
    executed === false ||
    /^(Skipped due to queued user message|No result provided)\b/.test(text)
  );
}

function isRefusal(text: string): boolean {
  return /^(Tool call (was )?(rejected|denied) by (the )?user|User (rejected|denied) (the )?tool|Blocked by user\b)/i.test(
    text,
  );
}

function isBlock(text: string): boolean {
  return /^(Tool execution was blocked by (an extension|a hook)|Tool call (was )?blocked\b|Tool "?[\w-]+"? is denied by)/.test(
    text,
  );
}

/** Removes the placeholder that the client writes if a command printed nothing. */
function stripFiller(text: string): string {
  return text.startsWith('(no output)') ? text.slice(11).replace(/^\n\n/, '') : text;
}
