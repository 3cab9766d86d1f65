import { joinPath } from '../../shared/paths.ts';
import type { CallView, SeenCommand } from './call-view.ts';
import type { Condition } from './condition.ts';
import { matchGlob } from './glob.ts';
import type { SessionState } from './session-state.ts';

/** A condition whose commands and files are numbered as the session counts them. */
export type WatchedCondition = Condition & {
  /** The number of its command among the watched ones. */
  readonly watch?: number;
  /** The number of its files among the watched ones. */
  readonly edit?: number;
};

/** What only the machine itself can tell; what is not known is left out. */
export interface Machine {
  /** The shell that commands run in: `zsh`. */
  readonly shell?: string;
  /** The text of a file as it is now, by its absolute path. */
  readonly readFile?: (path: string) => string | undefined;
}

/** One match of a rule: the command and the file that it was about. */
export interface Subject {
  /** The simple command of a shell call. */
  readonly seen?: SeenCommand;
  /** The file, relative to the repository. */
  readonly path?: string;
}

/** Whether a condition holds before the call runs. What cannot be known does not hold: no warning is better than a wrong one. */
export function holds(
  condition: WatchedCondition,
  view: CallView,
  { seen, path }: Subject,
  state: SessionState,
  machine: Machine,
): boolean {
  const { input, name } = view.call;
  switch (condition.kind) {
    case 'directory':
      return isThere(condition.relation, condition.folder, directoryOf(view, seen));
    case 'not-read':
      // A patch carries its own context: nothing has to be read first.
      return path !== undefined && name !== 'apply_patch' && !state.hasRead(path);
    case 'changed-since-read':
      return path !== undefined && state.isChanged(path);
    case 'read-whole':
      return view.call.tool === 'read' && input.offset === undefined && input.limit === undefined;
    case 'old-text-missing': {
      // Nothing outside the repository is looked into.
      const file = path === undefined || input.path === undefined ? undefined : joinPath(view.directory ?? '', input.path);
      const text = file === undefined || !input.oldText ? undefined : machine.readFile?.(file);
      return text !== undefined && !text.includes(input.oldText ?? '');
    }
    case 'old-equals-new':
      // A text that was cut says nothing of its end.
      return input.oldText !== undefined && input.oldText === input.newText && !input.oldText.endsWith('…');
    case 'ran-since-read':
      return path !== undefined && state.hasRun(condition.watch ?? -1, path);
    case 'not-run':
      return !state.hasRun(condition.watch ?? -1);
    case 'edited-since':
      return state.isEditedSince(condition.edit ?? -1, condition.watch ?? -1);
    case 'shell':
      // Lessons about a shell were learned where it is in use.
      return machine.shell === undefined || machine.shell === condition.name;
    case 'without':
      return seen
        ? !seen.words.some((word) => matchGlob(condition.word, word))
        : !Object.keys(input.rest ?? {}).some((argument) => matchGlob(condition.word, argument));
  }
}

function directoryOf(view: CallView, seen: SeenCommand | undefined): string | undefined {
  const directory = seen ? seen.directory : view.directory;
  return directory === undefined ? undefined : view.roots.relative(directory);
}

function isThere(relation: 'is' | 'is not' | 'below', folder: string, directory: string | undefined): boolean {
  if (directory === undefined) return false;
  if (relation === 'below') return directory !== folder && (folder === '' || directory.startsWith(`${folder}/`));
  return (directory === folder) === (relation === 'is');
}
