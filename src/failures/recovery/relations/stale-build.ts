import { type ShellCommand, signatureOf } from '../../../shell/index.ts';
import { withoutPaths } from '../../findings/fixer.ts';
import { isBuilder } from '../../findings/installer.ts';
import { claim, type FailedStep, type Relation, runOf } from '../relation.ts';
import { after, ran, type Step, type ThreadView, worked } from '../session-view.ts';
import { writtenPaths } from '../touched.ts';

/**
 * An error that points to built or generated output that is missing or older than its sources, and the build that fixed it. One
 * lesson per output folder, whichever command used it.
 */
export const staleBuild: Relation = {
  name: 'stale-build',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || !failure.subject || !isBuilt(failure.rule ?? '', failure.subject)) return [];
    const output = failure.rule === 'go.embed' ? embedded(step, view) : outputFolder(failure.subject, step, view);
    const found = findBuild(step, failed, view);
    // Without a build of its own it counts once another session shows which build fixes it, unless the sources were wrong.
    if (
      !output ||
      !/^[\w@./-]+$/.test(output) ||
      (!found && (failure.rule !== 'bun.export' || isEditedNext(output, step, view)))
    )
      return [];
    return [
      claim(step, found?.step, {
        relation: 'stale-build',
        key: output,
        wrong: signatureOf(failed),
        right: found ? withoutPaths(found.command) : undefined,
        facts: { output, run: runOf(failed) },
      }),
    ];
  },
};

/** Whether an error can only mean this, or a module is missing below a folder to which builds write. */
function isBuilt(rule: string, subject: string): boolean {
  return staleRules.has(rule) || ((rule === 'node.module' || rule === 'node.export') && builtFolder.test(subject));
}

const staleRules = new Set(['bun.export', 'vite.entry', 'ts.unbuilt', 'go.embed', 'prisma.client']);
const builtFolder = /(?:^|[\\/])(?:dist|build|lib|out|target|generated|\.next|public)[\\/]/;

/** Returns the output folder of a file, such as `packages/core/dist`; the name of the package if the error names only that. */
function outputFolder(subject: string, { call }: FailedStep, view: ThreadView): string | undefined {
  if (!/[\\/]/.test(subject) || subject.startsWith('@')) return subject;
  const path = view.roots.relative(subject, call.cwd);
  if (!path || /(?:^|\/)node_modules\//.test(path)) return undefined;
  const end = builtFolder.exec(path);
  return end ? path.slice(0, end.index + end[0].length - 1) : undefined;
}

/** Returns the path of a file embedded by a Go file, which is relative to that Go file. */
function embedded({ call, failure }: FailedStep, view: ThreadView): string | undefined {
  const file = /^(?:.*[\\/])?(?=[^\\/\s]+\.go:\d)/.exec(failure.diagnostic)?.[0] ?? '';
  return view.roots.relative(`${file}${failure.subject ?? ''}`.replace(/\/+$/, ''), call.cwd) || undefined;
}

function isEditedNext(output: string, step: FailedStep, view: ThreadView): boolean {
  const source = output.slice(0, Math.max(0, output.lastIndexOf('/')));
  return after(view, step).some((later) => writtenPaths(later, view.roots).some((path) => path.startsWith(source)));
}

/**
 * Finds the build, with nothing edited before it, that is followed by the same command, which no longer fails for this reason.
 */
function findBuild(
  step: FailedStep,
  failed: ShellCommand,
  view: ThreadView,
): { step: Step; command: ShellCommand } | undefined {
  let build: { step: Step; command: ShellCommand } | undefined;
  for (const later of after(view, step)) {
    if (!build && later.outcome === 'worked' && (later.call.tool === 'edit' || later.call.tool === 'write'))
      return undefined;
    if (!build && ran(later)) {
      const command = later.parsed?.commands.find(
        (candidate) => isBuilder(candidate) && signatureOf(candidate) !== signatureOf(failed),
      );
      if (command) build = { step: later, command };
    }
    const again = later.parsed?.commands.some((command) => signatureOf(command) === signatureOf(failed));
    if (again && worked(later, step.failure)) return build;
  }
  return undefined;
}
