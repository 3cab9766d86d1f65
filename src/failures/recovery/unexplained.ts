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

/** A failure by its output, with the next attempt: recurring failures are found across all sessions, whatever caused them. */
export interface Unexplained {
  failure: ClaimedFailure;
  /** The complaints, in the order in which they were printed. */
  lines: readonly ComplaintLine[];
  /** The next similar call that did not fail the same way. */
  cure?: Cure;
  /** Whether its thread had written nothing yet, so that the complaint is not about the thread's work. */
  isUntouched?: true;
  /** The calls sent in the same turn that may have disturbed it: programs with their sub-commands, or the tool's own name. */
  beside?: readonly string[];
  /** The loss that it caused; counted once its whole session is known. */
  lost?: Loss;
}

/** Finds the failures of a thread whose own words may recur: not red tests, refusals by people or missing paths. */
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

/** Returns the tools that ran at the same time as a call, each once. */
function besideOf(step: Step, sent: readonly Step[]): string[] {
  const others = sent.filter((other) => other !== step);
  return [...new Set(others.map(({ call }) => runsWhat(call.name, call.input.command)))].slice(0, MOST_BESIDE);
}

/** This many are enough to see what they have in common. */
const MOST_BESIDE = 8;

/**
 * Whether a red check later turned green: making it so was then the task, and the failure was work although nothing had been
 * written yet.
 */
function turnsGreen({ failure, index }: Step, view: ThreadView): boolean {
  const tool = failure?.command && toolOf(failure.command);
  const name = failure?.command?.name ?? '';
  // The text is tested first: parsing every later call costs more than all the rest.
  return view.steps.slice(index + 1).some((later) => {
    if (later.outcome !== 'worked' || !later.call.input.command?.includes(name)) return false;
    return later.parsed?.commands.some((command) => toolOf(command) === tool);
  });
}

function describe(step: FailedStep, view: ThreadView): Unexplained | undefined {
  const lines = complaintsOf(step.call.output, { command: step.failure.command });
  if (lines.length === 0) return undefined;
  const cure = step.failure.kind === 'check-failed' ? findRepair(step, view) : findCure(step, lines, view);
  // A red test or build is work, unless it turns green through a command and without an edit.
  if (step.failure.work && cure?.changes.every(({ kind }) => kind !== 'after' && kind !== 'repaired'))
    return { failure: step.failure, lines };
  return { failure: step.failure, lines, cure };
}

function maySpeak({ failure, call }: FailedStep): boolean {
  // The findings of a check are work, but a command that repairs them, or has to run before the check, may be missing.
  if (failure.work) return true;
  // A missing program may only have to be built.
  if (failure.kind === 'file-missing')
    return failure.subject !== undefined && failure.command?.program === failure.subject;
  if (elsewhere.has(failure.kind)) return false;
  if (call.tool === 'read' || call.tool === 'edit' || call.tool === 'write') return false;
  return failure.command === undefined || !isUnderTest(failure.command);
}

/** Kinds whose lessons need more than the complaint: the person or rule that refused, the path, the text. */
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
 * Returns the keys of complaints that successful calls of a thread printed: such a line is not a complaint. Only calls of
 * programs that failed in the session are examined, because the output of others explains nothing.
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
