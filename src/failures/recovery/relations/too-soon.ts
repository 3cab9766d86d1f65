import { type ShellCommand, verbOf } from '../../../shell/index.ts';
import { claim, type FailedStep, isRepeated, type Relation } from '../relation.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';
import { callOf } from '../tool-names.ts';

/**
 * A command that requests something that another command of the same program has just started, and that works unchanged a little
 * later: the started thing needs time.
 */
export const tooSoon: Relation = {
  name: 'too-soon',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (
      !failed ||
      failure.work ||
      (failure.kind !== 'other' && failure.kind !== 'network' && failure.kind !== 'bad-argument')
    )
      return [];
    const start = findStart(step, failed, view);
    const repeat = start && findRepeat(step, failed, view);
    if (!start || !repeat) return [];
    const waiting = between(view, step, repeat)
      .flatMap((later) => later.parsed?.commands ?? [])
      .find((command) => command.name === failed.name && verbOf(command) === 'wait');
    return [
      claim(step, repeat, {
        relation: 'too-soon',
        key: `${callOf(failed)} after ${callOf(start)}`,
        wrong: callOf(failed),
        right: waiting ? callOf(waiting) : undefined,
        facts: { start: callOf(start) },
      }),
    ];
  },
};

/** Returns the command, a few calls before, that started the thing that the failed one names. */
function findStart(step: FailedStep, failed: ShellCommand, view: ThreadView): ShellCommand | undefined {
  const named = failed.operands.filter((operand) => operand.length > 3 && !/^[\d./-]/.test(operand));
  const before = [
    ...(step.parsed?.commands ?? []),
    ...view.steps.slice(Math.max(0, step.index - lookBack), step.index).flatMap(startsIn),
  ];
  return before.findLast(
    (command) =>
      command !== failed &&
      command.name === failed.name &&
      starting.has(verbOf(command)?.split(' ').at(-1) ?? '') &&
      named.some((name) => command.args.includes(name)),
  );
}

function startsIn(step: Step): readonly ShellCommand[] {
  return step.failure ? [] : (step.parsed?.commands ?? []);
}

const lookBack = 6;

/** Verbs that start something that keeps running. `run` does not: it ends when its program ends. */
const starting = new Set(['add', 'create', 'deploy', 'launch', 'new', 'open', 'restart', 'spawn', 'start', 'up']);

function findRepeat(step: FailedStep, failed: ShellCommand, view: ThreadView): Step | undefined {
  return after(view, step).find(
    (later) => later.outcome === 'worked' && later.parsed?.commands.some((command) => isRepeated(failed, command)),
  );
}

function between(view: ThreadView, step: Step, end: Step): readonly Step[] {
  return view.steps.slice(step.index + 1, end.index + 1);
}
