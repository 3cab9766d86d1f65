import { realpathSync } from 'node:fs';
import {
  codeOr,
  fixed,
  nameLesson,
  quotable,
  quotablePath,
  quote,
  type Sentence,
  say,
} from '../../lessons/quotable.ts';
import type { Notice } from '../../memory/notice.ts';
import { nameForFix } from '../../memory/tool-fixes/fix-name.ts';
import { readErrorPattern } from '../../memory/tool-fixes/tool-fix.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import { stripControls } from '../../shared/terminal.ts';
import { askMemory, type RememberedIssue } from '../ask-memory.ts';
import { diagnose } from '../detect.ts';
import { readFailedSources } from '../failure-log.ts';
import { SourceCheckout } from './checkout.ts';
import { findErrorPlaces, type NamedPlace } from './error-places.ts';
import { findToolSources } from './find-sources.ts';
import { readToolSource } from './read-tool.ts';
import { chooseLines, type ShownCode, showCode } from './show-code.ts';
import type { FoundToolSource, ToolSourceKind } from './source.ts';
import type { CodePlace } from './source-map.ts';

/** The tool that failed, and its place. */
export interface DebugRequest extends UserHome {
  /** The tool: a command (`npm run build`), a name (`deploy`), a tool of an MCP server (`mcp__quay__deploy`). */
  tool: string;
  /** Its error output. */
  error?: string;
  /** The folder in which it was run: any folder of the project. */
  folder: string;
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
export interface ErrorPlace extends ShownCode, Pick<CodePlace, 'path' | 'line'> {}

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
  if (tool === '')
    throw new AppError('usage', 'No tool is named.', {
      hint: 'Name the tool that failed: a command, a script or a tool of an MCP server.',
    });
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
  const issues = new Map(
    answers.flatMap((answer) => answer.issues).map((issue) => [`${issue.layer} ${issue.id}`, issue]),
  );
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
      runs: runs === undefined ? undefined : (commands[index] ?? ''),
      shown: code,
    };
  });
  const places = named.flatMap(({ file, line }, index) => {
    const code = shown[found.length + index];
    return code ? [{ path: file.path, line, ...code }] : [];
  });
  return { sources, places };
}

/** The facts from which the steps are chosen. */
type StepFacts = Pick<DebugReport, 'tool' | 'sources' | 'places' | 'issues'> & { hasError: boolean };

/** Lists the next steps in order: fixed sentences with the names that were found. */
function listSteps({ sources, places, issues, hasError }: StepFacts): Sentence[] {
  const [issue] = issues;
  const source = sources.find(({ shown }) => shown) ?? sources[0];
  return [
    ...(issue ? [tryIssue(issue)] : []),
    ...(places[0] ? [say`Read ${nameLine(places[0].path, places[0].line)}, which the error names.`] : []),
    ...(source ? [say`Read ${nameLine(source.path, source.from)}: does it do what the call expects?`] : []),
    ...(source
      ? [fixed('Correct the source if the tool is wrong, or the call if it was used wrongly; then run it again.')]
      : [fixed('This project has no source of it: see its --help or its documentation.')]),
    ...(hasError ? [] : [fixed('Add the error to see known issues and the lines that it names.')]),
    fixed('Once it works, save the fix, so that nobody has to find it again.'),
  ];
}

function nameLine(path: string, line: number): Sentence {
  const place = quotablePath(path, 300);
  return codeOr(place && quote`${place}:${line}`, 'the file below');
}

function tryIssue({ id, commands, layer }: RememberedIssue): Sentence {
  const where = layer === 'user' ? ' of your own memory' : '';
  const how = commands[0] === undefined ? '' : say`: ${codeOr(quotable(commands[0], 300), 'see its commands')}`;
  return say`Try the fix of ${nameLesson({ id })}${where} first${how}.`;
}

const LONGEST = 120;

/**
 * Suggests the pattern under which to save a fix for this error: the informative line, with placeholders for the parts that vary.
 * A person or an agent makes it more precise; `TEXT` if no line is informative.
 */
function suggestPattern(error: string | undefined): string {
  const line = error === undefined ? undefined : findTellingLine(stripControls(error));
  if (line === undefined) return 'TEXT';
  const words = line.split(/\s+/).map(openWord).join(' ').slice(0, LONGEST).trim();
  const joined = words.replace(/(?:<any> ?){2,}/g, '<any> ').trim();
  return readErrorPattern(joined) === undefined ? 'TEXT' : joined;
}

/** Replaces a path, an address, a number or an id, which will differ the next time. */
function openWord(word: string): string {
  if (/^\(?(?:https?:\/\/|file:\/\/|[A-Za-z]:\\|~?\.{0,2}\/)/.test(word) || /[\w.-]\/[\w.-]/.test(word))
    return '<path>';
  if (/\d/.test(word) && /^[\W\d]*[0-9a-f-]{7,}\W*$/i.test(word)) return '<any>';
  return word.replace(/\d{1,20}/g, '<n>');
}

function findTellingLine(error: string): string | undefined {
  const healable = diagnose({ text: error })?.line;
  if (healable !== undefined) return healable;
  const lines = error
    .split('\n')
    .slice(-500)
    .map((line) => line.slice(0, 1000).trim())
    .filter((line) => line !== '' && !/^(?:at |File "|\^|~|\||Traceback )/.test(line));
  const telling = lines.findLast((line) =>
    /\b(?:error|failed|failure|fatal|cannot|can't|could not|unable|not found|no such|denied|invalid|unknown|missing|exception|panic)\b/i.test(
      line,
    ),
  );
  return telling ?? lines.at(-1);
}
