import { asJson, asText, type Json, joinText } from '../../shared/json-values.ts';
import type { ToolKind } from '../call.ts';
import type { CallVerdict } from '../verdict.ts';

/** Judges `tool.execution_complete`; `permission` is the answer when the client asked whether the call may run. */
export function judgeResult(kind: ToolKind, data: Json, permission: Json = {}): CallVerdict {
  const text = readAnswer(data);
  if (data.success !== true) return judgeError(text, asText(asJson(data.error).code), permission);
  // `success` means that the shell was available, not how the command ended.
  return kind === 'shell' ? readShell(text).verdict : { outcome: 'ok', text };
}

/** Returns the answer of the tool: an error, or a text for the model. */
export function readAnswer(data: Json): string {
  const result = asJson(data.result);
  return (
    asText(asJson(data.error).message) ?? asText(data.error) ?? (joinText(result.content) || joinText(data.result))
  );
}

/** The output of a shell, how it ended, and the number under which it is still running. */
interface ShellNews {
  verdict: CallVerdict;
  /** The number of a shell that was left running. */
  running?: string;
}

/** Reads the output of a shell, which the client ends with a line in angle brackets. */
export function readShell(text: string): ShellNews {
  const at = text.lastIndexOf('<', text.trimEnd().length - 2);
  const note = text.slice(at).trim();
  if (at < 0 || !note.endsWith('>')) return { verdict: { outcome: 'unknown', text } };
  const printed = text.slice(0, at).trimEnd();
  const exit = /^<(?:shellId: [\w.-]{1,80} completed|exited|command exited) with exit code (-?\d{1,12})>$/.exec(
    note,
  )?.[1];
  if (exit !== undefined) {
    const exitCode = Number(exit);
    return { verdict: { outcome: exitCode === 0 ? 'ok' : 'failed', text: printed, exitCode } };
  }
  const running =
    /^<(?:command )?(?:with )?shellId: ([\w.-]{1,80}) is still running\b/.exec(note)?.[1] ??
    /^<command started in (?:detached )?background with shellId: ([\w.-]{1,80})\b/.exec(note)?.[1];
  if (running !== undefined)
    return { verdict: { outcome: 'unknown', text: printed, waiting: `task ${running}` }, running };
  if (/^<command with (?:id|shellId): [\w.-]{1,80} stopped>$/.test(note))
    return { verdict: { outcome: 'cancelled', text: printed } };
  return { verdict: { outcome: 'unknown', text } };
}

function judgeError(text: string, code: string | undefined, permission: Json): CallVerdict {
  const kind = asText(permission.kind) ?? '';
  if (
    kind === 'denied-interactively-by-user' ||
    code === 'rejected' ||
    /^The user rejected this tool call\b/.test(text)
  ) {
    const said = asText(permission.feedback)?.trim() || findFeedback(text);
    return said ? { outcome: 'rejected', text, said } : { outcome: 'rejected', text, waiting: 'reply' };
  }
  // A hook gives its reason. Other refusals are prefixed with `Permission`, if their own texts do not say so.
  const hook = /^Denied by preToolUse hook(?: from "[^"\n]{0,300}")?(?:: ?| ?(?=\())/.exec(text);
  if (hook !== null) return judgeHook(text.slice(hook[0].length).trim());
  if (kind.startsWith('denied') || code === 'denied') {
    return { outcome: 'blocked', text: text.startsWith('Permission') ? text : `Permission: ${text}` };
  }
  if (
    code === 'aborted' ||
    code === 'cancelled' ||
    /^(?:The (?:tool|operation) was (?:aborted|cancelled)|Operation aborted)/i.test(text)
  )
    return { outcome: 'cancelled', text, waiting: 'reply' };
  return { outcome: 'failed', text };
}

/** Judges a hook's denial. A hook that crashed says nothing about the call. */
function judgeHook(reason: string): CallVerdict {
  const isBroken = reason === '' || /^\(hook errored\)$|^hook exited with code \d+\.?$/.test(reason);
  return { outcome: isBroken ? 'cancelled' : 'blocked', text: reason };
}

/** Returns the comment that a person wrote when rejecting. */
function findFeedback(text: string): string | undefined {
  const at = text.search(/\buser (?:feedback|said): /i);
  return at < 0 ? undefined : text.slice(text.indexOf(': ', at) + 2).trim();
}
