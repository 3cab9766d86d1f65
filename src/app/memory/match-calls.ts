import { readFrame } from '../../agents/codex/frame.ts';
import { readNamedCall } from '../../agents/tool-names.ts';
import { makeRoots } from '../../failures/recovery/project-roots.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import {
  type AskedCall,
  compileTriggers,
  type Machine,
  type Matcher,
  modeOf,
  type SessionMatcher,
} from '../../lessons/triggers/index.ts';
import { matchWorktree } from '../../sessions/projects/worktree-paths.ts';
import { asText, isJson } from '../../shared/json-values.ts';
import { contains, joinPath } from '../../shared/paths.ts';
import { mayShowFiles } from '../../shell/index.ts';

/** The lessons of one project. */
export interface MatchSource {
  /** The folder of the project, and every checkout of it. */
  root: string;
  folders: string[];
  lessons: readonly Matchable[];
}

/** The parts of a lesson needed to match and show it. */
export type Matchable = Pick<Lesson, 'id' | 'title' | 'guidance' | 'confidence' | 'trigger'>;

/** A lesson that applies to a call. */
export interface MatchedLesson extends Omit<Matchable, 'trigger'> {
  /** `warn`: would be shown before the call. `note`: only in context files, because such calls often succeed. */
  mode: 'warn' | 'note';
}

/** The answer to one line of input. */
export type MatchAnswer =
  | { id: string | number | null; lessons: MatchedLesson[] }
  | { id: string | number | null; error: string };

/** Upper bound for the number of sessions followed; beyond it, the one that was idle the longest is dropped. */
const MOST_SESSIONS = 500;

/** Answers which lessons apply to calls, and follows every session that the calls belong to. */
export class CallMatcher {
  readonly #projects: CompiledSource[];
  readonly #machine: Machine;
  readonly #sessions = new Map<string, SessionMatcher<Matchable>>();
  readonly #projectOf = new Map<string, number>();

  constructor(sources: readonly MatchSource[], machine: Machine = {}) {
    this.#machine = machine;
    this.#projects = sources.map((source) => compileSource(source, machine));
  }

  /** Lessons whose trigger cannot be read, by id. */
  get unreadable(): string[] {
    return this.#projects.flatMap(({ matcher }) => matcher.unreadable.map(({ id }) => id));
  }

  /** Answers one line of input. Never throws. */
  answer(line: string): MatchAnswer {
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch {
      return { id: null, error: 'not JSON' };
    }
    if (!isJson(record)) return { id: null, error: 'not an object' };
    const id = typeof record.id === 'string' || typeof record.id === 'number' ? record.id : null;
    const name = asText(record.tool_name);
    if (name === undefined) return { id, error: 'no tool_name' };
    if (record.cwd !== undefined && record.cwd !== null && typeof record.cwd !== 'string')
      return { id, error: 'cwd is not a string' };
    const cwd = asText(record.cwd);
    const session = this.#follow(String(record.session_id ?? ''), cwd);
    if (!session) return { id, lessons: [] };
    const thread = asText(record.agent_id);
    const calls = readNamedCall(name, record.tool_input).map(({ directory, ...call }): AskedCall => {
      const place = directory === undefined ? cwd : cwd === undefined ? directory : joinPath(cwd, directory);
      return { ...call, cwd: place, thread };
    });
    const matched = new Set(calls.flatMap((call) => session.match(call)));
    const outcome = hasFailed(record) ? 'failed' : 'ok';
    const response = record.tool_response;
    const isOnly = calls.length === 1;
    for (const call of calls) session.observe({ ...call, outcome, output: isOnly ? outputOf(call, response) : '' });
    return { id, lessons: [...matched].map(tell) };
  }

  /** Returns the session in the project that the folder belongs to; undefined if it belongs to none. */
  #follow(session: string, cwd: string | undefined): SessionMatcher<Matchable> | undefined {
    const number = this.#findProject(cwd);
    const project = this.#projects[number];
    if (!project) return undefined;
    const key = `${number} ${session}`;
    const followed = this.#sessions.get(key) ?? this.#settle(project, number, cwd).matcher.startSession();
    // Moved to the end, so that the first session is the one that was idle the longest.
    this.#sessions.delete(key);
    this.#sessions.set(key, followed);
    if (this.#sessions.size > MOST_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value ?? '');
    return followed;
  }

  /**
   * Recognises a worktree in which nobody has worked before by the folder where its first session starts: a path alone does not
   * tell where the worktree begins.
   */
  #settle(project: CompiledSource, number: number, cwd: string | undefined): CompiledSource {
    const { source } = project;
    const worktree = cwd === undefined ? undefined : matchWorktree(cwd);
    if (
      cwd === undefined ||
      !worktree?.open ||
      source.folders.some((one) => contains(one, cwd) && contains(worktree.root, one))
    )
      return project;
    const settled = compileSource({ ...source, folders: [...source.folders, cwd] }, this.#machine);
    this.#projects[number] = settled;
    return settled;
  }

  #findProject(cwd: string | undefined): number {
    if (cwd === undefined) return this.#projects.length === 1 ? 0 : -1;
    const known = this.#projectOf.get(cwd);
    if (known !== undefined) return known;
    let best = -1;
    let depth = -1;
    for (const [number, { source, roots }] of this.#projects.entries()) {
      const holding = source.folders.filter((folder) => contains(folder, cwd)).map((folder) => folder.length);
      const length = holding.length > 0 ? Math.max(...holding) : roots.relative(cwd) === undefined ? -1 : 0;
      if (length > depth) [best, depth] = [number, length];
    }
    // Folders come from outside, so their number must be bounded, too.
    if (this.#projectOf.size >= MOST_FOLDERS) this.#projectOf.clear();
    this.#projectOf.set(cwd, best);
    return best;
  }
}

const MOST_FOLDERS = 10_000;

/** The lessons of a project, compiled to be matched with calls. */
interface CompiledSource {
  source: MatchSource;
  roots: Roots;
  matcher: Matcher<Matchable>;
}

function compileSource(source: MatchSource, machine: Machine): CompiledSource {
  const roots = makeRoots(source);
  return { source, roots, matcher: compileTriggers(source.lessons, roots, machine) };
}

function tell(lesson: Matchable): MatchedLesson {
  const { id, title, guidance, confidence } = lesson;
  return { id, title, guidance, confidence, mode: modeOf(lesson.trigger) };
}

/**
 * Returns the output of a call. If one script made several calls, their output is one text, and it is unknown which call printed
 * what.
 */
function outputOf({ tool, input: { command } }: AskedCall, response: unknown): string {
  if (tool === 'read') return shownText(response);
  const text = responseText(response);
  if (command !== undefined && mayShowFiles(command)) return readFrame(text).text;
  // In any other output, clients put their messages at the beginning and at the end.
  return text.length > 4000 ? `${text.slice(0, 2000)}\n${text.slice(-2000)}` : text;
}

/** Returns the text in the response of a tool. */
function responseText(response: unknown): string {
  if (typeof response === 'string') return response;
  return isJson(response)
    ? [response.stdout, response.stderr].filter((part) => typeof part === 'string' && part !== '').join('\n')
    : '';
}

/** Returns the text that a read showed, with line numbers: given as text, or in the fields that Claude Code passes to hooks. */
function shownText(response: unknown): string {
  if (typeof response === 'string') return response;
  const file = isJson(response) && isJson(response.file) ? response.file : undefined;
  const { content, startLine: first = 1 } = file ?? {};
  if (typeof content !== 'string' || typeof first !== 'number') return '';
  return content
    .split('\n')
    .map((line, index) => `${first + index}\t${line}`)
    .join('\n');
}

/** Whether the call is reported as failed. Without any report it counts as successful, as most calls are. */
function hasFailed({ is_error: flag, tool_response: response }: { readonly [key: string]: unknown }): boolean {
  if (typeof flag === 'boolean') return flag;
  if (!isJson(response)) return false;
  const { is_error: isError, exit_code: exitCode, interrupted, success } = response;
  return (
    isError === true || interrupted === true || success === false || (typeof exitCode === 'number' && exitCode !== 0)
  );
}
