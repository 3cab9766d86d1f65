import type { Call, Outcome } from '../../agents/call.ts';
import {
  looksWrong,
  type ParsedCommand,
  parseShell,
  proveCommand,
  type ShellCommand,
  textSimilarity,
} from '../../shell/index.ts';
import { errorLinesOf, type KnownErrors } from '../error-lines.ts';
import type { Failure, JudgedCall } from '../failure.ts';
import { isBareError, judge, judgeHeard } from '../judge.ts';
import type { Judgement } from '../judgement.ts';

/** Turns paths in a log into paths relative to the repository, whatever checkout, worktree or home they name. */
export interface Roots {
  /** Returns the path below the repository, with `/`; '' for its root; undefined for a path outside. */
  relative(path: string, cwd?: string): string | undefined;
  /** Returns the checkout that contains the path: the root with which it starts. */
  checkout(path: string): string | undefined;
}

/** One call with the facts known about it. */
export interface Step {
  readonly call: JudgedCall;
  /** The end of the call, as far as the log proves it. */
  readonly outcome: Judgement['outcome'];
  /** The same, with the reason if the end is unknown. */
  readonly judgement: Judgement;
  /** The agent's report of the end. It ignores statuses that a pipe swallowed: use `outcome` instead. */
  readonly told: Outcome;
  /** The position in its thread. */
  readonly index: number;
  /** Shell: the parsed command, parsed on demand. */
  readonly parsed: ParsedCommand | undefined;
  readonly failure?: Failure;
}

/** The judged calls of one thread of a session (the main conversation, or one subagent), in order. */
export interface ThreadView {
  steps: readonly Step[];
  roots: Roots;
}

/** Judges every call of a session and splits the calls by thread, because a subagent recovers on its own. */
export function viewSession(calls: readonly Call[], roots: Roots, known?: Pick<KnownErrors, 'has'>): ThreadView[] {
  const threads = new Map<string, Step[]>();
  for (const call of calls) {
    const thread = call.thread ?? '';
    const steps = threads.get(thread) ?? [];
    steps.push(
      new JudgedStep(
        call,
        call.outcome,
        steps.length,
        judge(call, () => parseCall(call)),
      ),
    );
    threads.set(thread, steps);
  }
  return [...threads.values()].map((steps) => ({ steps: steps.map((step) => hear(step, steps, known)), roots }));
}

/** Judges the calls of unknown end again, now that it is known which lines only failing calls print. */
export function hearKnown({ steps, roots }: ThreadView, known: Pick<KnownErrors, 'has'>): ThreadView {
  return { steps: steps.map((step) => hear(step, steps, known)), roots };
}

/**
 * A step that parses its command on demand. Commands are parsed only around failures: three in four never are, which saves half
 * the time of a first run. They are not kept here: the parser caches the last two thousand, and a session of 50,000 calls would
 * hold 100 MB of them.
 */
class JudgedStep implements Step {
  readonly call: JudgedCall;
  readonly told: Outcome;
  readonly index: number;
  readonly judgement: Judgement;
  readonly failure?: Failure;

  constructor(call: JudgedCall, told: Outcome, index: number, judgement: Judgement) {
    this.call = call;
    this.told = told;
    this.index = index;
    this.judgement = judgement;
    if (judgement.failure) this.failure = judgement.failure;
  }

  get outcome(): Judgement['outcome'] {
    return this.judgement.outcome;
  }

  get parsed(): ParsedCommand | undefined {
    return parseCall(this.call);
  }
}

function parseCall({ input, name }: JudgedCall): ParsedCommand | undefined {
  return input.command === undefined ? undefined : parseShell(input.command, name);
}

/**
 * Judges a call of unknown end by other calls: it printed nothing but an error and nearly the same call came next, or one of its
 * lines is printed only by failing calls.
 */
function hear(step: Step, steps: readonly Step[], known: Pick<KnownErrors, 'has'> | undefined): Step {
  const { call, told, index, judgement } = step;
  if (judgement.outcome !== 'unknown' || judgement.reason !== 'no-status' || call.input.command === undefined)
    return step;
  if (call.output === '' || !looksWrong(call.output)) return step;
  const { parsed } = step;
  if (!parsed) return step;
  const isRetried =
    isBareError(call.output) && steps.slice(index + 1, index + 3).some((next) => isNearlySame(step, next));
  const own = isRetried
    ? judgeHeard(call, parsed, errorLinesOf(call.output)[0]?.line ?? call.output.trim())
    : undefined;
  if (own) return new JudgedStep(call, told, index, own);
  const heard = known && errorLinesOf(call.output).find(({ hash }) => known.has(hash));
  const others = heard && judgeHeard(call, parsed, heard.line, { heard: true });
  return others ? new JudgedStep(call, told, index, others) : step;
}

function isNearlySame(step: Step, next: Step): boolean {
  const [text, other] = [step.call.input.command ?? '', next.call.input.command ?? ''];
  if (text === other || !other.includes(step.parsed?.main?.name ?? '\n')) return false;
  const [main, again] = [step.parsed?.main, next.parsed?.main];
  return main?.name === again?.name && main?.subcommand === again?.subcommand && textSimilarity(text, other) >= 0.6;
}

/** The maximum distance of a fix from its failure, in calls: readers of real logs found nearly all fixes within 15 calls. */
const reach = 15;

/** Returns the calls after a step, within reach. */
export function after(view: ThreadView, step: Step, count = reach): Step[] {
  return view.steps.slice(step.index + 1, step.index + 1 + count);
}

/** Whether a call ran without a known failure: it may have served its purpose, but nothing proves it. */
export function ran({ judgement }: Step): boolean {
  return judgement.outcome === 'worked' || (judgement.outcome === 'unknown' && judgement.reason !== 'not-run');
}

/**
 * Whether a later call may count as one that worked: it ran and did not fail for a reason of the same kind. A search that now
 * answers "no" ran as well; a call of unknown end proves nothing.
 */
export function worked({ judgement, told }: Step, failure: Failure): boolean {
  if (judgement.outcome === 'worked') return true;
  if (judgement.outcome === 'unknown') return judgement.reason === 'answered-no';
  // A fix may itself end non-zero with another error, e.g. the tests run now and are red.
  return (
    judgement.failure.kind !== failure.kind &&
    (judgement.failure.work ? told === 'ok' || told === 'failed' : told === 'ok')
  );
}

/**
 * Whether a call proves that this command of it ran and worked: the status of the call is not the status of every command in it.
 */
export function provesCommand({ outcome, told, parsed, call }: Step, command: ShellCommand): boolean {
  if (outcome !== 'worked' || !parsed) return false;
  return proveCommand(command, parsed, { isToldOk: told === 'ok', output: call.output }) === 'worked';
}
