import { ran, type Step, type ThreadView } from '../../../failures/recovery/session-view.ts';
import { joinDirectory, pathsOf, type ShellCommand } from '../../../shell/index.ts';
import { editedFiles } from './check-streaks.ts';

/** The agent's own work that it reverted. */
export interface Revert {
  /** The edit. */
  edit: Step;
  /** The step that reverted it. */
  undo: Step;
  /** The files whose change is gone, in order. */
  files: string[];
  /** The command as typed: `git restore`; absent if an edit was undone by the opposite edit. */
  command?: string;
}

/**
 * Finds work that a thread reverted itself: edited files that it restored with git, and edits that it undid with the opposite
 * edit.
 */
export function findReverts(view: ThreadView): Revert[] {
  const reverts: Revert[] = [];
  // The last edit of each file that is still in place.
  const edits = new Map<string, Step>();
  for (const step of view.steps) {
    for (const file of editedFiles(step, view).filter(isCode)) {
      const before = edits.get(file);
      if (before && isOpposite(before, step)) {
        if (hasRedCheck(view, before, step)) reverts.push({ edit: before, undo: step, files: [file] });
        edits.delete(file);
      } else {
        edits.set(file, step);
      }
    }
    const restored = restoredBy(step, view, [...edits.keys()]);
    const [edit] = restored.files.flatMap((file) => edits.get(file) ?? []);
    if (!edit) continue;
    reverts.push({ edit, undo: step, files: restored.files, command: restored.command });
    for (const file of restored.files) edits.delete(file);
  }
  return reverts;
}

/**
 * Whether a check failed between edit and undo. Removing a debug print or a deliberate fault is not a revert: something must have
 * shown that the edit was wrong.
 */
function hasRedCheck({ steps }: ThreadView, edit: Step, undo: Step): boolean {
  return steps.slice(edit.index + 1, undo.index).some(({ failure }) => failure?.work === true);
}

/** Whether A replaces B, then B replaces A. The index truncates long texts; short ones are enough to tell. */
function isOpposite({ call: first }: Step, { call: second }: Step): boolean {
  const { oldText, newText } = first.input;
  return (
    oldText !== undefined &&
    newText !== undefined &&
    oldText !== '' &&
    oldText !== newText &&
    second.input.oldText === newText &&
    second.input.newText === oldText
  );
}

function restoredBy(step: Step, view: ThreadView, edited: readonly string[]): { files: string[]; command: string } {
  const none = { files: [], command: '' };
  if (edited.length === 0 || !ran(step) || !/\bgit\b/.test(step.call.input.command ?? '')) return none;
  for (const command of step.parsed?.commands ?? []) {
    if (command.name !== 'git' || command.nested || !restores(command)) continue;
    const directory = joinDirectory(step.call.cwd ?? '', command.dir ?? '') ?? step.call.cwd;
    const named = pathsOf(command).flatMap((path) => view.roots.relative(path, directory)?.replace(/\/$/, '') ?? []);
    const isAll = command.subcommand === 'reset' || command.operands.includes('.');
    const files = edited.filter((file) => isAll || named.some((path) => path === file || file.startsWith(`${path}/`)));
    if (files.length > 0) return { files, command: `git ${command.subcommand}` };
  }
  return none;
}

/** Whether it discards changes in the working tree. Unstaging files alone does not. */
function restores({ subcommand, flags, operands }: ShellCommand): boolean {
  if (subcommand === 'restore')
    return (
      !flags.some((flag) => /^(?:--staged|-S)$/.test(flag)) || flags.some((flag) => /^(?:--worktree|-W)$/.test(flag))
    );
  if (subcommand === 'reset') return flags.includes('--hard');
  return subcommand === 'checkout' && operands.length > 0 && !flags.some((flag) => /^-[bB]$|^--orphan$/.test(flag));
}

/** Whether a file is code. Prose is rewritten until it pleases, and lock files change on install: neither teaches anything. */
function isCode(file: string): boolean {
  return !/\.(?:mdx?|txt|rst|adoc|lock)$|(?:^|\/)package-lock\.json$/i.test(file);
}
