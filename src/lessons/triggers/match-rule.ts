import type { CallView, SeenCommand } from './call-view.ts';
import { type Glob, matchGlob } from './glob.ts';
import type { Subject } from './holds.ts';
import { commandsOf, matchPath, matchWords, type PathGlob, type TriggerRule } from './rule.ts';
import { matchToolName } from './tool-name.ts';

/** Returns every way in which a call matches a rule. */
export function* findSubjects(rule: TriggerRule, view: CallView): Iterable<Subject> {
  switch (rule.tool) {
    case 'Bash':
      for (const seen of view.commands) if (commandsOf(rule).some((words) => isCommand(words, seen))) yield { seen };
      return;
    case 'Read':
    case 'Grep':
      yield* findNamed(rule.paths, view);
      return;
    case 'Edit':
      if (view.call.tool === 'edit') yield* findPath(rule.paths, view);
      return;
    case 'Search':
      if (view.call.tool === 'search' || view.call.tool === 'list') yield* findPath(rule.paths, view);
      else
        for (const seen of view.commands) if (searchers.has(seen.command.name)) yield* findIn(rule.paths, seen, view);
      return;
    case 'Pattern':
      for (const { pattern, seen } of patternsOf(view))
        if (matchGlob(rule.pattern, pattern)) yield { value: pattern, seen };
      return;
    case 'Tool': {
      if (!matchToolName(rule.name, view.call.name)) return;
      const value = rule.argument && argumentOf(view, rule.argument.name);
      if (rule.argument && (value === undefined || !matchGlob(rule.argument.value, value))) return;
      yield { path: view.path, value };
    }
  }
}

/** Whether a command matches. A wrapper in front of a command, such as `timeout 60`, also counts as a command. */
function isCommand(rule: readonly Glob[], { words, wrapped }: SeenCommand): boolean {
  return matchWords(rule, words) || (wrapped !== undefined && matchWords(rule, wrapped));
}

/** Finds whatever names the path, except calls that create or remove it. */
function* findNamed(globs: readonly PathGlob[], view: CallView): Iterable<Subject> {
  if (view.call.input.command === undefined) {
    if (view.call.tool !== 'write') yield* findPath(globs, view);
    return;
  }
  for (const seen of view.commands) {
    if (makers.has(seen.command.name)) continue;
    yield* findIn(globs, seen, view);
    // A program that is called by its path is also a file.
    const program = /[\\/]/.test(seen.command.program)
      ? view.roots.relative(seen.command.program, seen.directory)
      : undefined;
    if (program !== undefined && matchPath(globs, program)) yield { seen, path: program };
  }
}

function* findPath(globs: readonly PathGlob[], view: CallView): Iterable<Subject> {
  if (view.path !== undefined && matchPath(globs, view.path)) yield { path: view.path };
}

function* findIn(globs: readonly PathGlob[], seen: SeenCommand, view: CallView): Iterable<Subject> {
  for (const path of view.pathsIn(seen)) if (matchPath(globs, path)) yield { seen, path };
}

/** Commands that create or remove the path that they name: it need not exist before, or does not exist after. */
const makers = new Set([
  'mkdir',
  'touch',
  'tee',
  'New-Item',
  'ni',
  'md',
  'rm',
  'rmdir',
  'Remove-Item',
  'ri',
  'rd',
  'del',
]);

const searchers = new Set(['rg', 'grep', 'egrep', 'fgrep', 'ag', 'ack', 'find', 'fd', 'ls', 'tree']);

/** Returns the search patterns of a call: the pattern of a search tool, or of a search in the shell. */
function* patternsOf(view: CallView): Iterable<{ pattern: string; seen?: SeenCommand }> {
  const { tool, input } = view.call;
  if (input.command === undefined) {
    if ((tool === 'search' || tool === 'list') && input.pattern !== undefined) yield { pattern: input.pattern };
    return;
  }
  if (!/\b(?:rg|[ef]?grep|ag|ack)\b/.test(input.command)) return;
  for (const seen of view.commands) {
    const { command } = seen;
    if (!patternPrograms.has(command.name) && !(command.name === 'git' && command.subcommand === 'grep')) continue;
    const given = command.arguments.filter(
      ({ text }) => text === '-e' || text === '--regexp' || /^-[a-zA-Z]+e$/.test(text),
    );
    const patterns = given.flatMap(({ value }) => value ?? []);
    if (patterns.length === 0 && command.operands[0] !== undefined) patterns.push(command.operands[0]);
    for (const pattern of patterns) yield { pattern, seen };
  }
}

const patternPrograms = new Set(['rg', 'grep', 'egrep', 'fgrep', 'ag', 'ack']);

/** Returns an argument by the name that the agent gives it, or by the field into which it was put. */
function argumentOf({ call: { input, tool } }: CallView, name: string): string | undefined {
  const value = input.rest && Object.hasOwn(input.rest, name) ? input.rest[name] : undefined;
  if (value !== undefined) return String(value);
  switch (name) {
    case 'command':
    case 'pattern':
    case 'glob':
    case 'url':
    case 'path':
      return input[name];
    case 'file_path':
    case 'filePath':
      // A search has a `path`: an argument sent under another name is still among the rest.
      return tool === 'search' || tool === 'list' ? undefined : input.path;
    default:
      return undefined;
  }
}
