import { findProseInBackticks } from '../../failures/recovery/backticks.ts';
import { shapeOf } from '../../failures/value-shape.ts';
import { joinPath } from '../../shared/paths.ts';
import type { Word } from '../../shell/index.ts';
import { hasBareBrackets } from './bare-brackets.ts';
import type { CallView, SeenCommand } from './call-view.ts';
import type { Condition } from './condition.ts';
import { findsNoFile, type ListFolder } from './file-glob.ts';
import { type Glob, matchGlob } from './glob.ts';
import { countIn, type TextCount } from './known-texts.ts';
import { matchWords } from './rule.ts';
import type { PastCalls } from './session-state.ts';

/** A condition whose commands and files have the numbers under which the session tracks them. */
export type WatchedCondition = Condition & {
  /** The number of its command among the watched ones. */
  readonly watch?: number;
  /** The number of its files among the watched ones. */
  readonly edit?: number;
};

/** Facts that only the machine itself can provide; unknown ones are left out. */
export interface Machine {
  /** The shell in which commands run: `zsh`. */
  readonly shell?: string;
  /** Returns the current text of a file, by its absolute path. */
  readonly readFile?: (path: string) => string | undefined;
  /** Whether an absolute path is a folder. */
  readonly isFolder?: (path: string) => boolean;
  /** Returns the names in a folder. */
  readonly listFolder?: ListFolder;
}

/** One match of a rule: the command and the file that it was about. */
export interface Subject {
  /** The simple command of a shell call. */
  readonly seen?: SeenCommand;
  /** The file, relative to the repository. */
  readonly path?: string;
  /** The search pattern or the argument that the rule is about. */
  readonly value?: string;
}

/** Whether a condition holds before the call runs. An unknown condition does not hold: no warning is better than a wrong one. */
export function holds(
  condition: WatchedCondition,
  view: CallView,
  subject: Subject,
  state: PastCalls,
  machine: Machine,
): boolean {
  const { input, name } = view.call;
  const { seen, path } = subject;
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
    case 'is-folder': {
      if (path === undefined) return false;
      // History has no disk: there the location of a file need not be known.
      const file = state.isFolder(path) || !machine.isFolder ? undefined : locate(view, path);
      return state.isFolder(path) || (file !== undefined && machine.isFolder?.(file) === true);
    }
    case 'old-text-missing':
      return isReplaced(view, path, state) || countOldText(view, path, state, machine) === 0;
    case 'old-text-repeated':
      return input.replaceAll !== true && name !== 'apply_patch' && countOldText(view, path, state, machine) === 2;
    case 'backticks':
      return input.command?.includes('`') === true && findProseInBackticks(input.command).length > 0;
    case 'bare-brackets':
      return input.command !== undefined && hasBareBrackets(input.command);
    case 'alone':
      return seen !== undefined && view.commands.length === 1;
    case 'shape':
      return (
        seen?.command.arguments.some(
          ({ kind, text, value }) => shapeOf((kind === 'operand' ? text : value) ?? '') === condition.shape,
        ) === true
      );
    case 'piped':
      return seen?.command.piped === true;
    case 'unpiped':
      return seen?.command.piped === false;
    case 'old-equals-new':
      // A truncated text says nothing about its end.
      return input.oldText !== undefined && input.oldText === input.newText && !input.oldText.endsWith('…');
    case 'ran-since-read':
      return path !== undefined && state.hasRun(condition.watch ?? -1, path);
    case 'not-run':
      return !state.hasRun(condition.watch ?? -1) && !runsBefore(condition.command, view, seen);
    case 'running':
      return state.isRunning(condition.watch ?? -1, view.call.batch);
    case 'edited-since':
      return (
        state.isEditedSince(condition.edit ?? -1, condition.watch ?? -1) && !runsBefore(condition.command, view, seen)
      );
    case 'shell':
      // Lessons about a shell were learned where it is in use.
      return machine.shell === undefined || machine.shell === condition.name;
    case 'time-limit':
      return input.background !== true && (input.timeoutMs ?? 0) < condition.seconds * 1000;
    case 'argument': {
      const given = input.rest?.[condition.name];
      if (typeof given !== 'number') return false;
      return condition.relation === 'below' ? given < condition.bound : given > condition.bound;
    }
    case 'argument-is':
    case 'argument-is-not':
      return (String(input.rest?.[condition.name]) === condition.value) === (condition.kind === 'argument-is');
    case 'without':
      return !wordsBeside(view, subject).some((word) => matchGlob(condition.word, word));
    case 'glob-without-file':
      return (
        seen?.command.words.some(
          ({ text, isGlob, quoted, hasExpansion }) =>
            isGlob &&
            !quoted &&
            !hasExpansion &&
            findsNoFile(text, seen.directory, machine.listFolder, (path) => view.roots.relative(path) !== undefined),
        ) === true
      );
    case 'operands':
      return seen !== undefined && countOperands(seen) > condition.most;
    case 'quoted':
      return seen?.command.words.some((word) => isQuoted(word, seen) && matchGlob(condition.word, word.text)) === true;
    case 'unquoted':
      return (
        seen?.command.words.some((word) => word.isGlob && !word.quoted && matchGlob(condition.word, word.text)) === true
      );
  }
}

/** Whether the call itself runs a command before the one in question: `npm ci && npm test` includes its preparation. */
function runsBefore(command: readonly Glob[], { commands }: CallView, seen: SeenCommand | undefined): boolean {
  const end = seen === undefined ? 0 : commands.indexOf(seen);
  return commands.slice(0, Math.max(0, end)).some(({ words }) => matchWords(command, words));
}

/** Whether a word is quoted from its first letter: of `-g'*.ts'` only a part is. */
function isQuoted({ text, quoted }: Word, { command: { source } }: SeenCommand): boolean {
  return quoted && [`'${text}`, `"${text}`].some((start) => source.includes(start));
}

/** Counts the operands of a command, without flags and their values; arguments after `--` are for another program. */
function countOperands({ command }: SeenCommand): number {
  return command.arguments.filter(({ kind, afterDashes }) => kind === 'operand' && !afterDashes).length;
}

/**
 * Whether an earlier edit of this session has already replaced the text that this edit wants to replace; a truncated text says
 * nothing.
 */
function isReplaced({ call }: CallView, path: string | undefined, state: PastCalls): boolean {
  const { oldText } = call.input;
  return path !== undefined && oldText !== undefined && !oldText.endsWith('…') && state.isReplaced(path, oldText);
}

/**
 * Returns the other texts of a call: the pattern or argument of the rule, the words and variables of a command, or else the names
 * of the arguments.
 */
function wordsBeside(view: CallView, { seen, value }: Subject): string[] {
  if (value !== undefined) return [value, ...(seen?.words ?? [])];
  if (seen) return [...seen.words, ...Object.entries(seen.command.env).map(([name, setting]) => `${name}=${setting}`)];
  const { rest, ...fields } = view.call.input;
  return [...Object.keys(rest ?? {}), ...Object.keys(fields).flatMap((field) => argumentNames[field] ?? field)];
}

/** Arguments that have a field of their own, by the names that agents give them. */
const argumentNames: Readonly<Record<string, readonly string[]>> = {
  path: ['path', 'file_path', 'filePath', 'notebook_path'],
  oldText: ['old_string', 'oldString'],
  newText: ['new_string', 'newString', 'content', 'new_source'],
  timeoutMs: ['timeout'],
  background: ['run_in_background'],
  replaceAll: ['replace_all', 'replaceAll'],
};

/**
 * Counts how often the text that an edit replaces is in the file: on the disk, or else as calls showed it; undefined if that is
 * unknown.
 */
function countOldText(view: CallView, path: string | undefined, state: PastCalls, machine: Machine): TextCount {
  const { oldText } = view.call.input;
  if (path === undefined || !oldText || oldText.endsWith('…')) return undefined;
  // A patch is matched without the spaces at the ends of its lines.
  const isLoose = view.call.name === 'apply_patch';
  const file = machine.readFile ? locate(view, path) : undefined;
  const text = file === undefined ? undefined : machine.readFile?.(file);
  return text === undefined ? state.countText(path, oldText, isLoose) : countIn(text, oldText, isLoose);
}

/** Returns the location of a repository file on disk. Nothing outside the repository is read. */
function locate(view: CallView, path: string): string | undefined {
  const asked = view.call.input.path;
  return asked === undefined || path !== view.path ? undefined : joinPath(view.directory ?? '', asked);
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
