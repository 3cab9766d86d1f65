import { ran, type Step, type ThreadView } from '../../../failures/recovery/session-view.ts';
import { joinDirectory, pathsOf, type ShellCommand } from '../../../shell/index.ts';
import { editedFiles } from './check-streaks.ts';

/** Own work that was taken back. */
export interface Revert {
  /** The edit. */
  edit: Step;
  /** What took it back. */
  undo: Step;
  /** The files whose change is gone, in order. */
  files: string[];
  /** How, as it is typed: `git restore`; absent where an edit was undone by its opposite. */
  command?: string;
}

/** Work of a thread that it took back itself: files that it had edited and restored with git, and edits that it undid by their opposite. */
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

/** A print or a deliberate fault that is taken out again is no work: something must have said that the edit was wrong. */
function hasRedCheck({ steps }: ThreadView, edit: Step, undo: Step): boolean {
  return steps.slice(edit.index + 1, undo.index).some(({ failure }) => failure?.work === true);
}

/** A replaces B, then B replaces A. Long texts are cut in the index: short ones tell enough. */
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

/** Whether it throws changes of the working tree away. Taking files back from the index alone does not. */
function restores({ subcommand, flags, operands }: ShellCommand): boolean {
  if (subcommand === 'restore')
    return !flags.some((flag) => /^(?:--staged|-S)$/.test(flag)) || flags.some((flag) => /^(?:--worktree|-W)$/.test(flag));
  if (subcommand === 'reset') return flags.includes('--hard');
  return subcommand === 'checkout' && operands.length > 0 && !flags.some((flag) => /^-[bB]$|^--orphan$/.test(flag));
}

/** Texts are rewritten until they please, and lock files by installing: neither teaches anything. */
function isCode(file: string): boolean {
  return !/\.(?:mdx?|txt|rst|adoc|lock)$|(?:^|\/)package-lock\.json$/i.test(file);
}
