import type { CallEnd, CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';
import { type EditWords, whyNotEdit, wordEdit } from './edit-errors.ts';
import { defined, type Fields } from './fields.ts';

/** Why the logs of Gemini CLI cannot tell of a call; nothing if they can. */
export function whyNotGemini(call: CallStep, session: DescribedSession): string | undefined {
  const { use, end } = call;
  if (session.forkOf !== undefined) return 'a session that is resumed goes on in its own file';
  if (use.tool === 'shell' && use.background) return 'how a command in the background ended is not told';
  if (use.tool === 'shell' && use.timeoutMs !== undefined) return 'the limit of a command is a setting';
  if (end.how === 'cancelled') return 'calls of one turn do not cancel each other';
  if (end.how === 'rejected' && end.words !== undefined) return 'who says no says why in the next message';
  if (end.how === 'missing' && end.suggests !== undefined) return 'what was meant is not said';
  return whyNotEdit(call, EDIT_WORDS);
}

/** Gemini CLI's name for a tool. */
export function geminiName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'run_shell_command';
    case 'read':
      return 'read_file';
    case 'write':
      return 'write_file';
    case 'edit':
      return 'replace';
    case 'search':
      return 'grep_search';
    case 'list':
      return 'glob';
    case 'web':
      return 'web_fetch';
    case 'task':
      return 'invoke_agent';
    case 'named':
      return use.name;
  }
}

/** The arguments as the model sends them. */
export function geminiArguments({ use, cwd }: CallStep, folder: string): Fields {
  const from = cwd ?? folder;
  switch (use.tool) {
    case 'shell':
      return defined({ command: use.command, description: 'Run it', dir_path: cwd });
    case 'read': {
      const first = use.offset ?? 1;
      const last = use.limit === undefined ? undefined : first + use.limit - 1;
      return defined({ file_path: absolutePath(use.path, from), start_line: use.offset, end_line: last });
    }
    case 'write':
      return { file_path: absolutePath(use.path, from), content: use.content };
    case 'edit':
      return defined({
        instruction: 'Change it',
        file_path: absolutePath(use.path, from),
        old_string: use.old,
        new_string: use.new,
        allow_multiple: use.all,
      });
    case 'search':
      return defined({ pattern: use.pattern, dir_path: use.path, include_pattern: use.glob });
    case 'list':
      return defined({ pattern: use.pattern, dir_path: use.path });
    case 'web':
      return { url: use.url, prompt: use.prompt };
    case 'task':
      return { agent_name: use.kind, prompt: use.task };
    case 'named':
      return use.input;
  }
}

/** Status and answer of a call; texts are those of real logs. */
export function geminiResult(call: CallStep, folder: string): { status: string; response: Fields } {
  const { use, end } = call;
  const ok = (output: string) => ({ status: 'success', response: { output } });
  const fail = (error: string) => ({ status: 'error', response: { error } });
  switch (end.how) {
    case 'ok':
      if (use.tool !== 'shell') return ok(end.prints || successText(use));
      return ok(shellText(end.prints, end.interpreted === undefined ? 0 : 1));
    case 'exit':
      return ok(shellText(end.prints, end.code));
    case 'error':
      return use.tool === 'shell' && end.text.startsWith('Command timed out')
        ? ok(LIMIT)
        : fail(wordEdit(call, EDIT_WORDS));
    case 'missing':
      return fail(missingText(call, folder));
    case 'rejected':
      return { status: 'cancelled', response: { error: '[Operation Cancelled] Reason: User denied execution.' } };
    case 'blocked':
      return fail(`Tool execution blocked: ${end.text}`);
    case 'denied':
      return fail('Tool execution denied by policy.');
    default:
      throw new Error(`Gemini CLI cannot tell of ${end.how satisfies CallEnd['how']}`);
  }
}

const EDIT_WORDS: EditWords = {
  absent:
    "Failed to edit, 0 occurrences found for old_string in {path}. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.",
  ambiguous: 'Failed to edit, Expected 1 occurrence but found 2 for old_string in file: {path}',
};

const LIMIT =
  'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. There was no output before it was cancelled.';

function shellText(prints: string, code: number): string {
  const exit = code === 0 ? '' : `Exit Code: ${code}\n`;
  return `<untrusted_context>\nOutput: ${prints || '(empty)'}\n${exit}Process Group PGID: 19330\n</untrusted_context>`;
}

function successText(use: ToolUse): string {
  if (use.tool === 'edit') return `Successfully modified file: ${use.path} (1 replacements).`;
  if (use.tool === 'write') return `Successfully created and wrote to new file: ${use.path}.`;
  return use.tool === 'search' ? 'No matches found' : use.tool === 'list' ? 'No files found' : '';
}

function missingText({ use, cwd }: CallStep, folder: string): string {
  if (!('path' in use) || use.path === undefined)
    throw new Error(`missing: makes no sense for ${use.tool} without a path`);
  const path = absolutePath(use.path, cwd ?? folder);
  return use.tool === 'search' || use.tool === 'list' ? `Path does not exist: ${path}` : `File not found: ${path}`;
}
