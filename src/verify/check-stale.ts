import type { Failing, PlacedCall } from '../cases/case.ts';
import { formOf } from '../cases/past-commands.ts';
import { allCalls } from '../cases/read-history.ts';
import { spansOf } from './check-code.ts';
import type { HistoryFacts } from './history-facts.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check } from './verdict.ts';

/** So many calls like the failing ones, in so many sessions, show that the cause has ended. */
const FEWEST_CALLS = 3;
const FEWEST_SESSIONS = 2;

/** After the last failure, did the same call work, without what the lesson asks for? Then it has ended. */
export function checkStale(
  proposal: TaughtLesson,
  failing: readonly Failing[],
  evidence: HistoryFacts,
): Check | undefined {
  // A green check says nothing of one finding, and what is silent or was refused does not show when it ended.
  const shell = failing.filter(
    ({ step, trouble }) =>
      trouble === 'failed' && !step.failure?.work && (step.call.tool === 'shell' || step.call.tool === 'read'),
  );
  if (shell.length * 2 < failing.length || shell.length === 0) return undefined;
  const lastAt = Math.max(...failing.map(({ step }) => step.call.at));
  const wrong = new Set(shell.map((one) => keyOf(one, evidence)));
  const failed = new Set<unknown>(failing.map(({ step }) => step));
  // Sessions that did what the lesson asks for say nothing; a form that failed is not what it asks for.
  const followed = new Set(
    spansOf(proposal).flatMap(({ text, isWrong }) => {
      const { ran, worked } = evidence.runsOf(text);
      const isAsked = !isWrong && /\s/.test(text) && !ran.some(({ step }) => failed.has(step));
      return isAsked ? worked.map(({ session }) => session) : [];
    }),
  );
  const firstAt = Math.min(...failing.map(({ step }) => step.call.at));
  const later: PlacedCall[] = [];
  let meanwhile = 0;
  for (const call of allCalls(evidence.book.history)) {
    const { step, session } = call;
    if (step.call.at <= firstAt || step.outcome !== 'worked') continue;
    if (step.call.tool !== 'shell' && step.call.tool !== 'read') continue;
    if (!wrong.has(keyOf(call, evidence))) continue;
    if (step.call.at < lastAt) meanwhile += 1;
    else if (!followed.has(session)) later.push(call);
  }
  // A call that mostly worked all the time does not show what was wrong with it.
  if (meanwhile >= failing.length) return undefined;
  const sessions = new Set(later.map(({ session }) => session)).size;
  if (later.length < Math.max(FEWEST_CALLS, shell.length) || sessions < FEWEST_SESSIONS) return undefined;
  const says = `ended on ${day(lastAt)}: the same call worked ${later.length} times in ${sessions} sessions since`;
  return { name: 'stale', result: 'refused', says };
}

/** The form of a call with its folder. */
function keyOf({ step }: PlacedCall, { book }: HistoryFacts): string {
  const folder = step.failure?.command?.dir ?? step.parsed?.main?.dir ?? step.call.cwd;
  const place = folder === undefined ? '' : (book.history.roots.relative(folder, step.call.cwd) ?? folder);
  return `${place}\n${formOf(step)}`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
