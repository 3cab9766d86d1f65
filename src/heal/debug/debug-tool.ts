import { realpathSync } from 'node:fs';
import type { Sentence } from '../../lessons/quotable.ts';
import type { Notice } from '../../memory/notice.ts';
import { nameForFix } from '../../memory/tool-fixes/fix-name.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import { stripControls } from '../../shared/terminal.ts';
import { askMemory, type RememberedIssue } from '../ask-memory.ts';
import { readFailedSources } from '../failure-log.ts';
import { SourceCheckout } from './checkout.ts';
import { findErrorPlaces, type NamedPlace } from './error-places.ts';
import { findToolSources } from './find-sources.ts';
import { readToolSource } from './read-tool.ts';
import { chooseLines, type ShownCode, showCode } from './show-code.ts';
import type { FoundToolSource, ToolSourceKind } from './source.ts';
import { listSteps } from './steps.ts';
import { suggestPattern } from './suggest-pattern.ts';

/** The tool that failed, and its place. */
export interface DebugRequest {
  /** The tool: a command (`npm run build`), a name (`deploy`), a tool of an MCP server (`mcp__quay__deploy`). */
  tool: string;
  /** Its error output. */
  error?: string;
  /** The folder in which it was run: any folder of the project. */
  folder: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The source of a tool, with its code. */
export interface ToolSource {
  kind: ToolSourceKind;
  /** Its usual name: `npm run build`, `make deploy`. */
  name: Sentence;
  /** The file, relative to the top of the checkout. */
  path: string;
  /** Its lines, counted from 1. */
  from: number;
  to: number;
  /** The command that it runs, if it is one. */
  runs?: string;
  /** At least a part of these lines; absent if they contain settings. */
  shown?: ShownCode;
}

/** A line that the error names, with the lines around it. */
export interface ErrorPlace extends ShownCode {
  path: string;
  line: number;
}

/** Everything that helps with a tool that failed. */
export interface DebugReport {
  tool: string;
  /** The top of the checkout. */
  root: string;
  /** The sources of the tool, the outermost first; empty if none was found. */
  sources: ToolSource[];
  /** Lines of the project that the error names. */
  places: ErrorPlace[];
  /** Known issues from the memories, the closest first. */
  issues: RememberedIssue[];
  /** The next steps, in order. */
  steps: Sentence[];
  /** The command that saves the fix once it is found. */
  save: string;
  /** Notices about the memory files. */
  notices: Notice[];
}

const MOST_ISSUES = 5;
/** The number of lines shown before and after one that an error names. */
const AROUND = 3;

/**
 * Finds the source of a tool that failed, the known issues with its error, and the next steps. Only files of the project are
 * shown.
 */
export async function debugTool(request: DebugRequest): Promise<DebugReport> {
  const tool = request.tool.trim();
  if (tool === '') throw new AppError('usage', 'Name the tool that failed: a command, a script or a tool of an MCP server.');
  const folder = realpathSync(request.folder);
  const git = openDisk().findGit(folder);
  const checkout = new SourceCheckout(git?.top ?? folder);
  const root = git?.main ?? folder;
  const folders = findOwnFolders(request);
  const logged = await readFailedSources(tool, { root, folders });
  const found = await findToolSources(readToolSource(tool, folder), checkout, request, logged);
  const named = request.error === undefined ? [] : findErrorPlaces(request.error, folder, checkout);
  const { issues, notices } = await askAll(tool, request.error, root, folders.config);
  const redactor = createRedactor();
  const { sources, places } = await show(found, named, checkout, redactor);
  const [pattern = 'TEXT'] = await redactor.redact([suggestPattern(request.error)]);
  const save = `hardwon learn-fix --tool ${quoteWord(nameForFix(tool) ?? 'TOOL')} --error-pattern ${quoteWord(pattern)} --root-cause TEXT --fix TEXT`;
  const facts = { tool, sources, places, issues, hasError: request.error !== undefined };
  return { tool, root: checkout.top, sources, places, issues, steps: listSteps(facts), save, notices };
}

/** Asks for issues known under the whole command, and under this error of its program. */
async function askAll(tool: string, error: string | undefined, root: string, userRoot: string) {
  const name = nameForFix(tool) ?? tool;
  const said = error === undefined ? {} : { error };
  const answers = [await askMemory({ tool, ...said }, root, userRoot)];
  if (error !== undefined && name !== tool) answers.push(await askMemory({ tool: name, error }, root, userRoot));
  const issues = new Map(answers.flatMap((answer) => answer.issues).map((issue) => [`${issue.layer} ${issue.id}`, issue]));
  return { issues: [...issues.values()].slice(0, MOST_ISSUES), notices: answers[0]?.notices ?? [] };
}

async function show(
  found: readonly FoundToolSource[],
  named: readonly NamedPlace[],
  checkout: SourceCheckout,
  redactor: ReturnType<typeof createRedactor>,
): Promise<{ sources: ToolSource[]; places: ErrorPlace[] }> {
  const pieces = found.map((source) => {
    const lines = source.isPrivate ? [] : (checkout.read(source.path)?.lines ?? []);
    const line = named.find(({ file }) => file.path === source.path)?.line;
    return { lines, ...chooseLines(source.from, source.to, line) };
  });
  const around = named.map(({ file: { lines }, line }) => {
    return { lines, from: Math.max(1, line - AROUND), to: Math.min(lines.length, line + AROUND) };
  });
  const shown = await showCode([...pieces, ...around], redactor);
  const commands = await redactor.redact(found.map(({ runs }) => stripControls(runs ?? '')));
  const sources = found.map(({ kind, name, path, from, to, runs }, index): ToolSource => {
    const code = pieces[index]?.lines.length ? shown[index] : undefined;
    return {
      ...{ kind, name, path, from, to },
      ...(runs === undefined ? {} : { runs: commands[index] ?? '' }),
      ...(code ? { shown: code } : {}),
    };
  });
  const places = named.flatMap(({ file, line }, index) => {
    const code = shown[found.length + index];
    return code ? [{ path: file.path, line, ...code }] : [];
  });
  return { sources, places };
}
