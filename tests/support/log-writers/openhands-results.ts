import type { CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';
import { type EditWords, whyNotEdit, wordEdit } from './edit-errors.ts';
import { defined, type Fields } from './fields.ts';

/** Why the events of OpenHands cannot tell of a call; nothing if they can. */
export function whyNotOpenHands(call: CallStep, session: DescribedSession): string | undefined {
  const { use, end, cwd } = call;
  if (session.forkOf !== undefined) return 'a conversation that is resumed goes on in its own folder';
  if (use.tool === 'task') return 'a subagent has a conversation of its own';
  if (use.tool === 'shell' && use.background) return 'how a command in the background ended is not told';
  if (use.tool === 'shell' && end.how === 'error') return 'a command that ran out of time goes on';
  if (use.tool === 'shell' && cwd !== undefined && cwd !== session.cwd)
    return 'a command starts where the one before it ended';
  if (end.how === 'cancelled') return 'calls of one turn do not cancel each other';
  if (end.how === 'blocked' || end.how === 'denied') return 'there are no hooks and no rules';
  if (end.how === 'missing' && (use.tool === 'search' || use.tool === 'list' || end.suggests !== undefined))
    return 'it says less of what is missing';
  return whyNotEdit(call, EDIT_WORDS);
}

/** OpenHands' name for a tool. */
export function openHandsName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'terminal';
    case 'read':
    case 'write':
    case 'edit':
      return 'file_editor';
    case 'search':
      return 'grep';
    case 'list':
      return 'glob';
    case 'web':
      return 'fetch';
    case 'named':
      return use.name;
    case 'task':
      throw new Error('OpenHands cannot tell of a subagent');
  }
}

/** The arguments as the model sends them. */
export function openHandsArguments(use: ToolUse, cwd: string): Fields {
  switch (use.tool) {
    case 'shell':
      return defined({
        command: use.command,
        is_input: false,
        timeout: use.timeoutMs === undefined ? undefined : use.timeoutMs / 1000,
      });
    case 'read': {
      const first = use.offset ?? 1;
      const range =
        use.offset === undefined && use.limit === undefined
          ? undefined
          : [first, use.limit ? first + use.limit - 1 : -1];
      return defined({ command: 'view', path: absolutePath(use.path, cwd), view_range: range });
    }
    case 'write':
      return { command: 'create', path: absolutePath(use.path, cwd), file_text: use.content };
    case 'edit':
      return { command: 'str_replace', path: absolutePath(use.path, cwd), old_str: use.old, new_str: use.new };
    case 'search':
      return defined({ pattern: use.pattern, path: use.path, include: use.glob });
    case 'list':
      return defined({ pattern: use.pattern, path: use.path });
    case 'web':
      return { url: use.url };
    case 'named':
      return use.input;
    case 'task':
      throw new Error('OpenHands cannot tell of a subagent');
  }
}

/** The event that ends a call, without its frame. */
export function openHandsEnd(call: CallStep, cwd: string): Fields {
  const { use, end } = call;
  const observe = (text: string, is_error: boolean, fields: Fields = {}): Fields => ({
    kind: 'ObservationEvent',
    observation: { content: [{ type: 'text', text }], is_error, ...fields },
  });
  const exit = (text: string, code: number) =>
    observe(text, code !== 0, { exit_code: code, metadata: { exit_code: code, working_dir: cwd } });
  switch (end.how) {
    case 'ok':
      return use.tool === 'shell'
        ? exit(end.prints, end.interpreted === undefined ? 0 : 1)
        : observe(end.prints, false);
    case 'exit':
      return exit(end.prints, end.code);
    case 'error':
      return observe(wordEdit(call, EDIT_WORDS), true);
    case 'missing':
      return {
        kind: 'AgentErrorEvent',
        error: `File not found: ${'path' in use ? absolutePath(use.path ?? '', cwd) : ''}`,
      };
    case 'rejected':
      return { kind: 'UserRejectObservation', rejection_reason: end.words ?? '' };
    default:
      throw new Error(`OpenHands cannot tell of ${end.how}`);
  }
}

const EDIT_WORDS: EditWords = {
  absent: 'No replacement was performed, old_str `{old}` did not appear verbatim in {path}.',
  ambiguous:
    'No replacement was performed. Multiple occurrences of old_str `{old}` in lines [3, 9]. Please ensure it is unique.',
};
