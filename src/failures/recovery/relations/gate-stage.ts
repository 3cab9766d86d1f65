import { signatureOf } from '../../../shell/index.ts';
import { claim, type Relation } from '../relation.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';
import { callOf } from '../tool-names.ts';

/**
 * A commit or push whose hook runs several checks and stops at one that was not run since the last edit: run that one first. The
 * command that the hook echoes before it complains shows which one it is.
 */
export const gateStage: Relation = {
  name: 'gate-stage',
  explain(step, view) {
    const { failure, call } = step;
    const failed = failure.command;
    if (!failed || !failure.work || failed.name !== 'git' || !/^(?:commit|push)$/.test(failed.subcommand ?? ''))
      return [];
    const stage = stageOf(call.output);
    if (stage === undefined || wasRun(stage, step, view)) return [];
    const typed = typedFor(stage, step, view);
    return [
      claim(step, undefined, {
        relation: 'gate-stage',
        key: `${failed.subcommand} ${stage}`,
        wrong: signatureOf(failed),
        right: typed ?? stage,
        facts: { gate: signatureOf(failed), ...(typed === undefined ? {} : { typed: 'yes' }) },
      }),
    ];
  },
};

/** Returns the last command that a hook says it runs: the complaint after it comes from that command. */
function stageOf(output: string): string | undefined {
  const echoed = [...output.matchAll(ECHO)].at(-1)?.[1]?.trim();
  const hook = [...output.matchAll(HOOK_ID)].at(-1)?.[1];
  const stage = hook === undefined ? echoed : `pre-commit run ${hook}`;
  return stage !== undefined && stage.length <= 80 && !/^git\b/.test(stage) ? stage : undefined;
}

/** `$ tsc --noEmit` from bun and yarn; from npm the second of two lines, `> harbour@1.0.0 check` and `> tsc --noEmit`. */
const ECHO = /^[$>] ((?!\S+@\S+ )[a-z][^\n]{1,100})$/gm;
const HOOK_ID = /^- hook id: ([\w.-]{1,40})$/gm;

/** Whether the check ran in this thread after the code it complains about was written. */
function wasRun(stage: string, { index }: Step, view: ThreadView): boolean {
  const before = view.steps.slice(0, index);
  const edited = before.findLastIndex(
    ({ call, outcome }) => (call.tool === 'edit' || call.tool === 'write') && outcome === 'worked',
  );
  return before.slice(edited + 1).some((step) => runs(stage, step));
}

function runs(stage: string, { call }: Step): boolean {
  return (
    call.input.command?.includes(stage) === true ||
    call.output.includes(`$ ${stage}`) ||
    call.output.includes(`> ${stage}`)
  );
}

/** Returns the command with which the agent itself runs the check, if it does: the script that echoes it. */
function typedFor(stage: string, step: Step, view: ThreadView): string | undefined {
  const near = [...view.steps.slice(0, step.index), ...after(view, step)];
  const own = near.findLast(
    (other) => runs(stage, other) && other.parsed?.main !== undefined && other.parsed.main.name !== 'git',
  );
  return own?.parsed?.main && callOf(own.parsed.main);
}
