import { type ShellCommand, signatureOf } from '../../../shell/index.ts';
import { declaresPackage, isInstaller } from '../../findings/installer.ts';
import { claim, type FailedStep, headOf, type Relation, runOf, textOf } from '../relation.ts';
import { after, ran, type Step, type ThreadView, worked } from '../session-view.ts';

/**
 * A program or module of the project was missing until the project's packages were installed: a new checkout or worktree, or a
 * changed lock file. One lesson per installing command, whatever failed without it.
 */
export const missingInstall: Relation = {
  name: 'missing-install',
  explain(step, view) {
    const { failure, call } = step;
    const failed = failure.command;
    if (!failed || isInstaller(failed) || (failure.kind !== 'command-not-found' && failure.kind !== 'module-missing'))
      return [];
    // A newly declared package has to be installed: that is work.
    if (view.steps.slice(0, step.index).some((before) => declaresPackage(before))) return [];
    const found = findInstall(step, failed, view);
    if (!found) return [];
    const earlier = view.steps.slice(0, step.index).flatMap((before) => before.parsed?.commands ?? []);
    const isNew = earlier.some(
      ({ name, subcommand }) => name === 'git' && /^(?:worktree add|clone)$/.test(subcommand ?? ''),
    );
    return [
      claim(step, found.step, {
        relation: 'missing-install',
        key: signatureOf(found.command),
        wrong: headOf(failed),
        right: textOf(found.command),
        ...(failure.subject ? { because: failure.subject } : {}),
        facts: { run: runOf(failed), ...(isNew || isWorktree(call.cwd) ? { fresh: 'yes' } : {}) },
      }),
    ];
  },
};

/** Finds the install that is followed by the same command, which no longer fails for the same reason. */
function findInstall(
  step: FailedStep,
  failed: ShellCommand,
  view: ThreadView,
): { step: Step; command: ShellCommand } | undefined {
  let install: { step: Step; command: ShellCommand } | undefined;
  for (const later of after(view, step)) {
    if (declaresPackage(later)) return undefined;
    if (!install && ran(later)) {
      const command = later.parsed?.commands.find(isInstaller);
      if (command) install = { step: later, command };
    }
    const again = later.parsed?.commands.some((command) => signatureOf(command) === signatureOf(failed));
    if (!again || !worked(later, step.failure)) continue;
    // If it worked before anything was installed, the install was not the reason.
    return install;
  }
  return undefined;
}

function isWorktree(cwd: string | undefined): boolean {
  return /[\\/][^\\/]*worktrees?[\\/]/i.test(cwd ?? '');
}
