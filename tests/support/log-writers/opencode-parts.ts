import type { CallEnd, CallStep, ToolUse } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';
import { type EditWords, wordEdit } from './edit-errors.ts';
import { defined, type Fields } from './fields.ts';

/** Why OpenCode's sessions cannot tell of a call; nothing if they can. */
export function whyNotOpenCode({ use, end }: CallStep): string | undefined {
  if (use.tool === 'shell' && use.background) return 'OpenCode runs no commands in the background';
  if (end.how === 'blocked') return 'what a plugin says when it refuses a call is an error like any other';
  if (end.how === 'cancelled') return 'calls of one turn do not cancel each other';
  if (end.how === 'missing' && use.tool !== 'read' && use.tool !== 'edit')
    return 'a search in a folder that is not there finds nothing';
  return undefined;
}

/** OpenCode's name for a tool. */
export function openCodeName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'bash';
    case 'search':
      return 'grep';
    case 'list':
      return 'glob';
    case 'web':
      return 'webfetch';
    case 'named':
      return use.name;
    default:
      return use.tool;
  }
}

/** The arguments as the model sends them. */
export function openCodeInput({ use, cwd }: CallStep, directory: string): Fields {
  const from = cwd ?? directory;
  switch (use.tool) {
    case 'shell':
      return defined({ command: use.command, description: 'Run it', timeout: use.timeoutMs, workdir: cwd });
    case 'read':
      return defined({ filePath: absolutePath(use.path, from), offset: use.offset, limit: use.limit });
    case 'write':
      return { filePath: absolutePath(use.path, from), content: use.content };
    case 'edit':
      return defined({
        filePath: absolutePath(use.path, from),
        oldString: use.old,
        newString: use.new,
        replaceAll: use.all,
      });
    case 'search':
      return defined({ pattern: use.pattern, path: use.path, include: use.glob });
    case 'list':
      return defined({ pattern: use.pattern, path: use.path });
    case 'web':
      return { url: use.url, format: 'markdown' };
    case 'task':
      return { description: use.task.split('\n')[0], prompt: use.task, subagent_type: use.kind };
    case 'named':
      return use.input;
  }
}

const EDIT_WORDS: EditWords = {
  absent:
    'Could not find oldString in the file. It must match exactly, including whitespace, indentation, and line endings.',
  ambiguous: 'Found multiple matches for oldString. Provide more surrounding context to make the match unique.',
  stale:
    'File {path} has been modified since it was last read.\nLast modification: 2026-03-01T09:00:00.000Z\nLast read: 2026-03-01T08:59:00.000Z\n\nPlease read the file again before modifying it.',
  unread: 'You must read file {path} before overwriting it. Use the Read tool first',
};

const REJECTED = 'The user rejected permission to use this specific tool call';
const RULES = '[{"permission":"bash","action":"deny","pattern":"*"}]';

/** The state of a tool part once the call has ended; texts are those of real sessions. */
export function openCodeState(call: CallStep, directory: string, time: { start: number; end: number }): Fields {
  const { use, end } = call;
  const input = openCodeInput(call, directory);
  const fail = (error: string): Fields => ({ status: 'error', input, error, time });
  switch (end.how) {
    case 'ok':
      return complete(use, end, input, time);
    case 'exit':
      return completeShell(end.prints, end.code, input, time);
    case 'error':
      return use.tool === 'shell' ? timeOut(end.text, input, time) : fail(wordEdit(call, EDIT_WORDS));
    case 'missing':
      return fail(missingText(String(input.filePath), use, end));
    case 'rejected':
      return fail(end.words === undefined ? `${REJECTED}.` : `${REJECTED} with the following feedback: ${end.words}`);
    case 'denied':
      return fail(
        `The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules ${RULES}`,
      );
    case 'open':
      return { status: 'running', input, time: { start: time.start } };
    default:
      throw new Error(`${call.id}: OpenCode cannot tell of ${end.how}`);
  }
}

function complete(use: ToolUse, end: Extract<CallEnd, { how: 'ok' }>, input: Fields, time: Fields): Fields {
  const { prints } = end;
  const done = (output: string, metadata: Fields): Fields => ({
    status: 'completed',
    input,
    output,
    title: use.tool,
    metadata: { ...metadata, truncated: false },
    time,
  });
  switch (use.tool) {
    case 'shell':
      // What other clients take for an answer has its exit code here all the same.
      return completeShell(prints, end.interpreted === undefined ? 0 : 1, input, time);
    case 'read': {
      const lines = prints.split('\n').length;
      const numbered = prints.split('\n').map((line, index) => `${(use.offset ?? 1) + index}: ${line}`);
      const output = `<path>${input.filePath}</path>\n<type>file</type>\n<content>\n${numbered.join('\n')}\n\n(End of file - total ${lines} lines)\n</content>`;
      return done(output, { preview: prints, display: { type: 'file', path: input.filePath, totalLines: lines } });
    }
    case 'write':
      return done(prints || 'Wrote file successfully.', { filepath: input.filePath, exists: false, diagnostics: {} });
    case 'edit':
      return done(prints || 'Edit applied successfully.', { diff: `-${use.old}\n+${use.new}`, diagnostics: {} });
    case 'search':
      return done(prints || 'No files found', { matches: prints === '' ? 0 : prints.split('\n').length });
    case 'list': {
      const files = prints === '' ? [] : prints.split('\n');
      return done(files.join('\n') || 'No files found', { count: files.length });
    }
    default:
      return done(prints, {});
  }
}

function completeShell(output: string, exit: number | null, input: Fields, time: Fields): Fields {
  return { status: 'completed', input, output, title: 'Run it', metadata: { output, exit, truncated: false }, time };
}

/** A command that ran into its limit has no exit code. */
function timeOut(text: string, input: Fields, time: Fields): Fields {
  if (!text.startsWith('Command timed out')) return { status: 'error', input, error: text, time };
  const note =
    'shell tool terminated command after exceeding timeout 120000 ms. Retry with a larger timeout value in milliseconds.';
  return completeShell(`\n\n<shell_metadata>\n${note}\n</shell_metadata>`, null, input, time);
}

function missingText(path: string, use: ToolUse, end: Extract<CallEnd, { how: 'missing' }>): string {
  if (use.tool === 'edit') return `File ${path} not found`;
  const hint = end.suggests === undefined ? '' : `\n\nDid you mean one of these?\n${end.suggests}`;
  return `File not found: ${path}${hint}`;
}
