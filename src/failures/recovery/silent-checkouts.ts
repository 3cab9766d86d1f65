import type { Claim } from './claim.ts';
import { after, type Step, type ThreadView } from './session-view.ts';

/**
 * Finds edits that succeeded in another checkout of the repository: the agent notices that nothing has changed where it works,
 * and repeats them there. Only the later edit of the same file in its own checkout shows that the first one was a mistake.
 */
export function findSilentCheckouts(view: ThreadView): Claim[] {
  return view.steps.flatMap((step) => {
    const { call } = step;
    if (step.outcome !== 'worked' || (call.tool !== 'edit' && call.tool !== 'write')) return [];
    const { path } = call.input;
    const away = path === undefined ? undefined : checkoutAway(step, view);
    if (path === undefined || !away) return [];
    const relative = view.roots.relative(path, call.cwd);
    const fix = after(view, step).find(
      (later) =>
        later.outcome === 'worked' &&
        later.call.cwd === call.cwd &&
        (later.call.tool === 'edit' || later.call.tool === 'write' || later.call.tool === 'read') &&
        later.call.input.path !== undefined &&
        view.roots.relative(later.call.input.path, later.call.cwd) === relative &&
        view.roots.checkout(later.call.input.path) === away.here,
    );
    if (!fix) return [];
    return [
      {
        relation: 'other-checkout',
        key: 'other-checkout',
        failure: {
          call,
          kind: 'wrong-cwd',
          diagnostic: '',
          signature: 'wrong-cwd||other-checkout',
          subjects: [],
          work: false,
          masked: true,
        },
        fix: fix.call,
        between: fix.index - step.index - 1,
        wrong: away.there,
        right: away.here,
      },
    ];
  });
}

/** Returns the checkout of a call's path and the checkout from which the call was made, if they differ. */
function checkoutAway({ call }: Step, view: ThreadView): { here: string; there: string } | undefined {
  if (!call.cwd || call.input.path === undefined) return undefined;
  const here = view.roots.checkout(call.cwd);
  const there = view.roots.checkout(call.input.path);
  return here && there && here !== there ? { here, there } : undefined;
}
