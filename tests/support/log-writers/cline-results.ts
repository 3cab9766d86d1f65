import type { CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import { type EditWords, whyNotEdit, wordEdit } from './edit-errors.ts';
import { defined, type Fields } from './fields.ts';

/** Why the tasks of Roo Code cannot tell of a call; nothing if they can. */
export function whyNotCline(call: CallStep, session: DescribedSession): string | undefined {
  const { use, end } = call;
  if (session.forkOf !== undefined) return 'a task that is resumed goes on in its own file';
  if (use.tool === 'web' || use.tool === 'task') return `there is no tool for ${use.tool}`;
  if (use.tool === 'shell' && use.background) return 'how a command in the background ended is not told';
  if (use.tool === 'shell' && use.timeoutMs !== undefined) return 'the limit of a command is a setting';
  if (use.tool === 'list') return 'files are listed by folder, not by pattern';
  if (end.how === 'cancelled') return 'calls of one turn do not cancel each other';
  if (end.how === 'blocked' || end.how === 'denied') return 'there are no hooks, and no rules but for files';
  if (end.how === 'missing' && (use.tool === 'search' || end.suggests !== undefined))
    return 'it says less of what is missing';
  return whyNotEdit(call, EDIT_WORDS);
}

/** Roo Code's name for a tool. */
export function clineName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'execute_command';
    case 'read':
      return 'read_file';
    case 'write':
      return 'write_to_file';
    case 'edit':
      return 'search_replace';
    case 'search':
      return 'search_files';
    case 'named':
      return use.name;
    default:
      throw new Error(`there is no tool for ${use.tool}`);
  }
}

/** The arguments as the model sends them. */
export function clineArguments(use: ToolUse): Fields {
  switch (use.tool) {
    case 'shell':
      return { command: use.command };
    case 'read':
      return defined({ path: use.path, offset: use.offset, limit: use.limit });
    case 'write':
      return { path: use.path, content: use.content };
    case 'edit':
      return { file_path: use.path, old_string: use.old, new_string: use.new };
    case 'search':
      return defined({ path: use.path ?? '.', regex: use.pattern, file_pattern: use.glob });
    case 'named':
      return use.input;
    default:
      throw new Error(`there is no tool for ${use.tool}`);
  }
}

/** What a call answers; texts are those of real tasks. */
export function clineResult(call: CallStep, folder: string): string {
  const { use, end, cwd } = call;
  switch (end.how) {
    case 'ok':
      return use.tool === 'shell'
        ? shellText(end.prints, end.interpreted === undefined ? 0 : 1, cwd ?? folder)
        : end.prints;
    case 'exit':
      return shellText(end.prints, end.code, cwd ?? folder);
    case 'error':
      return use.tool === 'shell'
        ? end.text
        : JSON.stringify({ status: 'error', message: 'The tool execution failed', error: wordEdit(call, EDIT_WORDS) });
    case 'missing':
      return JSON.stringify({
        status: 'error',
        message: 'The tool execution failed',
        error: `File not found: ${pathOf(use)}`,
      });
    case 'rejected':
      return JSON.stringify(
        end.words === undefined
          ? { status: 'denied', message: 'The user denied this operation.' }
          : { status: 'denied', feedback: end.words },
      );
    default:
      throw new Error(`Roo Code cannot tell of ${end.how}`);
  }
}

const EDIT_WORDS: EditWords = {
  absent:
    "No match found for the specified 'old_string'. Please ensure it matches the file contents exactly, including all whitespace and indentation.",
  ambiguous: "Found 2 matches for the specified 'old_string'. This tool can only replace ONE occurrence at a time.",
};

function shellText(prints: string, code: number, cwd: string): string {
  const how = code === 0 ? '' : 'Command execution was not successful, inspect the cause and adjust as needed.\n';
  return `Command executed in terminal  within working directory '${cwd}'. ${how}Exit code: ${code}\nOutput:\n${prints}`;
}

function pathOf(use: ToolUse): string {
  return 'path' in use ? (use.path ?? '') : '';
}
