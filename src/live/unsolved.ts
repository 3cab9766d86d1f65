import { namesOfTool } from '../agents/mcp-name.ts';
import { markUnsolved } from '../delivery/snapshot/keys.ts';
import type { UnsolvedNote } from '../delivery/snapshot/snapshot.ts';
import { complaintsOf } from '../failures/complaint.ts';
import { code, codeOr, quotable, quotableName, type Sentence, say, times } from '../lessons/quotable.ts';
import { parseShell } from '../shell/index.ts';
import type { LiveCall } from './candidates.ts';
import { judgeEnd } from './known-issues.ts';
import type { HookedCallEnd } from './outcome.ts';

/** Finds the note on a failure that recurs and that no lesson explains. */
export function findUnsolvedNote(
  call: LiveCall,
  end: HookedCallEnd,
  unsolved: readonly UnsolvedNote[],
): UnsolvedNote | undefined {
  const failure = judgeEnd(call, end.outcome, end.text);
  if (!failure || failure.work) return undefined;
  const program = failure.wrapper ?? failure.command?.name ?? call.name;
  const marks = complaintsOf(end.text, { command: failure.command }).flatMap(({ key }) =>
    namesOfTool(program).map((name) => markUnsolved(name, key)),
  );
  return unsolved.find(({ mark }) => marks.includes(mark));
}

/** Whether a call runs the program of such a failure. */
export function isOfProgram(call: LiveCall, program: string): boolean {
  if (call.input.command === undefined) return namesOfTool(call.name).includes(program);
  return (
    call.input.command.includes(program) &&
    parseShell(call.input.command, call.name).commands.some(({ name }) => name === program)
  );
}

/** Words the note that a failure recurs, how often, and where it was last seen. */
export function wordUnsolved({ program, message, failures, sessions, last }: UnsolvedNote): Sentence {
  const [tool, error, session] = [quotableName(program, 60), quotable(message, 120), quotableName(last.session, 100)];
  const seen = say`last on ${codeOr(quotableName(last.at.slice(0, 10)), 'an unknown day')}, in the session ${codeOr(session, 'of another agent')}`;
  return say`hardwon note: ${codeOr(tool, 'this tool')} failed with ${codeOr(error, 'this error')} ${times(failures)} in ${sessions} past sessions, ${seen}. No lesson explains it yet; what was tried there may help.`;
}

/** Words the note that it works now, and how anyone who knows why can save the fix. */
export function wordSolved(program: string): Sentence {
  const tool = quotableName(program, 60);
  return say`hardwon note: ${codeOr(tool, 'the tool')} works now, which failed earlier in this session and in others. If you know what made the difference, save it: ${code('hardwon learn-fix --tool TOOL --error-pattern TEXT --root-cause TEXT --fix TEXT')}.`;
}
