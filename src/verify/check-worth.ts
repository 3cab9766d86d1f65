import type { Failing } from '../cases/case.ts';
import { spansOf } from './check-code.ts';
import type { HistoryFacts } from './history-facts.ts';
import { printedBy } from './printed-by.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check } from './verdict.ts';

/** What is around a project besides its history. */
export interface RepositoryFacts {
  /** Whether a path, a script or a target is in the repository now. */
  exists(text: string): boolean;
  /** Whether the repository is here, and the path is not in it. */
  isMissing(path: string): boolean;
  /** Why a text must not be told, if it must not. */
  refuse(text: string): string | undefined;
  /** The lesson or the line of a context file that says the same. */
  findSame(guidance: string): string | undefined;
}

/** Numbers of minutes, lines, calls and the like are those of the log. */
export function checkNumbers(
  { guidance }: TaughtLesson,
  failing: readonly Failing[],
  evidence: HistoryFacts,
): Check | undefined {
  const plain = guidance.replaceAll(/`[^`]*`/g, ' ');
  const wrong = [
    ...plain.matchAll(
      /\b(\d[\d,.]*)\s*(?:minutes?|min\b|seconds?|s\b|ms\b|lines?|tokens?|kB|MB|GB|times\b|calls\b|characters?)/gi,
    ),
  ]
    .map(([, number = '']) => number.replace(/[,.]$/, ''))
    .filter((number) => !isInLog(number, failing, evidence));
  const [first] = wrong;
  return first === undefined
    ? undefined
    : { name: 'numbers', result: 'unproven', says: `the number ${first} is nowhere in the calls it cites` };
}

function isInLog(number: string, failing: readonly Failing[], evidence: HistoryFacts): boolean {
  const plain = number.replaceAll(',', '');
  if (Number(plain) === failing.length) return true;
  const isNamed = (text: string) => text.replaceAll(/(?<=\d),(?=\d)/g, '').includes(plain);
  return (
    failing.some(({ step }) => isNamed(printedBy(step)) || isNamed(step.call.input.command ?? '')) ||
    evidence.runsOf(number).ran.length > 0
  );
}

/** A lesson that the error states itself, and that the next call follows, saves nothing. */
export function checkUseful(
  proposal: TaughtLesson,
  failing: readonly Failing[],
  evidence: HistoryFacts,
): Check | undefined {
  if (failing.length === 0 || failing.some(({ trouble }) => trouble === 'rejected')) return undefined;
  const right = spansOf(proposal).filter(({ isWrong, text }) => !isWrong && /\s|^--/.test(text));
  const isStated = ({ step }: Failing) =>
    ALWAYS_STATED.has(step.failure?.kind ?? '') ||
    right.some(
      ({ text }) => isWhole(text, printedBy(step)) && !unquote(step.call.input.command ?? '').includes(unquote(text)),
    );
  const stated = failing.filter(isStated);
  if (stated.length < failing.length * 0.8) return undefined;
  const mended = stated.filter(({ step, thread }) => {
    const next = thread.slice(step.index + 1, step.index + 4);
    return next.some((one) => one.outcome === 'worked' && one.call.tool === step.call.tool);
  });
  if (mended.length < stated.length * 0.8) return undefined;
  const cost = evidence.book.cases
    .filter((one) => one.failing.some((call) => failing.includes(call)))
    .reduce((sum, one) => sum + one.cost.calls, 0);
  const isCostly = cost >= MUCH && proposal.where === 'hook' && proposal.trigger !== undefined;
  return isCostly
    ? { name: 'useful', result: 'ok', says: `the error states it, but it cost ${cost} calls, and a hook can stop it` }
    : {
        name: 'useful',
        result: stated.every(({ step }) => ALWAYS_STATED.has(step.failure?.kind ?? '')) ? 'refused' : 'unproven',
        says: 'the error itself states it, and the next call followed it',
      };
}

function unquote(text: string): string {
  return text.replaceAll(/['"]/g, '');
}

/** Whether a text holds another one that no longer path or word goes on from. */
function isWhole(text: string, output: string): boolean {
  const at = output.indexOf(text);
  return at >= 0 && !/[\w/.-]/.test(output[at + text.length] ?? ' ');
}

/** So many calls are worth a hook, even where the error says what to do. */
const MUCH = 12;

/** Kinds of failures whose message always says what to do. */
const ALWAYS_STATED: ReadonlySet<string> = new Set(['not-read', 'stale-read', 'no-change']);

/** A longer text is no lesson. */
const LONGEST = 600;

/** Nothing dangerous is told, whoever words it. */
export function checkGuard({ guidance, right }: TaughtLesson, around: RepositoryFacts): Check | undefined {
  if (guidance.length > LONGEST)
    return { name: 'guard', result: 'refused', says: `it is longer than ${LONGEST} characters` };
  const reason = around.refuse(guidance) ?? (right ? around.refuse(`Run \`${right}\``) : undefined);
  return reason === undefined ? undefined : { name: 'guard', result: 'refused', says: `it ${reason}` };
}

/** What is known or stands already is not said again. */
export function checkKnown({ guidance, same }: TaughtLesson, around: RepositoryFacts): Check | undefined {
  const known = same ?? around.findSame(guidance);
  return known === undefined ? undefined : { name: 'known', result: 'refused', says: `${known} says it already` };
}
