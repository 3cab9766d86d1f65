import type { Call } from '../../agents/call.ts';
import type { Failure } from '../failure.ts';
import { judge } from '../judge.ts';
import { type ParsedCommand, parseShell } from '../shell/index.ts';

/** Turns paths of a log into paths relative to the repository, whatever checkout, worktree or home they name. */
export interface Roots {
  /** The path below the repository, with `/`; '' for its root; undefined for a path outside. */
  relative(path: string, cwd?: string): string | undefined;
  /** The checkout that the path is in: the root it starts with. */
  checkout(path: string): string | undefined;
}

/** One call with what is known about it. */
export interface Step {
  readonly call: Call;
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
export function viewSession(calls: readonly Call[], roots: Roots): ThreadView[] {
  const threads = new Map<string, Step[]>();
  for (const call of calls) {
    const thread = call.thread ?? '';
    const steps = threads.get(thread) ?? [];
    steps.push(new JudgedStep(call, steps.length));
    threads.set(thread, steps);
  }
  return [...threads.values()].map((steps) => ({ steps, roots }));
}

/**
 * Commands are taken apart only around failures: three in four never are, and that is half the time of a first run. They are not kept
 * here: the parser remembers the last two thousand, and a session of 50,000 calls would hold 100 MB of them.
 */
class JudgedStep implements Step {
  readonly call: Call;
  readonly index: number;
  readonly failure?: Failure;

  constructor(call: Call, index: number) {
    this.call = call;
    this.index = index;
    const failure = judge(call, () => this.parsed);
    if (failure) this.failure = failure;
  }

  get parsed(): ParsedCommand | undefined {
    const { command } = this.call.input;
    return command === undefined ? undefined : parseShell(command, this.call.name);
  }
}

/** How far a fix may be from its failure: readers of real logs found nearly all within 15 calls. */
export const reach = 15;

/** The calls after a step, within reach. */
export function after(view: ThreadView, step: Step, count = reach): Step[] {
  return view.steps.slice(step.index + 1, step.index + 1 + count);
}

/** Whether a later call may count as what worked: it ran and did not fail for a reason of its own kind. */
export function worked(step: Step, failure: Failure): boolean {
  if (step.call.outcome !== 'ok' && step.call.outcome !== 'failed') return false;
  if (!step.failure) return true;
  // A fix may itself end non-zero with another error, e.g. the tests run now and are red.
  return step.failure.kind !== failure.kind && (step.failure.work || step.call.outcome === 'ok');
}
