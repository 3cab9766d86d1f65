import type { Call } from '../../agents/call.ts';
import { isDiagnostic, pathsOf, placesOf } from '../../shell/index.ts';
import { resolveDirectory } from './join-directory.ts';
import { provesCommand, type Roots, ran, type Step, type ThreadView } from './session-view.ts';

/** Returns the repository paths that a successful call worked on. */
export function touchedPaths(step: Step, roots: Roots): string[] {
  const { call } = step;
  if (step.outcome !== 'worked') return [];
  if (call.input.path !== undefined) return defined([roots.relative(call.input.path, call.cwd)]);
  const { parsed } = step;
  if (!parsed) return [];
  return defined(
    parsed.commands.flatMap((command) =>
      provesCommand(step, command)
        ? placesOf(command).map((path) => roots.relative(path, resolveDirectory(call.cwd, command.dir)))
        : [],
    ),
  );
}

/** Returns the repository paths that a call changed: by a file tool, or named by a shell command that does more than inspect. */
export function writtenPaths(step: Step, roots: Roots): string[] {
  const { call } = step;
  if (!ran(step) || call.tool === 'read' || call.tool === 'search' || call.tool === 'list') return [];
  if (call.input.path !== undefined) return defined(filesOf(call).map((path) => roots.relative(path, call.cwd)));
  // Parsing every command would cost more than everything else: most commands that write a file redirect, copy or edit in place.
  if (!/(?<![\d&])>(?!&)|\bsed\b|\bperl\b|\bmv\b|\bcp\b|\bpatch\b|\btee\b|apply/.test(call.input.command ?? ''))
    return [];
  const commands = step.parsed?.commands.filter((command) => !isDiagnostic(command)) ?? [];
  return defined(
    commands.flatMap((command) => {
      const targets = command.redirects.flatMap(({ op, target }) => (op.includes('>') ? [target] : []));
      return [...pathsOf(command), ...targets].map((path) =>
        roots.relative(path, resolveDirectory(call.cwd, command.dir)),
      );
    }),
  );
}

/** Returns the files that a call of a file tool names: a patch changes several at once. */
export function filesOf({ input }: Pick<Call, 'input'>): string[] {
  const { path, rest } = input;
  const others = typeof rest?.also === 'string' ? rest.also.split('\n') : [];
  return path === undefined ? [] : [path, ...others];
}

/**
 * Whether two paths are the same as far as both show: checks print paths relative to where they run, which the log does not
 * always record.
 */
export function isSameEnd(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** Returns the repository paths in the answer of a successful search or listing, by tool or by shell. */
export function listedPaths(step: Step, roots: Roots): string[] {
  const { call } = step;
  if (!ran(step)) return [];
  const { parsed } = step;
  const lists =
    call.tool === 'list' || call.tool === 'search' || parsed?.commands.some((command) => listers.has(command.name));
  if (!lists) return [];
  const directory = resolveDirectory(call.cwd, parsed?.main?.dir);
  const paths: string[] = [];
  for (const line of call.output.split('\n')) {
    const path = /^(?:\.\/)?([\w@.+/\\:~ -]*[\w@.+-]+\.\w{1,8})(?::\d+|:|-\d+-|$)/.exec(line.trim())?.[1];
    const relative = path === undefined ? undefined : roots.relative(path, directory);
    if (relative) paths.push(relative);
  }
  return paths;
}

const listers = new Set(['find', 'fd', 'ls', 'rg', 'grep', 'git', 'tree', 'glob']);

/** Returns every path that the thread worked on successfully, and the folders that contain them. */
export function knownPaths(view: ThreadView): ReadonlySet<string> {
  const cached = cache.get(view);
  if (cached) return cached;
  const known = new Set<string>();
  for (const step of view.steps) {
    for (const path of touchedPaths(step, view.roots)) {
      known.add(path);
      for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
        known.add(path.slice(0, cut));
    }
  }
  cache.set(view, known);
  return known;
}

const cache = new WeakMap<ThreadView, ReadonlySet<string>>();

function defined(paths: (string | undefined)[]): string[] {
  return paths.filter((path): path is string => path !== undefined && path !== '');
}
