import { clip, LIMITS } from '../excerpt.ts';
import type { OutputFrame } from './frame.ts';
import type { Ending } from './outcome.ts';
import type { Script } from './script.ts';
import { divideResults, findBreaker, looksFailed, type ScriptOutput } from './script-results.ts';
import { readTool, type SentTool } from './tools.ts';

/** A call made by a script, with its result. */
interface NestedResult {
  sent: SentTool;
  /** Undefined if the script stopped before it, or did not print its result. */
  frame?: OutputFrame | undefined;
  ending?: Ending | undefined;
}

/** The content of an event about a command that a script ran. */
export interface NestedReport extends Ending {
  output?: string | undefined;
}

/** Returns the tools that a script calls; `shell` is the shell its commands run in. */
export function readNested(script: Script, shell?: string): SentTool[] {
  return script.calls.map((call) => readTool(call.name, undefined, call.args, shell));
}

/** Returns one call for a whole script: the only one that it makes, or its commands in sequence. */
export function summariseScript(nested: readonly SentTool[]): SentTool {
  const [first] = nested;
  if (first !== undefined && nested.length === 1) return first;
  const commands = nested.flatMap((sent) => (sent.tool === 'shell' ? (sent.input.command ?? []) : []));
  if (first === undefined || commands.length < nested.length) return { tool: 'other', name: 'exec', input: {} };
  return { ...first, input: { command: clip(commands.join('\n'), LIMITS.command) } };
}

/** Returns the calls of a script that has ended, each with its result; undefined if the results cannot be told apart. */
export function resolveNested(
  script: Script,
  output: ScriptOutput,
  reports: ReadonlyMap<number, NestedReport>,
  shell?: string,
): NestedResult[] | undefined {
  const nested = readNested(script, shell);
  if (output.status === 'failed') return resolveBroken(script, nested, output);
  if (output.status !== 'completed' || nested.length === 0) return undefined;
  const frames = divideResults(script, output.printed) ?? (reports.size === nested.length ? [] : undefined);
  if (frames === undefined) return undefined;
  return nested.map((sent, index) => {
    const report = reports.get(index);
    const frame = frames[index] ?? { text: report?.output ?? '', framed: true };
    const call = script.calls[index];
    const isSilent = frame.exitCode === undefined && frame.process === undefined && report?.exitCode === undefined;
    const failed = isSilent && call !== undefined && looksFailed(call, sent.input.command, frame.text);
    return { sent, frame, ending: failed ? { failed } : report };
  });
}

function resolveBroken(script: Script, nested: readonly SentTool[], output: ScriptOutput): NestedResult[] | undefined {
  const error = output.error ?? '';
  const breaker = findBreaker(script, output.printed, error);
  if (breaker === undefined) return undefined;
  return nested.map((sent, index) => {
    if (index === breaker) return { sent, frame: { text: error, framed: false }, ending: { failed: true } };
    const printed = script.isSequential && index < breaker ? output.printed[index] : undefined;
    return { sent, frame: printed === undefined ? undefined : { text: printed, framed: true } };
  });
}
