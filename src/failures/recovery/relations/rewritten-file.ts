import { rewriterOf } from '../../findings/rewriter.ts';
import { isDiagnostic, pathsOf, signatureOf } from '../../shell/index.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import type { Step, ThreadView } from '../session-view.ts';
import { joinDirectory } from '../touched.ts';

/**
 * An edit failed because a command had rewritten the file since the agent last saw it: a formatter, a hook of a commit, a generator.
 * One lesson per command, never one per file.
 */
export const rewrittenFile: Relation = {
  name: 'rewritten-file',
  explain(step, view) {
    const { failure, call } = step;
    const path = call.input.path === undefined ? undefined : view.roots.relative(call.input.path, call.cwd);
    if (!path || (call.tool !== 'edit' && call.tool !== 'write')) return [];
    if (failure.kind !== 'stale-read' && (failure.kind !== 'edit-mismatch' || failure.rule === 'tool.many-strings')) return [];
    const since = sinceLastSeen(step, view, path);
    // What the agent itself changed in the file by shell is another cause.
    if (!since || since.some((between) => changesByHand(between, path, view))) return [];
    const rewriter = since.map(rewriterOf).findLast((found) => found !== undefined);
    if (!rewriter) return [];
    const fix = view.steps.slice(step.index + 1, step.index + 16).find((later) => {
      return later.call.tool === 'read' && later.call.outcome === 'ok' && isAt(later, path, view);
    });
    return [
      claim(step, fix, {
        relation: 'rewritten-file',
        key: signatureOf(rewriter.command),
        wrong: rewriter.text,
        facts: { how: rewriter.how },
      }),
    ];
  },
};

/** The calls since the agent last read or wrote the file, oldest first; nothing if it never did. */
function sinceLastSeen(step: FailedStep, view: ThreadView, path: string): Step[] | undefined {
  for (let index = step.index - 1; index >= 0; index--) {
    const earlier = view.steps[index];
    if (earlier?.call.outcome !== 'ok' || !seers.has(earlier.call.tool)) continue;
    if (isAt(earlier, path, view)) return view.steps.slice(index + 1, step.index);
  }
  return undefined;
}

const seers = new Set(['read', 'edit', 'write']);

function isAt({ call }: Step, path: string, view: ThreadView): boolean {
  return call.input.path !== undefined && view.roots.relative(call.input.path, call.cwd) === path;
}

function changesByHand({ call, parsed }: Step, path: string, view: ThreadView): boolean {
  if (!parsed || call.outcome !== 'ok') return false;
  return parsed.commands.some((command) => {
    if (isDiagnostic(command) || command.name === 'git' || rewriterOf({ call, parsed: { ...parsed, commands: [command] } }))
      return false;
    return pathsOf(command).some((named) => view.roots.relative(named, joinDirectory(call.cwd, command.dir)) === path);
  });
}
