import type { CallEnd, CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';
import { type EditWords, whyNotEdit, wordEdit } from './edit-errors.ts';
import { defined, type Fields } from './fields.ts';

/** Why Copilot's logs cannot tell of a call; nothing if they can. */
export function whyNotCopilot(call: CallStep, session: DescribedSession): string | undefined {
  const { use, end, cwd } = call;
  if (session.forkOf !== undefined) return 'a session that is resumed goes on in its own file';
  if (use.tool === 'shell' && cwd !== undefined && cwd !== session.cwd)
    return 'each command starts in the folder of the session';
  if (use.tool === 'shell' && use.timeoutMs !== undefined)
    return 'commands have no limit: they go on in the background';
  if (use.tool === 'shell' && end.how === 'error') return 'commands have no limit, and no errors but their own';
  if (end.how === 'cancelled') return 'calls of one turn do not cancel each other';
  if (end.how === 'missing' && use.tool !== 'read' && use.tool !== 'edit')
    return 'a search in a folder that is not there is an error of ripgrep';
  if (end.how === 'missing' && end.suggests !== undefined) return 'what was meant is not said';
  return whyNotEdit(call, EDIT_WORDS);
}

/** Copilot's name for a tool. */
export function copilotName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'bash';
    case 'read':
      return 'view';
    case 'write':
      return 'create';
    case 'search':
      return 'grep';
    case 'list':
      return 'glob';
    case 'web':
      return 'web_fetch';
    case 'named':
      return use.name;
    default:
      return use.tool;
  }
}

/** The arguments as the model sends them. */
export function copilotArguments(use: ToolUse, cwd: string): Fields {
  switch (use.tool) {
    case 'shell':
      return defined({ command: use.command, description: 'Run it', mode: use.background ? 'async' : undefined });
    case 'read': {
      const first = use.offset ?? 1;
      const range =
        use.offset === undefined && use.limit === undefined
          ? undefined
          : [first, use.limit ? first + use.limit - 1 : -1];
      return defined({ path: absolutePath(use.path, cwd), view_range: range });
    }
    case 'write':
      return { path: absolutePath(use.path, cwd), file_text: use.content };
    case 'edit':
      return { path: absolutePath(use.path, cwd), old_str: use.old, new_str: use.new };
    case 'search':
      return defined({ pattern: use.pattern, path: use.path, glob: use.glob });
    case 'list':
      return defined({ pattern: use.pattern, path: use.path });
    case 'web':
      return { url: use.url };
    case 'task':
      return { description: use.task.split('\n')[0], prompt: use.task, agent_type: use.kind };
    case 'named':
      return use.input;
  }
}

/** What `permission.completed` says, where the user or a rule was asked and said no. */
export function copilotPermission(end: CallEnd): Fields | undefined {
  if (end.how === 'denied') return { kind: 'denied-by-rules' };
  if (end.how !== 'rejected') return undefined;
  return defined({ kind: 'denied-interactively-by-user', feedback: end.words });
}

const EDIT_WORDS: EditWords = { absent: 'No match found for old_str', ambiguous: 'Found multiple matches for old_str' };

/** The end of a call; texts are those of real logs. `shell` is the number of the shell. */
export function copilotResult(call: CallStep, shell: number): Fields {
  const { use, end } = call;
  const ok = (content: string): Fields => ({ success: true, result: { content, detailedContent: content } });
  const fail = (message: string, code: string): Fields => ({ success: false, error: { message, code } });
  const exit = (prints: string, code: number): Fields =>
    ok(`${prints}\n<shellId: ${shell} completed with exit code ${code}>`);
  switch (end.how) {
    case 'ok':
      if (use.tool !== 'shell') return ok(end.prints || successText(use));
      if (use.background) return ok(`<command started in background with shellId: ${shell}>`);
      return exit(end.prints, end.interpreted === undefined ? 0 : 1);
    case 'exit':
      return exit(end.prints, end.code);
    case 'error':
      return fail(wordEdit(call, EDIT_WORDS), 'failure');
    case 'missing':
      return fail('Path does not exist', 'failure');
    case 'rejected':
      return fail('The user rejected this tool call.', 'rejected');
    case 'blocked':
      return fail(`Denied by preToolUse hook: ${end.text}`, 'denied');
    case 'denied':
      return fail('Permission denied by the rules of this session', 'denied');
    default:
      throw new Error(`Copilot cannot tell of ${end.how}`);
  }
}

function successText(use: ToolUse): string {
  if (use.tool === 'edit') return `File ${use.path} updated with changes.`;
  if (use.tool === 'write') return `Created file ${use.path} with ${use.content.length} characters`;
  return use.tool === 'search' || use.tool === 'list' ? 'No matches found.' : '';
}
