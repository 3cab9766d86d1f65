import type { CallEnd, CallStep, ToolUse } from '../described-session.ts';
import { absolutePath, claudeInput, claudeName, searchMode } from './claude-code-inputs.ts';

/** A tool_result block and what the client notes beside it. */
export interface ClaudeResult {
  block: Record<string, unknown>;
  /** An object on success, a string on failure. */
  toolUseResult: unknown;
  /** More fields of the record. */
  fields: Record<string, unknown>;
}

export interface ResultContext {
  /** The id of the call. */
  id: string;
  cwd: string;
  version: string;
  /** The subagent that a task call started. */
  agentId?: string;
  /** Another call of the same turn, which a cancelled one blames. */
  failedSibling?: CallStep;
}

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

/** What the client writes for the end of a call; texts are those of real logs. */
export function claudeResult(call: CallStep, context: ResultContext): ClaudeResult {
  const { use, end } = call;
  const name = claudeName(use);
  switch (end.how) {
    case 'ok':
      return succeed(use, end, context);
    case 'exit':
      return fail(context, `Exit code ${end.code}\n${end.prints}`.trimEnd());
    case 'error':
      return isValidated(use, end.text) ? failValidation(context, end.text) : fail(context, end.text);
    case 'missing':
      return failMissing(use, end.suggests, context);
    case 'rejected':
      return rejectByUser(context, end.words);
    case 'blocked':
      // Raw up to 2.1.237, with the hook's name in 2.1.325.
      return fail(context, isAtLeast(context.version, 300) ? `PreToolUse:${name} hook error: ${end.text}` : end.text);
    case 'denied':
      return fail(context, deniedText(use, name), { toolDenialKind: 'permission-rule' });
    case 'cancelled':
      return failValidation(context, `Cancelled: parallel tool call ${siblingText(context.failedSibling)} errored`);
    case 'open':
      throw new Error(`${call.id} has no result to write`);
  }
}

function succeed(use: ToolUse, end: Extract<CallEnd, { how: 'ok' }>, context: ResultContext): ClaudeResult {
  const { prints } = end;
  switch (use.tool) {
    case 'shell': {
      const base = { stdout: prints, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
      if (use.background) return succeedInBackground(base, context);
      const note = end.interpreted === undefined ? {} : { returnCodeInterpretation: end.interpreted };
      const content = prints === '' ? '(Bash completed with no output)' : prints;
      return { ...ok(context, content, { ...base, ...note }, false), fields: { sandboxed: false } };
    }
    case 'read': {
      const start = use.offset ?? 1;
      const lines = prints.split('\n');
      const file = {
        filePath: absolutePath(use.path, context.cwd),
        content: prints,
        numLines: lines.length,
        startLine: start,
        totalLines: lines.length,
      };
      return ok(context, lines.map((line, index) => `${start + index}\t${line}`).join('\n'), { type: 'text', file });
    }
    case 'write': {
      const filePath = absolutePath(use.path, context.cwd);
      const note = `File created successfully at: ${filePath} (file state is current in your context — no need to Read it back)`;
      const result = {
        type: 'create',
        filePath,
        content: use.content,
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      };
      return ok(context, prints || note, result);
    }
    case 'edit': {
      const filePath = absolutePath(use.path, context.cwd);
      const note = `The file ${filePath} has been updated successfully. (file state is current in your context — no need to Read it back)`;
      const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${use.old}`, `+${use.new}`] }];
      const texts = { filePath, oldString: use.old, newString: use.new, originalFile: `${use.old}\n` };
      return ok(context, prints || note, {
        ...texts,
        structuredPatch: patch,
        userModified: false,
        replaceAll: use.all ?? false,
      });
    }
    case 'search':
      return succeedSearch(use, prints, context);
    case 'list': {
      const filenames = prints === '' ? [] : prints.split('\n').map((path) => absolutePath(path, context.cwd));
      const result = { filenames, durationMs: 12, numFiles: filenames.length, truncated: false };
      return ok(context, filenames.join('\n') || 'No files found', result);
    }
    case 'web':
      return ok(context, prints, {
        bytes: prints.length,
        code: 200,
        codeText: 'OK',
        result: prints,
        durationMs: 900,
        url: use.url,
      });
    case 'task': {
      const content = [{ type: 'text', text: prints || 'Done.' }];
      const result = {
        status: 'completed',
        prompt: use.task,
        agentId: context.agentId ?? 'a0000000',
        content,
        totalToolUseCount: use.steps.length,
      };
      return ok(context, content, result);
    }
    case 'named': {
      if (!use.name.startsWith('mcp__')) return ok(context, prints, { result: prints });
      const content = [{ type: 'text', text: prints }];
      return ok(context, content, content);
    }
  }
}

function succeedInBackground(base: Record<string, unknown>, context: ResultContext): ClaudeResult {
  const task = `b${context.id.slice(-8).toLowerCase()}`;
  const file = `/tmp/claude-1000/tasks/${task}.output`;
  const content = `Command running in background with ID: ${task}. Output is being written to: ${file}. You will be notified when it completes. To check interim output, use Read on that file path.`;
  return ok(context, content, { ...base, stdout: '', backgroundTaskId: task }, false);
}

function succeedSearch(
  use: Extract<ToolUse, { tool: 'search' }>,
  prints: string,
  context: ResultContext,
): ClaudeResult {
  const lines = prints === '' ? [] : prints.split('\n');
  if (searchMode(use) === 'files_with_matches') {
    const head = `Found ${lines.length} ${lines.length === 1 ? 'file' : 'files'}`;
    const result = { mode: 'files_with_matches', filenames: lines, numFiles: lines.length };
    return ok(context, lines.length === 0 ? 'No files found' : [head, ...lines].join('\n'), result);
  }
  const result = { mode: searchMode(use), numFiles: 0, filenames: [], content: prints, numLines: lines.length };
  return ok(context, prints === '' ? 'No matches found' : prints, result);
}

function failMissing(use: ToolUse, suggests: string | undefined, context: ResultContext): ClaudeResult {
  if (use.tool === 'search' && use.path !== undefined)
    return failValidation(context, `Path does not exist: ${use.path}`);
  if (use.tool === 'list' && use.path !== undefined)
    return failValidation(context, `Directory does not exist: ${use.path}.`);
  if (use.tool !== 'read' && use.tool !== 'edit')
    throw new Error(`missing: makes no sense for ${use.tool} without a path`);
  const text = [
    'File does not exist.',
    `Note: your current working directory is ${context.cwd}.`,
    ...(suggests === undefined ? [] : [`Did you mean ${suggests}?`]),
  ].join(' ');
  return use.tool === 'read' ? fail(context, text) : failValidation(context, text);
}

function rejectByUser(context: ResultContext, words: string | undefined): ClaudeResult {
  const rest =
    words === undefined
      ? 'STOP what you are doing and wait for the user to tell you how to proceed.'
      : `To tell you how to proceed, the user said:\n${words}`;
  return {
    ...fail(context, `${REJECTED} ${rest}`, { toolDenialKind: 'user-rejected' }),
    toolUseResult: 'User rejected tool use',
  };
}

/** Errors that the client finds before it runs a tool come in a tag. */
function isValidated(use: ToolUse, text: string): boolean {
  if (text.startsWith('InputValidationError')) return true;
  if (use.tool === 'named') return use.name === 'Skill' || text.startsWith('No such tool available');
  return use.tool === 'edit' || use.tool === 'write' || use.tool === 'search' || use.tool === 'list';
}

function failValidation(context: ResultContext, text: string): ClaudeResult {
  return { ...fail(context, `<tool_use_error>${text}</tool_use_error>`), toolUseResult: `Error: ${text}` };
}

function fail(context: ResultContext, content: string, fields: Record<string, unknown> = {}): ClaudeResult {
  const block = { type: 'tool_result', content, is_error: true, tool_use_id: context.id };
  return { block, toolUseResult: `Error: ${content}`, fields };
}

/** Only shell results say `is_error: false`; others leave it out. */
function ok(context: ResultContext, content: unknown, toolUseResult: unknown, isError?: false): ClaudeResult {
  const block = {
    tool_use_id: context.id,
    type: 'tool_result',
    content,
    is_error: isError,
  };
  return { block, toolUseResult, fields: {} };
}

function deniedText(use: ToolUse, name: string): string {
  const what = use.tool === 'shell' ? `${name} with command ${use.command}` : name;
  return `Permission to use ${what} has been denied.`;
}

function siblingText(sibling: CallStep | undefined): string {
  if (!sibling) return 'Bash';
  const [first] = Object.values(claudeInput(sibling.use, ''));
  return `${claudeName(sibling.use)}(${String(first).slice(0, 40)})`;
}

function isAtLeast(version: string, patch: number): boolean {
  const [major = 0, minor = 0, last = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && last >= patch)));
}
