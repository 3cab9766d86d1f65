import { claim, type Relation } from '../relation.ts';

/** An absolute path into another checkout of the same repository: a worktree, the main clone, another machine's home folder. */
export const otherCheckout: Relation = {
  name: 'other-checkout',
  explain(step, view) {
    const { call, failure } = step;
    const path = call.input.path ?? failure.subject;
    if (failure.kind !== 'file-missing' || !path || !call.cwd) return [];
    const here = view.roots.checkout(call.cwd);
    const there = view.roots.checkout(path);
    if (!here || !there || here === there || here.startsWith(`${there}/`)) return [];
    return [claim(step, undefined, { relation: 'other-checkout', key: 'other-checkout', wrong: there, right: here })];
  },
};
