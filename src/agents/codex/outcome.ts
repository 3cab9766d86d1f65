import type { Outcome, ToolKind } from '../call.ts';
import type { OutputFrame } from './frame.ts';

/** The interpretation of a result. */
interface CodexVerdict {
  outcome: Outcome;
  /** The answer without the client's wrappers. */
  text: string;
  exitCode?: number;
  /** Set if the user stopped the call and has not said anything yet. */
  awaitsReply?: true;
}

/** Facts about a call from an event, besides its result. */
export interface Ending {
  exitCode?: number | undefined;
  /** Whether the tool itself reported a failure: a patch, an MCP server. */
  failed?: boolean | undefined;
}

/** Judges a result. No version flags errors: exit codes and the client's own words show them. */
export function judgeResult(tool: ToolKind, name: string, frame: OutputFrame, ending: Ending = {}): CodexVerdict {
  const plain = frame.framed ? frame.text : unwrapFailure(frame.text);
  const refusal = frame.framed && tool === 'shell' ? undefined : judgeRefusal(plain.trim());
  if (refusal !== undefined) return refusal;
  const text = wordTimeout(plain);
  const exitCode = frame.exitCode ?? ending.exitCode;
  if (exitCode !== undefined) return { outcome: exitCode === 0 ? 'ok' : 'failed', text, exitCode };
  if (ending.failed === true || complains(tool, name, frame)) return { outcome: 'failed', text };
  // A command without a status may have ended in any way.
  return { outcome: tool === 'shell' ? 'unknown' : 'ok', text };
}

/** Whether a result without an exit code is an error of the client or of the tool. */
function complains(tool: ToolKind, name: string, { text, framed }: OutputFrame): boolean {
  // A code-mode script gets an empty object for a patch that was applied.
  if (tool === 'edit' || tool === 'write') return !/^(?:Success\.|Done!|\{\s*\}\s*$|$)/.test(text);
  if (framed) return false;
  if (CLIENT_ERROR.test(text)) return true;
  // Tools for other agents answer with JSON; their errors are plain sentences.
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

/** Judges a call that the user, a hook, a rule or the sandbox rejected, or that was aborted. */
function judgeRefusal(text: string): CodexVerdict | undefined {
  if (/^(?:(?:exec command|command|patch) )?rejected by user\b|^user (?:rejected|cancelled) MCP tool call/.test(text)) {
    return { outcome: 'rejected', text, awaitsReply: true };
  }
  if (/^aborted(?: by user(?: after [\d.]+s)?)?\.?$/.test(text))
    return { outcome: 'cancelled', text, awaitsReply: true };
  const hook = readHookDenial(text);
  if (hook !== undefined) return { outcome: 'blocked', text: hook };
  // A model's opinion of one call is not a rule; the wording tells the two apart.
  if (text.startsWith('This action was rejected due to unacceptable risk')) {
    return { outcome: 'blocked', text: `Permission denied in auto mode: ${text}` };
  }
  if (isPolicyDenial(text)) return { outcome: 'blocked', text: `Permission denied by policy: ${text}` };
  const sandbox =
    /^failed in sandbox \w+ with execution error: sandbox denied exec error, exit code: (-?\d+), stdout: /.exec(text);
  if (sandbox === null) return undefined;
  return {
    outcome: 'blocked',
    text: `Permission denied by the sandbox: ${text.slice(sandbox[0].length)}`,
    exitCode: Number(sandbox[1]),
  };
}

function isPolicyDenial(text: string): boolean {
  if (/^(?:approval required by policy|approval policy is |rejected by configuration|blocked by policy)/.test(text))
    return true;
  const at = text.lastIndexOf('` rejected: ');
  return text.startsWith('`') && at > 0 && text.length - at < 500;
}

/** Reads `Command blocked by PreToolUse hook: REASON. Command: COMMAND`. */
function readHookDenial(text: string): string | undefined {
  const found = /^(?:Command|Tool call) blocked by PreToolUse hook: /.exec(text);
  if (found !== null) {
    const end = Math.max(text.lastIndexOf('. Command: '), text.lastIndexOf('. Tool: '));
    return text.slice(found[0].length, end < found[0].length ? text.length : end);
  }
  return text.startsWith('PermissionRequest hook denied approval') ? text : undefined;
}

/**
 * Returns the innermost message of a failure, which is the one that counts: exec_command failed for `/bin/zsh -lc 'make'`:
 * CreateProcess { message: "Rejected(\"rejected by user\")" }.
 */
function unwrapFailure(text: string): string {
  if (!text.startsWith('exec_command failed for ')) return text;
  const start = text.lastIndexOf('{ message: "');
  const end = text.lastIndexOf('" }');
  if (start < 0 || end < start) return text;
  const message = unescapeText(text.slice(start + 12, end));
  const inner =
    message.startsWith('Rejected("') && message.endsWith('")') ? unescapeText(message.slice(10, -2)) : message;
  return inner === '' ? text : inner;
}

function unescapeText(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** Words a timeout as the other agents do, because the rules for causes know that form: `Command timed out after 2m 0s`. */
function wordTimeout(text: string): string {
  const found = text.startsWith('command timed out')
    ? /^command timed out after (\d{1,12}) milliseconds/.exec(text)
    : null;
  if (found === null) return text;
  const seconds = Number(found[1]) / 1000;
  const time = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${Math.floor(seconds % 60)}s`;
  return `Command timed out after ${time}${text.slice(found[0].length)}`;
}
