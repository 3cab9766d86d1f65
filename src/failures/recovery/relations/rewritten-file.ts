import { globsOf, isDiagnostic, mayShowFiles, pathsOf, showingCommands, signatureOf } from '../../../shell/index.ts';
import { type Rewriter, rewriterOf } from '../../findings/rewriter.ts';
import type { Claim } from '../claim.ts';
import { resolveDirectory } from '../join-directory.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import { ran, type Step, type ThreadView } from '../session-view.ts';
import { filesOf } from '../touched.ts';

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
    if (failure.kind !== 'stale-read' && (failure.kind !== 'edit-mismatch' || failure.rule?.startsWith('tool.many-')))
      return [];
    const since = sinceLastSeen(step, view, path);
    // A change that the agent itself made to the file in the shell is a different cause.
    if (since.some((between) => changesByHand(between, path, view))) return [];
    const rewriter = since.flatMap((between) => rewriterFor(between, path, view) ?? []).at(-1);
    if (!rewriter) return rewrittenOnSaving(step, since, path, view);
    const fix = view.steps.slice(step.index + 1, step.index + 16).find((later) => {
      return isRead(later, path, view) || isShown(later, path, view);
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

/**
 * Explains a file that changed after the agent's own edit although no command ran in between: a hook of the agent or an editor
 * formats saved files.
 */
function rewrittenOnSaving(step: FailedStep, since: readonly Step[], path: string, view: ThreadView): Claim[] {
  const seen = view.steps[step.index - since.length - 1];
  const isOwnEdit =
    seen !== undefined && (seen.call.tool === 'edit' || seen.call.tool === 'write') && isAt(seen, path, view);
  if (step.failure.kind !== 'stale-read' || !isOwnEdit || since.some(({ call }) => call.input.command !== undefined))
    return [];
  return [
    claim(step, undefined, {
      relation: 'rewritten-file',
      key: 'saving',
      wrong: step.call.name,
      facts: { how: 'saving' },
    }),
  ];
}

/**
 * Returns the calls since the agent last read or wrote the file, oldest first. If no call showed the file, a person did, with a
 * message that names it; then the last calls are examined.
 */
function sinceLastSeen(step: FailedStep, view: ThreadView, path: string): Step[] {
  for (let index = step.index - 1; index >= 0; index--) {
    const earlier = view.steps[index];
    if (!earlier) continue;
    const isChanged = changers.has(earlier.call.tool) && earlier.outcome === 'worked' && isAt(earlier, path, view);
    // A client that watches files relies on its own tool for reading, whatever a command printed.
    const isSeen = isRead(earlier, path, view) || (step.failure.kind !== 'stale-read' && isShown(earlier, path, view));
    if (isChanged || isSeen) return view.steps.slice(index + 1, step.index);
  }
  return view.steps.slice(Math.max(0, step.index - 5), step.index);
}

const changers = new Set(['edit', 'write']);

function isRead(step: Step, path: string, view: ThreadView): boolean {
  return step.call.tool === 'read' && step.outcome === 'worked' && isAt(step, path, view);
}

/** Whether a command printed the file: `cat`, `sed -n`. */
function isShown(step: Step, path: string, view: ThreadView): boolean {
  const { call } = step;
  const { command = '' } = call.input;
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The text is tested first: a thread may have thousands of commands.
  if (!ran(step) || !command.includes(name) || !mayShowFiles(command)) return false;
  return showingCommands(step.parsed?.commands ?? []).some((shown) => {
    return pathsOf(shown).some((one) => view.roots.relative(one, resolveDirectory(call.cwd, shown.dir)) === path);
  });
}

function isAt({ call }: Step, path: string, view: ThreadView): boolean {
  return filesOf(call).some((file) => view.roots.relative(file, call.cwd) === path);
}

/** Returns the command that may have rewritten the file: a command that was given other files did not. */
function rewriterFor(step: Step, path: string, view: ThreadView): Rewriter | undefined {
  const rewriter = rewriterOf(step);
  if (!rewriter || rewriter.how === 'hook') return rewriter;
  const given = [...pathsOf(rewriter.command), ...globsOf(rewriter.command)].map((one) => {
    return view.roots.relative(one.replace(/[*{].*$/, ''), resolveDirectory(step.call.cwd, rewriter.command.dir));
  });
  const covers = given.some(
    (one) => one !== undefined && (one === '' || one === path || path.startsWith(one.endsWith('/') ? one : `${one}/`)),
  );
  return given.length === 0 || covers ? rewriter : undefined;
}

/** Whether the agent itself changed the file: in place, by a redirection, by a copy. */
function changesByHand(step: Step, path: string, view: ThreadView): boolean {
  const { call, parsed } = step;
  if (!parsed || !ran(step)) return false;
  return parsed.commands.some((command) => {
    const targets = command.redirects.flatMap(({ op, target }) => (op.includes('>') ? [target] : []));
    const named = handTools.has(command.name) && !isDiagnostic(command) ? pathsOf(command) : [];
    return [...targets, ...named].some(
      (one) => view.roots.relative(one, resolveDirectory(call.cwd, command.dir)) === path,
    );
  });
}

const handTools = new Set([
  'sed',
  'perl',
  'awk',
  'cp',
  'mv',
  'rm',
  'tee',
  'patch',
  'truncate',
  'ed',
  'python',
  'python3',
  'node',
]);
