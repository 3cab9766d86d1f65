import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import type { Outcome, ToolKind } from '../call.ts';
import { insideTag, stripReminders } from '../text.ts';

/** The interpretation of a result. */
export interface ClaudeVerdict {
  outcome: Outcome;
  /** The answer without the client's wrappers. */
  text: string;
  /** Length of the whole answer in characters, if the text is only part of it. */
  length?: number;
  exitCode?: number;
  /** The user's words when rejecting. */
  said?: string;
  /** Set if the user stopped the call and has not said anything yet. */
  awaitsReply?: true;
}

/** Facts about a result that a log line has besides its content. */
export interface ResultNotes {
  /** `toolDenialKind`, from 2.1.2xx on. */
  denial?: string | undefined;
  /** `permissionDecision`, from 2.1.3xx on. */
  decision?: Json | undefined;
  /** Whether a hook rejected this call, according to an attachment before the result. */
  hookDenied?: boolean | undefined;
  /** Shell: whether it was stopped while it ran. */
  interrupted?: boolean | undefined;
  /** Shell: whether the client gave a non-zero exit code a meaning ("No matches found"). */
  interpreted?: boolean | undefined;
  /** Web: the status of the response. */
  httpStatus?: number | undefined;
}

/** Judges a result that is flagged as an error. */
export function judgeError(kind: ToolKind, raw: string, notes: ResultNotes): ClaudeVerdict {
  let text = stripReminders(raw).trim();
  text = insideTag(text, 'tool_use_error')?.trim() ?? text;
  const refusal = judgeRefusal(text, notes);
  if (refusal !== undefined) return refusal;
  const exit = /^Exit code (-?\d+)(?:\r?\n|$)/.exec(text);
  const exitCode = exit === null ? undefined : Number(exit[1]);
  if (exit !== null) text = text.slice(exit[0].length);
  const ending = exitCode === undefined ? {} : { exitCode };
  if (text.startsWith('[Request interrupted by user') || (kind === 'shell' && notes.interrupted === true)) {
    return { outcome: 'cancelled', text, awaitsReply: true, ...ending };
  }
  if (isCancelled(text)) return { outcome: 'cancelled', text, ...ending };
  if (exit === null && (notes.hookDenied === true || isHookDenial(kind, text, raw))) {
    return { outcome: 'blocked', text: stripHookPrefix(text) };
  }
  return { outcome: 'failed', ...openPersisted(text), ...ending };
}

/** Judges a result without an error flag. */
export function judgeSuccess(kind: ToolKind, raw: string, notes: ResultNotes): ClaudeVerdict {
  const text = stripReminders(raw);
  const verdict: ClaudeVerdict = { outcome: 'ok', text };
  if (text.startsWith('<persisted-output>')) Object.assign(verdict, openPersisted(text));
  if (kind === 'shell') {
    // The client only interprets exit code 1 of commands whose code is an answer (grep, diff, test, find).
    if (notes.interpreted === true) verdict.exitCode = 1;
    if (notes.interrupted === true) Object.assign(verdict, { outcome: 'cancelled', awaitsReply: true });
  } else if (kind === 'web' && (notes.httpStatus ?? 0) >= 400) verdict.outcome = 'failed';
  return verdict;
}

/** Reads the notes about the result from a whole record. */
export function readNotes(record: Json): ResultNotes {
  const result = asJson(record.toolUseResult);
  return {
    denial: asText(record.toolDenialKind),
    decision: typeof record.permissionDecision === 'object' ? asJson(record.permissionDecision) : undefined,
    interrupted: result.interrupted === true,
    interpreted: asText(result.returnCodeInterpretation) !== undefined,
    httpStatus: 'url' in result ? asNumber(result.code) : undefined,
  };
}

/** Judges a call that the user or a rule rejected before the tool ran. */
function judgeRefusal(text: string, notes: ResultNotes): ClaudeVerdict | undefined {
  // The wording for subagents says "permission denied", but it is the user who denies.
  if (
    /^The user doesn't want to (proceed with|take) this|^Permission for this tool use was denied\. The tool use was rejected/.test(
      text,
    )
  ) {
    const marks = ['the user said:', 'The user said:'];
    for (const mark of marks) {
      const at = text.indexOf(mark);
      const said = at < 0 ? '' : text.slice(at + mark.length).trim();
      if (said !== '') return { outcome: 'rejected', text, said };
    }
    return { outcome: 'rejected', text, awaitsReply: true };
  }
  if (/^User (rejected tool use|chose to stay in plan mode)/.test(text) || notes.denial === 'user-rejected') {
    return { outcome: 'rejected', text, awaitsReply: true };
  }
  // An outage of the model that decides is not a rule.
  if (
    notes.denial === 'automode-unavailable' ||
    /is temporarily unavailable, so auto mode cannot determine/.test(text.slice(0, 400))
  ) {
    return { outcome: 'cancelled', text };
  }
  if (notes.denial !== undefined || isPermissionDenial(text)) return { outcome: 'blocked', text };
  if (notes.decision?.decision !== undefined && notes.decision.decision !== 'accept') {
    const byUser = String(notes.decision.source).startsWith('user');
    return byUser
      ? { outcome: 'rejected', text, awaitsReply: true }
      : { outcome: 'blocked', text: stripHookPrefix(text) };
  }
  return undefined;
}

function isPermissionDenial(text: string): boolean {
  return /^(Permission (to use|for this action)\b|Claude requested permissions\b|This command requires approval|This Bash command contains multiple operations|cd in '[^']*' was blocked)/.test(
    text,
  );
}

function isCancelled(text: string): boolean {
  return /^(Sibling tool call errored|Cancelled: parallel tool call|Tool permission stream closed|The operation was aborted|Command was aborted)/.test(
    text,
  );
}

/**
 * Whether a text is a hook's denial, which is bare text. All errors of a shell have a known form, so bare text from a shell comes
 * from a hook; errors of the other tools cannot be distinguished from a denial, and count as one only if the client says so.
 */
function isHookDenial(kind: ToolKind, text: string, raw: string): boolean {
  if (/^PreToolUse:\S+ hook (error|denied|blocked)|^Hook PreToolUse/.test(text)) return true;
  if (kind !== 'shell' || text === '' || raw.includes('<tool_use_error>')) return false;
  return !/^(Command timed out|Error\b|Error:|E[A-Z]{3,}\b|spawn\b|API Error|Shell\b|Internal\b|Tool\b|Failed\b|Unable\b|Unexpected\b|Working directory\b|Path\b|Cannot\b|Could not\b|No such\b|Timeout\b|Invalid\b|The required\b|<error>)/.test(
    text,
  );
}

/**
 * Removes the prefix of `PreToolUse:Bash hook error: [the whole command line]: what the hook says`, which reads better without.
 */
function stripHookPrefix(text: string): string {
  const prefix = /^PreToolUse:\S+ hook (?:error|denied|blocked):\s*/.exec(text);
  if (prefix === null) return text;
  const rest = text.slice(prefix[0].length);
  const end = rest.startsWith('[') ? rest.indexOf(']: ') : -1;
  return end < 0 ? rest : rest.slice(end + 3);
}

/** Unwraps a large output, which is kept in a file; the log has its size and its first 2 KB. */
function openPersisted(text: string): { text: string; length?: number } {
  if (!text.startsWith('<persisted-output>')) return { text };
  const inside = insideTag(text, 'persisted-output') ?? text;
  const size = /Output too large \(([\d.]+) ?(B|bytes|KB|MB|GB)\)/i.exec(inside.slice(0, 200));
  const preview = /\nPreview \([^)\n]*\):\n/.exec(inside.slice(0, 2000));
  const shown = preview === null ? inside : inside.slice(preview.index + preview[0].length).trimEnd();
  if (size === null) return { text: shown };
  const units: Record<string, number> = { B: 1, BYTES: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
  return { text: shown, length: Math.round(Number(size[1]) * (units[String(size[2]).toUpperCase()] ?? 1)) };
}
