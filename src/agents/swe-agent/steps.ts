import type { CallInput, ToolKind } from '../call.ts';
import { endsInFailure } from '../complaint.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { timedOut, type Verdict } from '../verdict.ts';

/** A parsed action. */
export interface Action {
  tool: ToolKind;
  name: string;
  input: CallInput;
}

/** Commands that the agent brings with it: they look like programs, but are its tools. */
const OWN = new Set(
  'open goto scroll_down scroll_up create edit insert search_file search_dir find_file submit filemap undo_edit exit_forfeit'.split(
    ' ',
  ),
);

const EDITOR_STEPS: Readonly<Record<string, ToolKind>> = { view: 'read', create: 'write' };

/** Parses an action, which is a line for a shell. */
export function readAction(action: string): Action | undefined {
  const line = action.trim();
  const [name = '', verb = '', path = ''] = line.split(/\s+/, 3);
  if (name === '') return undefined;
  if (name === 'str_replace_editor') {
    const file = path.replace(/^["']|["']$/g, '');
    return { tool: EDITOR_STEPS[verb] ?? 'edit', name, input: file === '' ? {} : { path: clip(file, LIMITS.argument) } };
  }
  if (OWN.has(name)) return { tool: 'other', name, input: {} };
  return { tool: 'shell', name: 'bash', input: { command: clip(line, LIMITS.command) } };
}

/** Judges an observation: there are no exit codes, so only an obvious failure is recognised. */
export function judgeObservation({ tool, input }: Pick<Action, 'tool' | 'input'>, raw: string): Verdict {
  const text = raw.replace(/^Observation: /, '').trim();
  const limit =
    /^(?:EXECUTION TIMED OUT|The command ['"`][^\n]{0,2000} was cancelled because it took more than (\d{1,6} seconds))/.exec(
      text,
    );
  if (limit !== null) return timedOut(limit[1] ?? 'its limit', '');
  if (/^Your command ran successfully and did not produce any output\.?$/.test(text)) return { outcome: 'ok', text: '' };
  if (tool === 'shell') return { outcome: endsInFailure(input.command ?? '', text) ? 'failed' : 'unknown', text };
  const isError =
    tool !== 'other' && /^(?:No replacement was performed|The path [^\n]{1,500} does not exist|Invalid `|ERROR:)/.test(text);
  return { outcome: isError ? 'failed' : 'ok', text };
}
