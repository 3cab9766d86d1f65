import { asBlocks, asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { FactBook } from '../facts.ts';
import { applyVerdict } from '../verdict.ts';
import { readWholeFile } from '../whole-file.ts';
import { judgeObservation, readAction } from './steps.ts';

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
  const step = source === undefined ? undefined : asBlocks(asJson(readWholeFile(path, true).value).trajectory)[source.call];
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
