import { asBlocks, asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadResult } from '../agent.ts';
import type { Call, CallInput, ToolKind } from '../call.ts';
import { endsInFailure } from '../complaint.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { FactBook } from '../facts.ts';
import { applyVerdict, timedOut, type Verdict } from '../verdict.ts';
import { readWholeFile } from '../whole-file.ts';

/** Reads a whole trajectory. Its prompts are written by programs: there are no messages. */
export async function readLog(file: LogFile): Promise<ReadResult> {
  const { value, size, unreadable } = readWholeFile(file.path);
  const result: ReadResult = { calls: [], messages: [], sessions: [], bad: [], offset: size, lines: 0 };
  if (unreadable !== undefined) return { ...result, unreadable };
  if (!isJson(value)) return { ...result, bad: [{ line: 1, offset: 0, reason: 'not JSON' }] };
  const facts = new FactBook(file.session);
  const steps = asBlocks(value.trajectory);
  for (const [place, step] of steps.entries()) {
    // There are no timestamps: the last step gets the time of the file.
    const call = readStep(file, step, place, file.mtimeMs - (steps.length - place) * 1000);
    if (call === undefined) continue;
    // The state is the one after the step.
    const cwd = findFolder(steps[place - 1] ?? step);
    if (cwd !== undefined) call.cwd = cwd;
    facts.note({ session: file.session, cwd: call.cwd, at: call.at, offset: place });
    facts.noteResult(call);
    result.calls.push(call);
  }
  return { ...result, sessions: facts.all() };
}

/** Reads one call again in full. */
export async function recallCall(path: string, { source }: Pick<Call, 'source'>): Promise<CallText | undefined> {
  const step =
    source === undefined ? undefined : asBlocks(asJson(readWholeFile(path, true).value).trajectory)[source.call];
  const action = asText(step?.action);
  return action === undefined
    ? undefined
    : { input: JSON.stringify({ action }, null, 2), output: asText(step?.observation) ?? '' };
}

function readStep(file: LogFile, step: Json, place: number, at: number): Call | undefined {
  const action = readAction(asText(step.action) ?? '');
  if (action === undefined) return undefined;
  const call: Call = {
    ...action,
    id: `${file.session}#${place}`,
    agent: file.agent,
    session: file.session,
    seq: place,
    outcome: 'unknown',
    output: '',
    outputLength: 0,
    at,
    turn: `${file.session}:${place}`,
    source: { call: place, result: place },
  };
  const observation = step.observation;
  if (typeof observation === 'string') applyVerdict(call, judgeObservation(action, observation));
  return call;
}

/** Returns the folder in the state of the shell: an object, in older versions a JSON string. */
function findFolder({ state }: Json): string | undefined {
  if (typeof state !== 'string') return asText(asJson(state).working_dir);
  try {
    return asText(asJson(JSON.parse(state)).working_dir);
  } catch {
    return undefined;
  }
}

/** A parsed action. */
interface Action {
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
    return {
      tool: EDITOR_STEPS[verb] ?? 'edit',
      name,
      input: file === '' ? {} : { path: clip(file, LIMITS.argument) },
    };
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
  if (/^Your command ran successfully and did not produce any output\.?$/.test(text))
    return { outcome: 'ok', text: '' };
  if (tool === 'shell') return { outcome: endsInFailure(input.command ?? '', text) ? 'failed' : 'unknown', text };
  const isError =
    tool !== 'other' &&
    /^(?:No replacement was performed|The path [^\n]{1,500} does not exist|Invalid `|ERROR:)/.test(text);
  return { outcome: isError ? 'failed' : 'ok', text };
}
