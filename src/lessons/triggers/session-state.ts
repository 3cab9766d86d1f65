import type { Call } from '../../agents/call.ts';
import { resolveDirectory } from '../../failures/recovery/join-directory.ts';
import { mayShowFiles, parseShell, showingCommands } from '../../shell/index.ts';
import { indexedWords } from '../word-index.ts';
import { anchorsOfWords } from './anchors.ts';
import type { AskedCall, CallView } from './call-view.ts';
import type { Glob } from './glob.ts';
import { KnownTexts, type TextCount } from './known-texts.ts';
import { matchPath, matchWords, type PathGlob } from './rule.ts';
import { shownBy } from './shown-text.ts';
import { writtenBy } from './written-files.ts';

/** The facts that a session must track because some condition needs them. */
export interface Watches {
  /** Commands whose last run is needed. */
  readonly commands: readonly (readonly Glob[])[];
  /** Files whose last edit is needed. */
  readonly edits: readonly (readonly PathGlob[])[];
  /** Whether some condition needs to know whether a file was read. */
  readonly reads: boolean;
  /** Whether some condition needs to know whether a command wrote files. */
  readonly writes: boolean;
  /** Whether some condition needs to know whether an edit's old text is there, and how often. */
  readonly replaced: boolean;
  /** Whether some condition needs to know whether a path is a folder. */
  readonly folders: boolean;
  /** Whether some condition needs to know what runs beside a call. */
  readonly running: boolean;
}

/**
 * A call after it ran. Of its output only two notes of the agent are used, that the shell was reset and that a file is not known,
 * and the text of a file that was read.
 */
export type ObservedCall = AskedCall & Pick<Call, 'outcome'> & Partial<Pick<Call, 'output'>>;

/** The note that Claude Code adds to the output of a command that left the project: the next one starts where this one did. */
export const RESET_NOTE = 'Shell cwd was reset to';

/** The answers of Claude Code and OpenCode to an edit of a file that they do not know. */
export const NOT_READ: readonly string[] = ['has not been read yet', 'before overwriting it'];

/** The facts about earlier calls that conditions need. Paths are relative to the repository. */
export interface PastCalls {
  /** Whether the file is known: read, or written by the agent itself. */
  hasRead(path: string): boolean;
  /** Whether a text contains another one that an edit removed from the file. */
  isReplaced(path: string, text: string): boolean;
  /** Counts how often a text is in the file, as far as calls showed the file. */
  countText(path: string, text: string, isLoose: boolean): TextCount;
  /** Whether something was found below the path. */
  isFolder(path: string): boolean;
  /** Whether a command may have changed the file since it was last read. */
  isChanged(path: string): boolean;
  /** Whether the watched command succeeded, at all or since the file was read. */
  hasRun(watch: number, since?: string): boolean;
  /** Whether the watched command was sent in the same turn, and may still be running. */
  isRunning(watch: number, batch: AskedCall['batch']): boolean;
  /** Whether a watched file was edited after the watched command last succeeded. */
  isEditedSince(edit: number, watch: number): boolean;
}

/** The events in one thread of a session, as far as conditions need them. Time is a count of calls. */
export class SessionState implements PastCalls {
  readonly #watches: Watches;
  readonly #anchors: readonly (readonly string[] | undefined)[];
  readonly #ran: number[];
  readonly #edited: number[];
  /** The turn in which each watched command was last sent. */
  readonly #sent: AskedCall['batch'][] = [];
  readonly #read = new Map<string, number>();
  /** Files that a command printed: agents without a tool for reading read this way. */
  readonly #shown = new Map<string, number>();
  #hasReadTool = false;
  readonly #written = new Map<string, number>();
  readonly #folders = new Map<string, number>();
  /** Texts that edits removed from a file and that nothing has put back since. */
  readonly #replaced = new Map<string, string[]>();
  readonly #texts = new KnownTexts();
  #writtenAll = 0;
  #now = 0;
  #told: string | undefined;
  #directory: string | undefined;

  constructor(watches: Watches) {
    this.#watches = watches;
    this.#anchors = watches.commands.map(anchorsOfWords);
    this.#ran = watches.commands.map(() => 0);
    this.#edited = watches.edits.map(() => 0);
  }

  /** Returns the working directory of the call: as reported by the agent, or where `cd` led if it reports nothing new. */
  directoryOf(call: AskedCall): string | undefined {
    return call.cwd === undefined || call.cwd === this.#told ? this.#directory : call.cwd;
  }

  /** Forgets what was read, because the conversation was compacted. */
  forgetReads(): void {
    this.#read.clear();
    this.#shown.clear();
  }

  hasRead(path: string): boolean {
    return this.#read.has(path);
  }

  isReplaced(path: string, text: string): boolean {
    return this.#replaced.get(path)?.some((gone) => text.includes(gone)) === true;
  }

  countText(path: string, text: string, isLoose: boolean): TextCount {
    return this.#texts.count(path, text, isLoose);
  }

  isFolder(path: string): boolean {
    // The root is a folder, and so is the shell's working directory.
    return path === '' || this.#folders.has(path);
  }

  isChanged(path: string): boolean {
    const read = this.#lastSeen(path);
    if (read === undefined) return false;
    if (this.#writtenAll > read) return true;
    for (const [written, at] of this.#written) if (at > read && covers(written, path)) return true;
    return false;
  }

  hasRun(watch: number, since?: string): boolean {
    const ran = this.#ran[watch] ?? 0;
    if (since === undefined) return ran > 0;
    const read = this.#lastSeen(since);
    return read !== undefined && ran > read;
  }

  isRunning(watch: number, batch: AskedCall['batch']): boolean {
    return batch !== undefined && this.#sent[watch] === batch;
  }

  isEditedSince(edit: number, watch: number): boolean {
    return (this.#edited[edit] ?? 0) > (this.#ran[watch] ?? 0);
  }

  /** Records the effects of a call. A failed one read and wrote nothing, and left the shell where it was. */
  observe(view: CallView, isOk: boolean, output = ''): void {
    const { call } = view;
    this.#now += 1;
    this.#directory = view.directory;
    if (call.cwd !== undefined) this.#told = call.cwd;
    if (call.batch !== undefined && this.#watches.running) this.#noteSent(view);
    if (!isOk) {
      // The agent says so itself: its earlier knowledge is gone after a compaction or a restart.
      if (view.path !== undefined && NOT_READ.some((text) => output.includes(text))) this.#read.delete(view.path);
      return;
    }
    if (call.input.command !== undefined) {
      this.#carryDirectory(view, call.input.command, output);
      this.#observeCommand(view, call.input.command);
      this.#notePrinted(view, call.input.command, output);
    } else if (view.path !== undefined) this.#observeFile(view, view.path, output);
  }

  #observeFile({ call }: CallView, path: string, output: string): void {
    const isEdit = call.tool === 'edit' || call.tool === 'write';
    if (this.#watches.folders) {
      // A search may have been in an empty folder: only an entry below a path, or a listing of it, proves it to be a folder.
      if (call.tool === 'list' && call.input.pattern === undefined) remember(this.#folders, path, this.#now);
      for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
        remember(this.#folders, path.slice(0, cut), this.#now);
    }
    if (isEdit) {
      this.#noteEdit(path);
      this.#noteReplaced(call, path);
      this.#noteText(call, path);
    }
    if (call.tool === 'read' && this.#watches.replaced) {
      const { offset, limit } = call.input;
      this.#texts.show(path, output, { whole: offset === undefined && limit === undefined });
    }
    if (call.tool === 'read') this.#hasReadTool = true;
    if (this.#watches.reads && (isEdit || call.tool === 'read')) remember(this.#read, path, this.#now);
  }

  /**
   * Returns when the agent last saw the file. For an agent with a tool for reading, that tool decides: clients that watch files
   * do the same.
   */
  #lastSeen(path: string): number | undefined {
    const read = this.#read.get(path);
    const shown = this.#hasReadTool ? undefined : this.#shown.get(path);
    return read !== undefined && shown !== undefined ? Math.max(read, shown) : (read ?? shown);
  }

  /** Records lines of a file that a command printed. */
  #notePrinted(view: CallView, text: string, output: string): void {
    const shown = this.#watches.replaced && output !== '' && mayShowFiles(text) ? shownBy(view) : undefined;
    if (!shown) return;
    const { path, first, isToEnd } = shown;
    if (shown.isNumbered) this.#texts.show(path, output, { whole: first === 1 && isToEnd });
    else this.#texts.print(path, output, { first, isToEnd });
  }

  #noteShown(view: CallView, text: string): void {
    if (!this.#watches.reads || this.#hasReadTool || !mayShowFiles(text)) return;
    const shown = new Set(showingCommands(view.commands.map(({ command }) => command)));
    for (const seen of view.commands) {
      if (shown.has(seen.command)) for (const path of view.pathsIn(seen)) remember(this.#shown, path, this.#now);
    }
  }

  #carryDirectory(view: CallView, text: string, output: string): void {
    if (!keepsDirectory(view.call) || !CHANGES_DIRECTORY.test(text) || output.includes(RESET_NOTE)) return;
    const directory = resolveDirectory(view.directory, parseShell(text, view.call.name).cdAfter);
    // Outside the project it is reset, whether reported or not.
    if (directory !== undefined && view.roots.relative(directory) !== undefined) this.#directory = directory;
  }

  #observeCommand(view: CallView, text: string): void {
    this.#noteRuns(view, text);
    this.#noteShown(view, text);
    if (!this.#watches.writes && !this.#watches.replaced && this.#watches.edits.length === 0) return;
    const written = writtenBy(view, text);
    if (written.everything) this.#writtenAll = this.#now;
    if (written.everything) this.#replaced.clear();
    if (this.#watches.replaced && (written.everything || written.paths.length > 0))
      this.#texts.forget((file) => written.everything || written.paths.some((path) => covers(path, file)));
    for (const path of written.paths) {
      for (const file of this.#replaced.keys()) if (covers(path, file)) this.#replaced.delete(file);
      if (this.#watches.writes) remember(this.#written, path, this.#now);
      this.#noteEdit(path);
    }
  }

  /** Records a sent command. A call that ran beside another may have failed and still have blocked what the other needs. */
  #noteSent(view: CallView): void {
    for (const [index, command] of this.#watches.commands.entries())
      if (view.commands.some((seen) => matchWords(command, seen.words))) this.#sent[index] = view.call.batch;
  }

  #noteRuns(view: CallView, text: string): void {
    if (this.#watches.commands.length === 0) return;
    const words = new Set(indexedWords(text));
    for (const [index, command] of this.#watches.commands.entries()) {
      const anchors = this.#anchors[index];
      if (anchors && !anchors.some((anchor) => words.has(anchor))) continue;
      if (view.commands.some((seen) => matchWords(command, seen.words))) this.#ran[index] = this.#now;
    }
  }

  /**
   * Records the text that an edit removed. An edit removes the one occurrence of its old text, or all of them; a new text may
   * restore what an earlier edit removed.
   */
  #noteReplaced({ tool, input: { oldText, newText } }: AskedCall, path: string): void {
    if (!this.#watches.replaced) return;
    const isWhole = (text: string | undefined) => text !== undefined && !text.endsWith('…');
    // A text that was rewritten, or is not visible in full, may contain anything.
    if (tool === 'write' || oldText === undefined || newText === undefined || !isWhole(newText)) {
      this.#replaced.delete(path);
      return;
    }
    const gone = (this.#replaced.get(path) ?? []).filter((text) => !newText.includes(text));
    if (isWhole(oldText) && oldText.length >= SHORTEST_TEXT && !newText.includes(oldText)) gone.push(oldText);
    this.#replaced.set(path, gone.slice(-MOST_TEXTS));
  }

  /** Records the content of the file after the call. A truncated text says nothing. */
  #noteText({ tool, input: { oldText, newText, replaceAll } }: AskedCall, path: string): void {
    if (!this.#watches.replaced) return;
    const whole = (text: string | undefined) => (text?.endsWith('…') ? undefined : text);
    if (tool === 'write') this.#texts.write(path, whole(newText));
    else this.#texts.replace(path, { old: whole(oldText), new: whole(newText ?? ''), isAll: replaceAll === true });
  }

  #noteEdit(path: string): void {
    for (const [index, globs] of this.#watches.edits.entries())
      if (matchPath(globs, path)) this.#edited[index] = this.#now;
  }
}

const CHANGES_DIRECTORY = /\b(?:cd|chdir|pushd|popd|Set-Location|Push-Location|Pop-Location)\b/i;

/** Shorter texts occur in many places, and an edit of one of them says nothing. */
const SHORTEST_TEXT = 8;
/** The maximum of texts remembered for one file. */
const MOST_TEXTS = 50;

/** The maximum of files remembered for one thread. A session that reads more has long forgotten the first ones. */
const MOST_FILES = 4000;

function remember(times: Map<string, number>, path: string, now: number): void {
  times.delete(path);
  times.set(path, now);
  if (times.size <= MOST_FILES) return;
  const [oldest] = times.keys();
  if (oldest !== undefined) times.delete(oldest);
}

/** Whether a written path, a file or a folder, covers the path. */
export function covers(written: string, path: string): boolean {
  return written === path || written === '' || written === '.' || path.startsWith(`${written}/`);
}

/**
 * Whether the shell keeps its directory. Claude Code's shell stays where `cd` led, except in subagents; the shells of other
 * agents start anew for each call, and so do those on Windows, which are called `powershell`.
 */
function keepsDirectory(call: AskedCall): boolean {
  return call.thread === undefined && (call.name === 'Bash' || call.name === 'PowerShell');
}
