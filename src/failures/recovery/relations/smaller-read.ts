import { claim, type Relation } from '../relation.ts';
import { after } from '../session-view.ts';

/** A file that is too large to be read at once. */
export const smallerRead: Relation = {
  name: 'smaller-read',
  explain(step, view) {
    const { failure, call } = step;
    if (failure.kind !== 'too-large' || !call.input.path) return [];
    const path = view.roots.relative(call.input.path, call.cwd);
    if (!path) return [];
    const fix = after(view, step).find((later) => {
      if (later.outcome !== 'worked' || !later.call.input.path) return false;
      return view.roots.relative(later.call.input.path, later.call.cwd) === path;
    });
    return [
      claim(step, fix, {
        relation: 'smaller-read',
        key: path,
        wrong: path,
        because: failure.subject || undefined,
        facts: fix?.call.fileLines === undefined ? undefined : { lines: String(fix.call.fileLines) },
      }),
    ];
  },
};
