import type { Call } from '../call.ts';
import { excerpt } from '../excerpt.ts';
import { answersWithFile } from '../input.ts';
import { countOmitted } from '../shrink.ts';
import type { OutputFrame } from './frame.ts';
import { type Ending, judgeResult } from './outcome.ts';
import type { Patch, PatchedFile } from './patch.ts';
import type { ScriptOutput } from './script-results.ts';
import { describePatch } from './tools.ts';

/** Puts a result into its call. If a process or script is still running, the call stays waiting. */
export function closeCall(call: Call, frame: OutputFrame, ending?: Ending, patch?: Patch): void {
  if (frame.process !== undefined) {
    call.waiting = `task process ${frame.process}`;
    printOutput(call, frame.text);
    return;
  }
  const verdict = judgeResult(call.tool, call.name, frame, ending);
  call.outcome = verdict.outcome;
  if (verdict.exitCode !== undefined) call.exitCode = verdict.exitCode;
  if (verdict.awaitsReply) call.waiting = 'reply';
  if (verdict.outcome === 'failed' && patch !== undefined)
    call.input = describePatch(patch, findNamed(patch, verdict.text));
  if (verdict.outcome !== 'ok' || !answersWithFile(call.tool)) printOutput(call, verdict.text);
}

/** Adds news of a process that was left running to its call. Returns whether the process has ended. */
export function continueCall(call: Call, frame: OutputFrame, at: number): boolean {
  call.outputLength += frame.text.length;
  if (frame.text !== '') call.output = excerpt(call.output + frame.text);
  if (frame.exitCode === undefined) return false;
  call.outcome = frame.exitCode === 0 ? 'ok' : 'failed';
  call.exitCode = frame.exitCode;
  call.endedAt = at;
  return true;
}

/** Closes the one call that stands for a whole script, or leaves it waiting while the script runs. */
export function closeScript(call: Call, { status, printed, error, cell }: ScriptOutput): void {
  printOutput(call, [...printed, ...(error === undefined ? [] : [error])].join('\n'));
  if (status === 'running') call.waiting = `task cell ${cell}`;
  else if (status === 'completed') call.outcome = call.tool === 'shell' ? 'unknown' : 'ok';
  else call.outcome = status === 'failed' ? 'failed' : 'cancelled';
  if (status !== 'failed') return;
  // The script itself was wrong, or stopped at one of many calls: no command is to blame.
  call.tool = 'other';
  call.name = 'exec';
  call.input = {};
}

export function printOutput(call: Call, text: string): void {
  const omitted = countOmitted(text);
  call.output = excerpt(text, omitted);
  call.outputLength = text.length + omitted;
}

/**
 * Returns the file that an error names, or the first one if it names none. One hunk that does not apply rejects a patch of many
 * files.
 */
function findNamed(patch: Patch, error: string): PatchedFile | undefined {
  const [line = ''] = error.slice(0, 1000).split('\n');
  const named = patch.files.filter((file) =>
    line.replaceAll('\\', '/').includes(file.path.replaceAll('\\', '/').replace(/^\.\//, '')),
  );
  return named.sort((a, b) => b.path.length - a.path.length)[0];
}
