import type { Outcome, ToolKind } from '../call.ts';
import type { OutputFrame } from './frame.ts';

/** How a result reads. */
export interface CodexVerdict {
  outcome: Outcome;
  /** The answer without the client's wrappers. */
  text: string;
  exitCode?: number;
  /** True where the user stopped the call and said nothing yet. */
  awaitsReply?: true;
}

/** What an event told about a call besides its result. */
export interface Ending {
  exitCode?: number | undefined;
  /** The tool itself says that it failed: a patch, an MCP server. */
  failed?: boolean | undefined;
}

/** Judges a result. No version flags errors: exit codes and the client's own words tell. */
export function judgeResult(tool: ToolKind, name: string, frame: OutputFrame, ending: Ending = {}): CodexVerdict {
  const plain = frame.framed ? frame.text : unwrapFailure(frame.text);
  const refusal = frame.framed && tool === 'shell' ? undefined : judgeRefusal(plain.trim());
  if (refusal !== undefined) return refusal;
  const text = wordTimeout(plain);
  const exitCode = frame.exitCode ?? ending.exitCode;
  if (exitCode !== undefined) return { outcome: exitCode === 0 ? 'ok' : 'failed', text, exitCode };
  if (ending.failed === true || complains(tool, name, frame)) return { outcome: 'failed', text };
  // A command whose status nobody tells may have ended in any way.
  return { outcome: tool === 'shell' ? 'unknown' : 'ok', text };
}

/** Whether a result without an exit code is an error of the client or of the tool. */
function complains(tool: ToolKind, name: string, { text, framed }: OutputFrame): boolean {
  // A script of code mode is given an empty object for a patch that was applied.
  if (tool === 'edit' || tool === 'write') return !/^(?:Success\.|Done!|\{\s*\}\s*$|$)/.test(text);
  if (framed) return false;
  if (CLIENT_ERROR.test(text)) return true;
  // What the tools for other agents answer is JSON; their errors are bare sentences.
  return AGENT_TOOLS.has(name) && text !== '' && !text.startsWith('{');
}

const CLIENT_ERROR =
  /^(?:exec_command failed|write_stdin failed|failed to |unsupported call|unsupported custom tool call|execution error|execution failed|Failed to create unified exec process|Script error:|tool call error|unable to |unknown tool|err: )/;

const AGENT_TOOLS = new Set([
  'spawn_agent',
  'wait_agent',
  'send_message',
  'send_input',
  'followup_task',
  'list_agents',
  'close_agent',
  'resume_agent',
  'interrupt_agent',
]);

/** The user, a hook, a rule or the sandbox said no, or the call was broken off. */
function judgeRefusal(text: string): CodexVerdict | undefined {
  if (/^(?:(?:exec command|command|patch) )?rejected by user\b|^user (?:rejected|cancelled) MCP tool call/.test(text)) {
    return { outcome: 'rejected', text, awaitsReply: true };
  }
  if (/^aborted(?: by user(?: after [\d.]+s)?)?\.?$/.test(text)) return { outcome: 'cancelled', text, awaitsReply: true };
  const hook = readHookDenial(text);
  if (hook !== undefined) return { outcome: 'blocked', text: hook };
  // A model's opinion of one call is no rule; the words are those that tell the two apart.
  if (text.startsWith('This action was rejected due to unacceptable risk')) {
    return { outcome: 'blocked', text: `Permission denied in auto mode: ${text}` };
  }
  if (isPolicyDenial(text)) return { outcome: 'blocked', text: `Permission denied by policy: ${text}` };
  const sandbox = /^failed in sandbox \w+ with execution error: sandbox denied exec error, exit code: (-?\d+), stdout: /.exec(
    text,
  );
  if (sandbox === null) return undefined;
  return {
    outcome: 'blocked',
    text: `Permission denied by the sandbox: ${text.slice(sandbox[0].length)}`,
    exitCode: Number(sandbox[1]),
  };
}

function isPolicyDenial(text: string): boolean {
  if (/^(?:approval required by policy|approval policy is |rejected by configuration|blocked by policy)/.test(text)) return true;
  const at = text.lastIndexOf('` rejected: ');
  return text.startsWith('`') && at > 0 && text.length - at < 500;
}

/** `Command blocked by PreToolUse hook: REASON. Command: COMMAND`. */
function readHookDenial(text: string): string | undefined {
  const found = /^(?:Command|Tool call) blocked by PreToolUse hook: /.exec(text);
  if (found !== null) {
    const end = Math.max(text.lastIndexOf('. Command: '), text.lastIndexOf('. Tool: '));
    return text.slice(found[0].length, end < found[0].length ? text.length : end);
  }
  return text.startsWith('PermissionRequest hook denied approval') ? text : undefined;
}

/**
 * exec_command failed for `/bin/zsh -lc 'make'`: CreateProcess { message: "Rejected(\"rejected by user\")" }: what counts is the
 * innermost message.
 */
function unwrapFailure(text: string): string {
  if (!text.startsWith('exec_command failed for ')) return text;
  const start = text.lastIndexOf('{ message: "');
  const end = text.lastIndexOf('" }');
  if (start < 0 || end < start) return text;
  const message = unescapeText(text.slice(start + 12, end));
  const inner = message.startsWith('Rejected("') && message.endsWith('")') ? unescapeText(message.slice(10, -2)) : message;
  return inner === '' ? text : inner;
}

function unescapeText(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** In the words of the other agents, which rules for causes know: `Command timed out after 2m 0s`. */
function wordTimeout(text: string): string {
  const found = text.startsWith('command timed out') ? /^command timed out after (\d{1,12}) milliseconds/.exec(text) : null;
  if (found === null) return text;
  const seconds = Number(found[1]) / 1000;
  const time = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${Math.floor(seconds % 60)}s`;
  return `Command timed out after ${time}${text.slice(found[0].length)}`;
}
