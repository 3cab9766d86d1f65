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

/** Turns paths of a log into paths relative to the repository, whatever checkout, worktree or home they name. */
export interface Roots {
  /** The path below the repository, with `/`; '' for its root; undefined for a path outside. */
  relative(path: string, cwd?: string): string | undefined;
  /** The checkout that the path is in: the root it starts with. */
  checkout(path: string): string | undefined;
}

/** One call with what is known about it. */
export interface Step {
  readonly call: JudgedCall;
  /** How it ended, as far as the log proves it. */
  readonly outcome: Judgement['outcome'];
  /** The same, with the reason where nothing is known. */
  readonly judgement: Judgement;
  /** What the agent says of its end. It knows nothing of statuses that a pipe swallowed: ask `outcome`. */
  readonly told: Outcome;
  /** Position in its thread. */
  readonly index: number;
  /** Shell: the command taken apart, when it is asked for. */
  readonly parsed: ParsedCommand | undefined;
  readonly failure?: Failure;
}

/** The calls of one thread of a session (the main conversation, or one subagent), judged, in order. */
export interface ThreadView {
  steps: readonly Step[];
  roots: Roots;
}

/** Judges every call of a session and splits them by thread: a subagent's recovery is its own. */
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

/**
 * Commands are taken apart only around failures: three in four never are, and that is half the time of a first run. They are not kept
 * here: the parser remembers the last two thousand, and a session of 50,000 calls would hold 100 MB of them.
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
 * Judges a call of unknown end by others: it printed nothing but an error, and nearly the same call came next; or a line of it is one that
 * only failing calls print.
 */
function hear(step: Step, steps: readonly Step[], known: Pick<KnownErrors, 'has'> | undefined): Step {
  const { call, told, index, judgement } = step;
  if (judgement.outcome !== 'unknown' || judgement.reason !== 'no-status' || call.input.command === undefined) return step;
  if (call.output === '' || !looksWrong(call.output)) return step;
  const { parsed } = step;
  if (!parsed) return step;
  const isRetried = isBareError(call.output) && steps.slice(index + 1, index + 3).some((next) => isNearlySame(step, next));
  const own = isRetried ? judgeHeard(call, parsed, errorLinesOf(call.output)[0]?.line ?? call.output.trim()) : undefined;
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

/** How far a fix may be from its failure: readers of real logs found nearly all within 15 calls. */
export const reach = 15;

/** The calls after a step, within reach. */
export function after(view: ThreadView, step: Step, count = reach): Step[] {
  return view.steps.slice(step.index + 1, step.index + 1 + count);
}

/** Whether a call ran, and no failure of it is known: it may have done what it was for, and nothing proves it. */
export function ran({ judgement }: Step): boolean {
  return judgement.outcome === 'worked' || (judgement.outcome === 'unknown' && judgement.reason !== 'not-run');
}

/**
 * Whether a later call may count as what worked: it ran and did not fail for a reason of its own kind. A search that now answers "no" ran
 * as well; a call of which nothing is known proves nothing.
 */
export function worked({ judgement, told }: Step, failure: Failure): boolean {
  if (judgement.outcome === 'worked') return true;
  if (judgement.outcome === 'unknown') return judgement.reason === 'answered-no';
  // A fix may itself end non-zero with another error, e.g. the tests run now and are red.
  return judgement.failure.kind !== failure.kind && (judgement.failure.work ? told === 'ok' || told === 'failed' : told === 'ok');
}

/** Whether a call proves that this command of it ran and worked: the status of the call is not that of every command in it. */
export function provesCommand({ outcome, told, parsed, call }: Step, command: ShellCommand): boolean {
  if (outcome !== 'worked' || !parsed) return false;
  return proveCommand(command, parsed, { isToldOk: told === 'ok', output: call.output }) === 'worked';
}
