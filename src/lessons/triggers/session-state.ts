import type { Call } from '../../agents/call.ts';
import { joinDirectory } from '../../failures/recovery/join-directory.ts';
import { mayShowFiles, parseShell, showingCommands } from '../../shell/index.ts';
import { wordsOf } from '../word-index.ts';
import { anchorsOfWords } from './anchors.ts';
import type { AskedCall, CallView } from './call-view.ts';
import type { Glob } from './glob.ts';
import { KnownTexts, type TextCount } from './known-texts.ts';
import { matchPath, matchWords, type PathGlob } from './rule.ts';
import { shownBy } from './shown-text.ts';
import { writtenBy } from './written-files.ts';

/** What a session must remember because some condition asks for it. */
export interface Watches {
  /** Commands whose last run counts. */
  readonly commands: readonly (readonly Glob[])[];
  /** Files whose last edit counts. */
  readonly edits: readonly (readonly PathGlob[])[];
  /** Some condition asks whether a file was read. */
  readonly reads: boolean;
  /** Some condition asks whether a command wrote files. */
  readonly writes: boolean;
  /** Some condition asks whether an edit's old text is there, and how often. */
  readonly replaced: boolean;
  /** Some condition asks whether a path is a folder. */
  readonly folders: boolean;
  /** Some condition asks what runs beside a call. */
  readonly running: boolean;
}

/**
 * A call after it ran. Of its output two notes of the agent are looked at, that the shell was put back and that a file is not known, and
 * the text of a file that was read.
 */
export type ObservedCall = AskedCall & Pick<Call, 'outcome'> & Partial<Pick<Call, 'output'>>;

/** What Claude Code adds to the output of a command that left the project: the next one starts where this one did. */
export const RESET_NOTE = 'Shell cwd was reset to';

/** What Claude Code and OpenCode answer to an edit of a file that they do not know. */
export const NOT_READ: readonly string[] = ['has not been read yet', 'before overwriting it'];

/** What conditions ask of the calls that were made before. Paths are relative to the repository. */
export interface PastCalls {
  /** Whether the file is known: read, or written by the agent itself. */
  hasRead(path: string): boolean;
  /** Whether a text holds another one that an edit took out of the file. */
  isReplaced(path: string, text: string): boolean;
  /** How often a text is in the file, as far as calls showed the file. */
  countText(path: string, text: string, isLoose: boolean): TextCount;
  /** Whether something was found below the path. */
  isFolder(path: string): boolean;
  /** Whether a command may have changed the file since it was last read. */
  isChanged(path: string): boolean;
  /** Whether the watched command ended well, at all or since the file was read. */
  hasRun(watch: number, since?: string): boolean;
  /** Whether the watched command was sent in the same turn, and may still run. */
  isRunning(watch: number, batch: AskedCall['batch']): boolean;
  /** Whether a watched file was edited after the watched command last ended well. */
  isEditedSince(edit: number, watch: number): boolean;
}

/** What happened in one thread of a session, as far as conditions ask. Time is a count of calls. */
export class SessionState implements PastCalls {
  readonly #watches: Watches;
  readonly #anchors: readonly (readonly string[] | undefined)[];
  readonly #ran: number[];
  readonly #edited: number[];
  /** The turn that each watched command was last sent in. */
  readonly #sent: AskedCall['batch'][] = [];
  readonly #read = new Map<string, number>();
  /** Files that a command printed: how agents read that have no tool for it. */
  readonly #shown = new Map<string, number>();
  #hasReadTool = false;
  readonly #written = new Map<string, number>();
  readonly #folders = new Map<string, number>();
  /** Texts that edits took out of a file and that nothing has put back since. */
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

  /** The directory that the call is made in: what the agent says, and where it says nothing new, where `cd` led. */
  directoryOf(call: AskedCall): string | undefined {
    return call.cwd === undefined || call.cwd === this.#told ? this.#directory : call.cwd;
  }

  /** The conversation was compacted: what was read before is no longer known. */
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
    // The root is one, and so is where the shell is.
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

  /** Carries on what a call did. One that failed read and wrote nothing, and left the shell where it was. */
  observe(view: CallView, isOk: boolean, output = ''): void {
    const { call } = view;
    this.#now += 1;
    this.#directory = view.directory;
    if (call.cwd !== undefined) this.#told = call.cwd;
    if (call.batch !== undefined && this.#watches.running) this.#noteSent(view);
    if (!isOk) {
      // The agent's own word for it: what it once knew is gone, by a compaction or a restart.
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
      // A search may have been in a folder that is empty: only what is below a path proves it one, or what is listed in it.
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

  /** When the agent last saw the file. One that has a tool for reading goes by it: clients that watch files do, too. */
  #lastSeen(path: string): number | undefined {
    const read = this.#read.get(path);
    const shown = this.#hasReadTool ? undefined : this.#shown.get(path);
    return read !== undefined && shown !== undefined ? Math.max(read, shown) : (read ?? shown);
  }

  /** Lines of a file that a command printed. */
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
    const directory = joinDirectory(view.directory, parseShell(text, view.call.name).cdAfter);
    // Out of the project it is put back, said or not.
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

  /** What ran beside a call may have failed, and yet have held what the call needs. */
  #noteSent(view: CallView): void {
    for (const [index, command] of this.#watches.commands.entries())
      if (view.commands.some((seen) => matchWords(command, seen.words))) this.#sent[index] = view.call.batch;
  }

  #noteRuns(view: CallView, text: string): void {
    if (this.#watches.commands.length === 0) return;
    const words = new Set(wordsOf(text));
    for (const [index, command] of this.#watches.commands.entries()) {
      const anchors = this.#anchors[index];
      if (anchors && !anchors.some((anchor) => words.has(anchor))) continue;
      if (view.commands.some((seen) => matchWords(command, seen.words))) this.#ran[index] = this.#now;
    }
  }

  /** An edit takes out the one place that has its old text, or all of them; a new text may bring back what an earlier one took out. */
  #noteReplaced({ tool, input: { oldText, newText } }: AskedCall, path: string): void {
    if (!this.#watches.replaced) return;
    const isWhole = (text: string | undefined) => text !== undefined && !text.endsWith('…');
    // What was written anew or cannot be seen whole may hold anything.
    if (tool === 'write' || oldText === undefined || newText === undefined || !isWhole(newText)) {
      this.#replaced.delete(path);
      return;
    }
    const gone = (this.#replaced.get(path) ?? []).filter((text) => !newText.includes(text));
    if (isWhole(oldText) && oldText.length >= SHORTEST_TEXT && !newText.includes(oldText)) gone.push(oldText);
    this.#replaced.set(path, gone.slice(-MOST_TEXTS));
  }

  /** What is in the file after the call. A text that was cut says nothing. */
  #noteText({ tool, input: { oldText, newText, replaceAll } }: AskedCall, path: string): void {
    if (!this.#watches.replaced) return;
    const whole = (text: string | undefined) => (text?.endsWith('…') ? undefined : text);
    if (tool === 'write') this.#texts.write(path, whole(newText));
    else this.#texts.replace(path, { old: whole(oldText), new: whole(newText ?? ''), isAll: replaceAll === true });
  }

  #noteEdit(path: string): void {
    for (const [index, globs] of this.#watches.edits.entries()) if (matchPath(globs, path)) this.#edited[index] = this.#now;
  }
}

const CHANGES_DIRECTORY = /\b(?:cd|chdir|pushd|popd|Set-Location|Push-Location|Pop-Location)\b/i;

/** Shorter texts are in many places, and an edit of one of them says nothing. */
const SHORTEST_TEXT = 8;
/** Texts that one file remembers. */
const MOST_TEXTS = 50;

/** Files that one thread remembers. A session that reads more has long forgotten the first ones. */
const MOST_FILES = 4000;

function remember(times: Map<string, number>, path: string, now: number): void {
  times.delete(path);
  times.set(path, now);
  if (times.size <= MOST_FILES) return;
  const [oldest] = times.keys();
  if (oldest !== undefined) times.delete(oldest);
}

/** Whether what was written, a file or a folder, takes in the path. */
export function covers(written: string, path: string): boolean {
  return written === path || written === '' || written === '.' || path.startsWith(`${written}/`);
}

/**
 * Claude Code's shell stays where `cd` led, but for subagents; the shells of the others start anew for each call, those of Windows too,
 * which are called `powershell`.
 */
function keepsDirectory(call: AskedCall): boolean {
  return call.thread === undefined && (call.name === 'Bash' || call.name === 'PowerShell');
}
