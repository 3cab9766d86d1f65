import type { CallInput } from '../../../agents/call.ts';
import type { FailureKind } from '../../../programs/cause-rule.ts';
import { diagnoseEdit } from '../diagnose-edit.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';

/**
 * Rules of the agent's own tools, the same in every project: read before editing, copy the text exactly, no directories. One lesson
 * per rule, never one per file; said once and last.
 */
export const toolHabit: Relation = {
  name: 'tool-habit',
  explain(step, view) {
    const { failure, call } = step;
    const habit = failure.rule === 'tool.spawn' ? 'tool-gone' : habits[failure.kind];
    if (!habit || call.tool === 'shell') return [];
    const fix = after(view, step).find((later) => {
      return (
        later.call.tool === call.tool &&
        later.outcome === 'worked' &&
        later.call.input.path === call.input.path &&
        isSameEdit(later.call.input, call.input)
      );
    });
    const key = failure.rule?.startsWith('tool.many-') ? 'edit-ambiguous' : habit;
    const diagnosis = diagnosers[key]?.(step, view);
    const facts = { habit: key, ...(diagnosis === undefined ? {} : { diagnosis }) };
    return [claim(step, fix, { relation: 'tool-habit', key, wrong: call.name, facts })];
  },
};

/** Functions that diagnose a call beyond the rule that the tool itself states. */
const diagnosers: Readonly<Record<string, (step: FailedStep, view: ThreadView) => string | undefined>> = {
  'edit-exact-text': diagnoseText,
  'read-before-edit': diagnoseUnread,
};

/** Compares the text with the next accepted edit of the file that has some of its lines. */
function diagnoseText(step: FailedStep, view: ThreadView): string | undefined {
  const { call, index } = step;
  const { oldText, path } = call.input;
  if (oldText === undefined) return undefined;
  if (isOtherHunk(step)) return 'hunks';
  for (const later of view.steps.slice(index + 1, index + 1 + NEAR)) {
    const accepted = later.call.tool === 'edit' && later.outcome === 'worked' ? later.call.input : undefined;
    const found =
      accepted?.path === path && accepted?.oldText !== undefined ? diagnoseEdit(oldText, accepted.oldText) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether a patch was refused because of lines that its first change does not have: if one change is refused, so are the others.
 */
function isOtherHunk({ failure: { rule }, call }: FailedStep): boolean {
  const { oldText = '' } = call.input;
  if (rule !== 'tool.no-lines' || oldText === '' || oldText.endsWith('…')) return false;
  const [, ...refused] = call.output.split('\n').filter((line) => line.trim() !== '');
  return refused.length > 0 && !oldText.includes(refused[0] ?? '');
}

/** Returns `shown` if the agent knew an unread file from the shell or a search. */
function diagnoseUnread({ call, index }: FailedStep, view: ThreadView): string | undefined {
  const name = call.input.path?.split(/[\\/]/).at(-1);
  if (!name) return undefined;
  const showed = ({ call: { tool, input, output } }: Step) =>
    (tool === 'shell' && input.command?.includes(name)) || (tool === 'search' && output.includes(name));
  return view.steps.slice(0, index).some(showed) ? 'shown' : undefined;
}

/** An edit that is accepted later than this concerns something else. */
const NEAR = 8;

/**
 * Whether a later edit is the same change again: to the same text, or to a place that shares a line with it. Any other edit of
 * the file is a coincidence.
 */
function isSameEdit(later: CallInput, failed: CallInput): boolean {
  if (failed.oldText === undefined || later.oldText === undefined) return failed.oldText === later.oldText;
  if (later.newText !== undefined && later.newText === failed.newText) return true;
  const lines = new Set(failed.oldText.split('\n').map((line) => line.trim()));
  return later.oldText.split('\n').some((line) => line.trim().length >= 12 && lines.has(line.trim()));
}

const habits: Partial<Record<FailureKind, string>> = {
  'not-read': 'read-before-edit',
  'stale-read': 'read-again',
  'edit-mismatch': 'edit-exact-text',
  'no-change': 'edit-no-change',
  'is-directory': 'read-directory',
};
