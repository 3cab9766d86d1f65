import type { FailureKind } from '../../failure.ts';
import { claim, type Relation } from '../relation.ts';
import { after } from '../session-view.ts';

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
        later.call.outcome === 'ok' &&
        !later.failure &&
        later.call.input.path === call.input.path
      );
    });
    const key = failure.rule === 'tool.many-strings' ? 'edit-ambiguous' : habit;
    return [claim(step, fix, { relation: 'tool-habit', key, wrong: call.name, facts: { habit: key } })];
  },
};

const habits: Partial<Record<FailureKind, string>> = {
  'not-read': 'read-before-edit',
  'stale-read': 'read-again',
  'edit-mismatch': 'edit-exact-text',
  'no-change': 'edit-no-change',
  'is-directory': 'read-directory',
};
