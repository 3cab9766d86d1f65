import type { FileChange, ProjectReport } from '../../app/learn/learn-report.ts';
import { contains } from '../../shared/paths.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { LessonsViewOptions } from './lessons-view.ts';
import { type Paint, showText, wrap } from './text.ts';

/** Options for the list of changes. */
export interface ChangesViewOptions extends LessonsViewOptions {
  /** The requested folder: files that are written elsewhere are marked as such. */
  folder?: string;
  /** Whether the diff of each file is shown. */
  showsDiff?: boolean;
}

/** Returns the files that would be or were written: on one line, or with the exact diff. */
export function viewChanges(project: ProjectReport, options: ChangesViewOptions): string {
  if (project.changes.length === 0) return '';
  const { paint, verbose, hasVerbose, columns } = options;
  const isDiff = options.showsDiff === true || verbose;
  if (!isDiff) {
    const files = listFiles(project.changes);
    return `${paint.bold(chooseHead(project, options))} ${wrap(files, columns, 2, chooseHead(project, options).length + 1)}`;
  }
  const names = project.changes.map(
    (change) => `  ${paint.dim(describeAction(change).padEnd(7))} ${stripControls(change.name)}`,
  );
  const list = [paint.bold(chooseHead(project, options)), ...names].join('\n');
  if (project.applied) return list;
  // The memory file holds every lesson in full, so its diff would bury the others.
  const isShown = (change: FileChange) => verbose || !change.name.startsWith('.memory/');
  const isHinted = hasVerbose && project.changes.some((change) => !isShown(change));
  const hint = isHinted ? `\n  ${paint.dim('(--verbose shows all of .memory/)')}` : '';
  const diffs = project.changes.filter(isShown).map((change) => paintDiff(change.diff, paint));
  return [list + hint, ...diffs].join('\n\n');
}

/** Names the files, those of the memory folder as one. */
function listFiles(changes: readonly FileChange[]): string {
  const names = changes.map(({ name, action }) =>
    name.startsWith('.memory/') ? '.memory/' : `${stripControls(name)}${action === 'remove' ? ' (removed)' : ''}`,
  );
  return [...new Set(names)].join(', ');
}

function chooseHead({ applied, refusals, root }: ProjectReport, { folder, home }: ChangesViewOptions): string {
  // In a worktree or a second clone one expects the files here, but they are written to the main checkout.
  const where = folder === undefined || contains(root, folder) ? '' : ` in ${showText(root, home)}`;
  if (applied) return `Written${where}:`;
  return refusals.length === 0 ? `Would be written${where} with --apply:` : 'Would be written if nothing prevented it:';
}

function describeAction({ action }: FileChange): string {
  return { create: 'new', change: 'changed', remove: 'removed' }[action];
}

/** Colours a unified diff, and removes characters that act on a terminal. */
export function paintDiff(diff: string, paint: Paint): string {
  return diff
    .trimEnd()
    .split('\n')
    .map((raw) => {
      const line = stripControls(raw).replaceAll('\n', ' ');
      if (line.startsWith('+++') || line.startsWith('---')) return paint.bold(line);
      if (line.startsWith('+')) return paint.green(line);
      if (line.startsWith('-')) return paint.red(line);
      return line.startsWith('@@') ? paint.cyan(line) : line;
    })
    .join('\n');
}
