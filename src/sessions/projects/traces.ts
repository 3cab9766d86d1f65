import type { Call } from '../../agents/call.ts';
import { isAbsolutePath, joinPath, pathKey } from '../../shared/paths.ts';
import { type LocatedCommand, locateCommand, resolveWord } from './command-folder.ts';
import { shortHash } from './identity.ts';
import type { FolderTrace } from './project.ts';
import { normaliseRemote } from './remotes.ts';

/** Enough to find two in common; more would only fill the index. */
const MOST_MARKS = 200;

/** No line that we look for is longer, and longer ones would cost time on purpose. */
const LONGEST_LINE = 500;

/** What git itself printed about a folder says more than what was pushed to, and that more than what was fetched from. */
const WEIGHT = { listed: 3, pushed: 2, fetched: 1 };

/**
 * The signs in a session's calls of which repository each folder belongs to: what `git remote -v`, `git push` and `git worktree list`
 * printed, commits, and Go packages. Only shell calls are looked at: the content of a file may quote anything.
 */
export function collectTraces(calls: Iterable<Call>): FolderTrace[] {
  const traces = new Map<string, FolderTrace>();
  const marks = new Map<string, number>();
  for (const call of calls) {
    for (const trace of traceCall(call)) {
      const folder = pathKey(trace.folder);
      const key = `${folder}\n${trace.kind}\n${trace.value}\n${trace.name ?? ''}`;
      const known = traces.get(key);
      if (known !== undefined) known.weight += trace.weight;
      else if (trace.kind !== 'mark') traces.set(key, trace);
      else if ((marks.get(folder) ?? 0) < MOST_MARKS) {
        marks.set(folder, (marks.get(folder) ?? 0) + 1);
        traces.set(key, trace);
      }
    }
  }
  return [...traces.values()];
}

/** The signs in one call. */
export function traceCall(call: Call): FolderTrace[] {
  const { command } = call.input;
  if (call.tool !== 'shell' || command === undefined || call.cwd === undefined || call.output === '') return [];
  const mentionsGit = /\b(?:git|gh)\s/.test(command);
  if (!mentionsGit && !call.output.includes('\t')) return [];
  const located = locateCommand(command, call.cwd);
  if (located === undefined || !isAbsolutePath(located.folder)) return [];
  const lines = call.output.split(/\r?\n/).filter((line) => line.length <= LONGEST_LINE);
  const traces = readPackages(located, lines);
  if (mentionsGit) traces.push(...readRemotes(located, lines), ...readWorktrees(located, lines), ...readCommits(located, lines));
  return traces;
}

function readRemotes({ folder, rest }: LocatedCommand, lines: readonly string[]): FolderTrace[] {
  const traces: FolderTrace[] = [];
  const add = (url: string | undefined, weight: number, name?: string, where = folder): void => {
    const value = url === undefined ? undefined : normaliseRemote(url);
    if (value !== undefined)
      traces.push({ folder: where, kind: 'remote', value, weight, ...(name === undefined ? {} : { name }) });
  };
  const [, configured, asked] =
    /^git\s+(?:config\s+(?:--get\s+)?remote\.([\w.-]+)\.url|remote\s+get-url\s+([\w.-]+))\s*(?:2>\S+\s*)?$/.exec(rest) ?? [];
  if (configured !== undefined || asked !== undefined) add(lines[0], WEIGHT.listed, configured ?? asked);
  const [, cloned] = /\bgit\s+clone\s.*?((?:[a-z+]+:\/\/|[\w.-]+@)[^\s'";&|]+)/.exec(rest) ?? [];
  for (const line of lines) {
    const [, name, url] = /^(\S+)\t(\S+) \((?:fetch|push)\)$/.exec(line) ?? [];
    if (name !== undefined && /\bgit\s+remote\b/.test(rest)) add(url, WEIGHT.listed, name);
    const [, direction, target] = /^(To|From) (\S+[/:]\S+)$/.exec(line) ?? [];
    if (direction !== undefined && /\bgit\s+(?:push|pull|fetch)\b/.test(rest))
      add(target, direction === 'To' ? WEIGHT.pushed : WEIGHT.fetched);
    const [, repository] = /^(https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+)\/(?:pull|-\/merge_requests)\/\d+$/.exec(line) ?? [];
    if (repository !== undefined && /\bgh\s+pr\s+create\b/.test(rest) && !/\s(?:-R|--repo)\b/.test(rest))
      add(repository, WEIGHT.fetched);
    const [, into] = /^Cloning into '(.+)'\.\.\.$/.exec(line) ?? [];
    if (into !== undefined && cloned !== undefined) add(cloned, WEIGHT.listed, 'origin', joinPath(folder, into));
  }
  return traces;
}

function readWorktrees({ folder, rest }: LocatedCommand, lines: readonly string[]): FolderTrace[] {
  const link = (worktree: string, main: string): FolderTrace => ({ folder: worktree, kind: 'worktree', value: main, weight: 1 });
  if (/\bgit\s+worktree\s+list\b/.test(rest)) {
    const listed = lines.flatMap((line) => {
      const [, path, porcelain] = /^(\S.*?) +(?:[0-9a-f]{7,40} [[(].*|\(bare\))$|^worktree (.+)$/.exec(line) ?? [];
      return [path ?? porcelain].filter((found) => found !== undefined && isAbsolutePath(found)) as string[];
    });
    // git lists the main checkout first; its own entry says that it is one.
    const [main] = listed;
    return main === undefined ? [] : listed.map((path) => link(path, main));
  }
  const [, words] = /\bgit\s+worktree\s+add\s+([^;&|<>\n]+)/.exec(rest) ?? [];
  if (words === undefined || !lines.some((line) => line.startsWith('Preparing worktree'))) return [];
  const target = firstOperand(words);
  const worktree = target === undefined ? undefined : resolveWord(target, folder);
  return worktree === undefined ? [] : [link(worktree, folder)];
}

function firstOperand(words: string): string | undefined {
  const list = words.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  for (let i = 0; i < list.length; i++) {
    const word = list[i] ?? '';
    if (!word.startsWith('-')) return word;
    if (word === '-b' || word === '-B' || word === '--reason') i++;
  }
  return undefined;
}

/** A commit's hash with its subject is the same in every clone, and in no other repository. */
function readCommits({ folder, rest }: LocatedCommand, lines: readonly string[]): FolderTrace[] {
  if (!/\bgit\s+(?:log|commit|show|rebase|cherry-pick|reflog|merge|pull)\b/.test(rest)) return [];
  return lines.flatMap((line) => {
    const [, logged, subject, made, message] =
      /^(?:\* )?([0-9a-f]{7,40}) (?:\([^)]*\) )?(\S.+)$|^\[[^\]]*?\b([0-9a-f]{7,40})\] (\S.+)$/.exec(line) ?? [];
    const hash = logged ?? made;
    if (hash === undefined) return [];
    return [{ folder, kind: 'mark', value: shortHash(`commit ${hash.slice(0, 7)} ${subject ?? message}`), weight: 1 }];
  });
}

/** `go test` names packages by their full import path, which holds the module's. */
function readPackages({ folder }: LocatedCommand, lines: readonly string[]): FolderTrace[] {
  return lines.flatMap((line) => {
    const [, path] = /^(?:ok {2}|FAIL|\? {3})\t([a-z0-9-]+(?:\.[a-z0-9-]+)+\/[^\s[\]]+)\s/.exec(line) ?? [];
    if (path === undefined || path.startsWith('example.')) return [];
    return [{ folder, kind: 'mark', value: shortHash(`go ${path}`), weight: 1 }];
  });
}
