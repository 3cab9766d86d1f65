import type { CommandChange, ShellCommand } from '../../../shell/index.ts';
import { shapeOf } from '../../value-shape.ts';
import type { Claim } from '../claim.ts';
import { findKept, nameCall, valueOfFlag } from '../kept-word.ts';
import { offeredValues } from '../offered-values.ts';
import { claim, type FailedStep, findRetry, headOf, type Relation, typedNew, typedOld } from '../relation.ts';
import type { Step, ThreadView } from '../session-view.ts';
import { callOf, typedToolOf } from '../tool-names.ts';

/**
 * The same command with one value changed works, and the error names the wrong value: a branch, container, service, port, owner,
 * field. Paths have a relation of their own.
 */
export const otherValue: Relation = {
  name: 'other-value',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || !failure.subject || failure.kind !== 'bad-argument') return [];
    const wrong = failure.subject;
    if (failure.rule === 'gh.field') return [unknownField(step, failed, wrong, view)];
    const choices = offeredValues(step.call.output, failure.diagnostic);
    if (choices.length > 0) return [noneOf(step, failed, wrong, choices, view)];
    const retry = findRetry(step, view, ({ difference }) => {
      const changes = difference.changes.filter((change) => change.kind !== 'redirect-changed');
      return changes.length <= 2 && changes.some((change) => names(change, wrong));
    });
    const change = retry?.difference.changes.find((candidate) => names(candidate, wrong));
    const [from, to] = change ? [typedOld(change), typedNew(change)] : [];
    if (!retry || !from || !to) return [];
    if (isRandom(from) || isRandom(to)) return otherShape(step, retry.step, failed, [from, to]);
    const [shared, wrongValue, rightValue] = splitShared(from, to);
    const tool = shared === '' ? headOf(failed) : shared;
    return [
      claim(step, retry.step, {
        relation: 'other-value',
        key: `${tool} ${wrongValue}`,
        wrong: wrongValue,
        right: rightValue,
        facts: { tool },
      }),
    ];
  },
};

/**
 * Explains a changed notation. Values that differ from call to call say nothing themselves, but their notation may: a full hash
 * in place of a short one.
 */
function otherShape(step: FailedStep, fix: Step, failed: ShellCommand, [wrong, right]: [string, string]): Claim[] {
  const [shape, rightShape] = [shapeOf(wrong), shapeOf(right)];
  if (shape === undefined || rightShape === undefined || shape === rightShape) return [];
  const tool = callOf(failed);
  return [
    claim(step, fix, {
      relation: 'other-value',
      key: `${tool} ${shape}`,
      wrong,
      right,
      facts: { tool, shape, rightShape },
    }),
  ];
}

/**
 * Explains a field that does not exist, which the error alone proves; the next call may show which command has it, or its right
 * name.
 */
function unknownField(step: FailedStep, failed: ShellCommand, field: string, view: ThreadView): Claim {
  const tool = headOf(failed);
  const asked = fieldsOf(failed);
  const renamed = findRetry(step, view, ({ command }) =>
    fieldsOf(command).some((name) => isRenamed(name, field, asked)),
  );
  const name = renamed && fieldsOf(renamed.command).find((one) => isRenamed(one, field, asked));
  const kept =
    name === undefined
      ? findKept(step, view, [field], (command) => command.name === failed.name && headOf(command) !== tool)
      : undefined;
  const right = name ?? (kept && nameCall(kept.command));
  return claim(step, renamed?.step ?? kept?.step, {
    relation: 'other-value',
    key: `${tool} --json ${field}`,
    wrong: field,
    ...(right === undefined ? {} : { right }),
    facts: { tool, program: failed.name, field },
  });
}

/** Returns the fields that `--json` requests. */
function fieldsOf(command: ShellCommand): string[] {
  return valueOfFlag(command, '--json')?.split(',') ?? [];
}

/** Whether a field was renamed: an added field whose name contains the other one, `mergedAt` for `merged`. */
function isRenamed(name: string, field: string, asked: readonly string[]): boolean {
  if (asked.includes(name) || name === field) return false;
  const [long, short] = name.length > field.length ? [name, field] : [field, name];
  return short.length >= 4 && long.toLowerCase().includes(short.toLowerCase());
}

/**
 * Explains a value that is not in a closed list: the error proves it and lists the valid ones. The next call may omit the flag.
 */
function noneOf(
  step: FailedStep,
  failed: ShellCommand,
  wrong: string,
  choices: readonly string[],
  view: ThreadView,
): Claim {
  const told: readonly string[] = step.failure.diagnostic.match(/--?[a-z][\w-]*/gi) ?? [];
  const flag = failed.flags.find((name) => told.includes(name));
  const tool = [callOf(failed), flag].filter(Boolean).join(' ');
  const retry = findRetry(step, view, ({ command }) => headOf(command) === headOf(failed));
  const isDropped = flag !== undefined && retry !== undefined && !retry.command.flags.includes(flag);
  return claim(step, retry?.step, {
    relation: 'other-value',
    key: `${tool} choices`,
    wrong,
    facts: {
      tool,
      choices: choices.join(' '),
      head: typedToolOf(failed),
      flag: flag ?? '',
      ...(isDropped ? { dropped: 'yes' } : {}),
    },
  });
}

/** Whether the changed part is what the error complained about. */
function names(change: CommandChange, wrong: string): boolean {
  if (!change.kind.endsWith('-replaced') || change.kind === 'program-replaced') return false;
  const [from, to] = [typedOld(change) ?? '', typedNew(change) ?? ''];
  // A full hash begins with the short one.
  const isRewritten = shapeOf(from) !== undefined && shapeOf(to) !== undefined && shapeOf(from) !== shapeOf(to);
  return from.includes(wrong) && (isRewritten || !to.includes(wrong));
}

/**
 * Returns the common beginning of two sides and the rest of each: a runner is replaced as a whole, `docker exec a` by `docker
 * exec b`.
 */
function splitShared(from: string, to: string): [shared: string, from: string, to: string] {
  const [a, b] = [from.split(' '), to.split(' ')];
  let same = 0;
  while (same < Math.min(a.length, b.length) - 1 && a[same] === b[same]) same += 1;
  return [a.slice(0, same).join(' '), a.slice(same).join(' '), b.slice(same).join(' ')];
}

/** Whether a value is a commit, a number, a generated name or prose, and so not a fact of a project. */
function isRandom(value: string): boolean {
  return (
    /^[0-9a-f]{7,40}$|^\d+$|\$\w|[0-9a-f]{8}-[0-9a-f]{4}/.test(value) ||
    value.length > 80 ||
    value.split(' ').length > 3
  );
}
