import type { Call } from '../agents/call.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import type { Failure } from '../failures/failure.ts';
import { judge, judgeByOutput } from '../failures/judge.ts';
import { type Glob, matchForm, matchGlob } from '../lessons/triggers/glob.ts';
import { foldLines, matchExpressionPattern } from '../lessons/triggers/match-error.ts';
import { matchToolName } from '../lessons/triggers/tool-name.ts';
import { parseShell } from '../shell/index.ts';
import type { LiveCall } from './candidates.ts';
import { type MatchContext, matchLessons } from './match.ts';
import { keepTrue } from './memory-check.ts';
import type { HookedCallEnd } from './outcome.ts';

/** Upper bound for the issues shown about one failure. */
const MOST_ISSUES = 3;

/** A call that failed, or seems to have failed; a long answer of the tool is cut in the middle. */
export interface EndedCall extends HookedCallEnd {
  /** The call; several for a patch of several files. */
  calls: readonly LiveCall[];
}

/**
 * Finds the lessons about a failure: those whose error pattern is in the tool's answer, and those whose trigger matches the call.
 * Empty if the call did not fail: a search without a match, a comparison. Failing tests and findings are ordinary work, and a
 * lesson that only names the command says nothing about them.
 */
export function matchKnownIssues(
  { calls, outcome, text }: EndedCall,
  lessons: readonly SnapshotLesson[],
  place: MatchContext,
): SnapshotLesson[] {
  const [call] = calls;
  const failure = call && judgeEnd(call, outcome, text);
  if (!failure) return [];
  const possible = lessons.filter(({ error, conditions }) =>
    error ? isInText(error, text) : !failure.work || conditions,
  );
  const matched = [...possible.filter((lesson) => isOfProgram(lesson, call)), ...matchLessons(calls, possible, place)];
  // The text of the error is closer to the cause than the form of the call.
  const ordered = [...matched.filter(({ error }) => error), ...matched.filter(({ error }) => !error)];
  return keepTrue(ordered, place.header.memory).slice(0, MOST_ISSUES);
}

/** Whether a fix was saved for a program that the shell ran: people name programs as they name tools, `npm` or `kubectl`. */
function isOfProgram({ rule, error }: SnapshotLesson, { input, name }: LiveCall): boolean {
  if (!error || rule?.tool !== 'Tool' || rule.argument || input.command === undefined) return false;
  // One that matches the tool itself is found like any other lesson.
  if (matchToolName(rule.name, name)) return false;
  return parseShell(input.command, name).commands.some((command) => matchGlob(rule.name, command.name));
}

/** Returns the failure of a call, or undefined if it did not fail. */
export function judgeEnd(
  { tool, name, input, id }: LiveCall,
  outcome: EndedCall['outcome'],
  text: string,
): Failure | undefined {
  const code = /^Exit [Cc]ode:? (\d{1,3})$/m.exec(text)?.[1];
  const call: Call = {
    ...{ id, tool, name, input, agent: '', session: '', seq: 0, at: 0 },
    ...{ outcome: outcome === 'failed' ? 'failed' : 'ok', output: text, outputLength: text.length },
    exitCode: code === undefined ? undefined : Number(code),
  };
  const parse = () => (input.command === undefined ? undefined : parseShell(input.command, name));
  return (outcome === 'unknown' ? judgeByOutput(call, parse) : judge(call, parse)).failure;
}

/** Whether an error pattern occurs anywhere in a text. */
function isInText(error: Glob, text: string): boolean {
  if (error.forms.length === 0) return matchExpressionPattern(error, foldLines(text));
  return error.forms.some((form) => matchForm(['', ...form, ''], text));
}
