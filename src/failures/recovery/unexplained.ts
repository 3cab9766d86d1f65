import type { FailureKind } from '../../programs/cause-rule.ts';
import { type ComplaintLine, complaintsOf } from '../complaint.ts';
import type { ClaimedFailure, Loss } from './claim.ts';
import { type Cure, findCure } from './cure.ts';
import { isUnderTest } from './own-program.ts';
import type { FailedStep } from './relation.ts';
import { findRepair } from './repair.ts';
import type { Step, ThreadView } from './session-view.ts';
import { findBatches, runsWhat } from './siblings.ts';
import { toolOf } from './tool-names.ts';

/** A failure by what it printed, with what was done next: what recurs among them is found over all sessions, whatever caused it. */
export interface Unexplained {
  failure: ClaimedFailure;
  /** What it complained about, in the order it was printed. */
  lines: readonly ComplaintLine[];
  /** The next similar call that did not fail the same way. */
  cure?: Cure;
  /** Its thread had written nothing yet: what it complains about is not the thread's work. */
  isUntouched?: true;
  /** What was sent in the same turn and may have disturbed it: programs with their sub-commands, or the tool's own name. */
  beside?: readonly string[];
  /** What was lost to it; counted once its whole session is known. */
  lost?: Loss;
}

/** The failures of a thread whose own words may recur: not red tests, not refusals by people, not paths that are missing. */
export function findUnexplained(view: ThreadView): Unexplained[] {
  const firstEdit = view.steps.findIndex(
    ({ call, outcome }) => (call.tool === 'edit' || call.tool === 'write') && outcome !== 'failed',
  );
  const isUntouched = ({ index }: Step) => firstEdit < 0 || index < firstEdit;
  const batches = findBatches(view);
  return view.steps.flatMap((step) => {
    const found = isFailed(step) && maySpeak(step) ? describe(step, view) : undefined;
    if (!found) return [];
    const beside = besideOf(step, batches.get(step) ?? []);
    return [
      {
        ...found,
        ...(beside.length > 0 ? { beside } : {}),
        ...(found.failure.work && isUntouched(step) && !turnsGreen(step, view) ? { isUntouched: true } : {}),
      },
    ];
  });
}

/** What ran beside a call, each once. */
function besideOf(step: Step, sent: readonly Step[]): string[] {
  const others = sent.filter((other) => other !== step);
  return [...new Set(others.map(({ call }) => runsWhat(call.name, call.input.command)))].slice(0, MOST_BESIDE);
}

/** More need not be kept to see what they have in common. */
const MOST_BESIDE = 8;

/** Who makes a red check green was asked to: then it was work, although nothing had been written yet. */
function turnsGreen({ failure, index }: Step, view: ThreadView): boolean {
  const tool = failure?.command && toolOf(failure.command);
  const name = failure?.command?.name ?? '';
  // Asked of the text first: taking every later call apart costs more than all the rest.
  return view.steps.slice(index + 1).some((later) => {
    if (later.outcome !== 'worked' || !later.call.input.command?.includes(name)) return false;
    return later.parsed?.commands.some((command) => toolOf(command) === tool);
  });
}

function describe(step: FailedStep, view: ThreadView): Unexplained | undefined {
  const lines = complaintsOf(step.call.output, { command: step.failure.command });
  if (lines.length === 0) return undefined;
  const cure = step.failure.kind === 'check-failed' ? findRepair(step, view) : findCure(step, lines, view);
  // Whether a test or a build is red is work, unless it turns green by something that was run, and nothing was edited.
  if (step.failure.work && cure?.changes.every(({ kind }) => kind !== 'after' && kind !== 'repaired'))
    return { failure: step.failure, lines };
  return { failure: step.failure, lines, ...(cure ? { cure } : {}) };
}

function maySpeak({ failure, call }: FailedStep): boolean {
  // What a check finds is work, but what repairs it, or has to run before it, may be missing.
  if (failure.work) return true;
  // A program that is not there may only have to be built.
  if (failure.kind === 'file-missing') return failure.subject !== undefined && failure.command?.program === failure.subject;
  if (elsewhere.has(failure.kind)) return false;
  if (call.tool === 'read' || call.tool === 'edit' || call.tool === 'write') return false;
  return failure.command === undefined || !isUnderTest(failure.command);
}

/** Kinds whose lessons need more than the complaint: who refused, which path, which text. */
const elsewhere: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'is-directory',
  'edit-mismatch',
  'not-read',
  'stale-read',
  'no-change',
  'user-rejected',
  'hook-denied',
  'permission',
  'glob-no-match',
  'timeout',
  'network',
]);

/**
 * The keys of complaints that successful calls of a thread printed: such a line is no complaint. Only calls of programs that failed in the
 * session are looked at: what others print explains nothing.
 */
export function findPrinted(view: ThreadView, unexplained: readonly Unexplained[]): string[] {
  const programs = [...new Set(unexplained.flatMap(({ failure }) => failure.command?.name ?? []))];
  return view.steps.flatMap(({ call, outcome }) => {
    const text = call.input.command;
    if (outcome !== 'worked' || text === undefined || !programs.some((name) => text.includes(name))) return [];
    return complaintsOf(call.output, { isAll: false }).map(({ key }) => key);
  });
}

function isFailed(step: Step): step is FailedStep {
  return step.failure !== undefined;
}
