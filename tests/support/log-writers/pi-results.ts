import type { CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';
import { type EditWords, whyNotEdit, wordEdit } from './edit-errors.ts';
import type { Fields } from './fields.ts';

/** Why pi's logs cannot tell of a call; nothing if they can. */
export function whyNotPi(call: CallStep, session: DescribedSession): string | undefined {
  const { use, end, cwd } = call;
  if (use.tool === 'web' || use.tool === 'task') return `pi has no tool for ${use.tool}`;
  if (use.tool === 'shell' && use.background) return 'pi runs no commands in the background';
  if (use.tool === 'shell' && cwd !== undefined && cwd !== session.cwd)
    return 'each command of pi starts in the folder of the session';
  if (end.how === 'rejected' || end.how === 'denied') return 'pi asks for no permission';
  if (end.how === 'blocked') return 'what an extension says when it refuses a call is an error like any other';
  return whyNotEdit(call, EDIT_WORDS);
}

/** pi's name for a tool. */
export function piName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'bash';
    case 'search':
      return 'grep';
    case 'list':
      return 'find';
    case 'named':
      return use.name;
    default:
      return use.tool;
  }
}

/** The arguments as the model sends them. */
export function piArguments(use: ToolUse): Fields {
  switch (use.tool) {
    case 'shell':
      return { command: use.command, timeout: use.timeoutMs === undefined ? undefined : use.timeoutMs / 1000 };
    case 'edit':
      return { path: use.path, edits: [{ oldText: use.old, newText: use.new }] };
    case 'named':
      return use.input;
    default: {
      const { tool: _tool, ...rest } = use;
      return rest;
    }
  }
}

/** What a call answers, and whether that is an error; texts are those of real logs. */
export function piResult(call: CallStep, cwd: string): { text: string; isError: boolean } {
  const { use, end } = call;
  const fail = (text: string) => ({ text, isError: true });
  const ok = (text: string) => ({ text, isError: false });
  switch (end.how) {
    case 'ok':
      if (end.interpreted !== undefined) return fail(endCommand(end.prints, 1));
      return ok(use.tool === 'shell' ? end.prints || '(no output)' : end.prints || successText(use));
    case 'exit':
      return fail(endCommand(end.prints, end.code));
    case 'error':
      return fail(wordEdit(call, EDIT_WORDS));
    case 'missing':
      return fail(missingText(use, cwd));
    case 'cancelled':
      return fail('Skipped due to queued user message.');
    default:
      throw new Error(`pi cannot tell of ${end.how}`);
  }
}

const EDIT_WORDS: EditWords = {
  absent:
    'Could not find the exact text in {path}. The old text must match exactly including all whitespace and newlines.',
  ambiguous:
    'Found 2 occurrences of the text in {path}. The text must be unique. Please provide more context to make it unique.',
};

function endCommand(prints: string, code: number): string {
  return `${prints || '(no output)'}\n\nCommand exited with code ${code}`;
}

function successText(use: ToolUse): string {
  if (use.tool === 'edit') return `Successfully replaced 1 block(s) in ${use.path}.`;
  if (use.tool === 'write') return `Successfully wrote ${use.content.length} bytes to ${use.path}`;
  if (use.tool === 'search') return 'No matches found';
  return use.tool === 'list' ? 'No files found matching pattern' : '';
}

function missingText(use: ToolUse, cwd: string): string {
  if (use.tool === 'search' || use.tool === 'list') return `Path not found: ${absolutePath(use.path ?? '', cwd)}`;
  if (use.tool !== 'read' && use.tool !== 'edit') throw new Error(`missing: makes no sense for ${use.tool}`);
  const path = absolutePath(use.path, cwd);
  return use.tool === 'edit' ? `File not found: ${path}` : `ENOENT: no such file or directory, access '${path}'`;
}
