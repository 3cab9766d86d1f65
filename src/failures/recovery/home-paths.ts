import { agents } from '../../agents/registry.ts';
import { isAbsolutePath, joinPath } from '../../shared/paths.ts';
import { pathsOf } from '../../shell/index.ts';
import { resolveDirectory } from './join-directory.ts';
import { provesCommand, type Roots, type Step } from './session-view.ts';

/**
 * Returns the paths outside the repository that a successful call worked on, relative to the user's home folder:
 * `~/tools/run.sh`.
 */
export function touchedAtHome(step: Step, roots: Roots): string[] {
  const { call, parsed } = step;
  if (step.outcome !== 'worked') return [];
  const typed =
    call.input.path !== undefined
      ? [[call.input.path, call.cwd] as const]
      : (parsed?.commands ?? []).flatMap((command) => {
          if (!provesCommand(step, command)) return [];
          const directory = resolveDirectory(call.cwd, command.dir);
          const run = command.program.includes('/') ? [command.program] : [];
          return [...run, ...pathsOf(command)].map((path) => [path, directory] as const);
        });
  return typed.flatMap(([path, directory]) => {
    const outside = roots.relative(path, directory) === undefined ? homePath(path, directory) : undefined;
    return outside === undefined ? [] : [outside];
  });
}

/**
 * Returns a path below a user's home folder, with `~` for that folder. Undefined for files that agents keep there for themselves
 * (transcripts, plans, caches) and for temporary files, which are not facts worth learning.
 */
export function homePath(path: string, directory?: string): string | undefined {
  const absolute =
    path.startsWith('~/') || isAbsolutePath(path) || directory === undefined ? path : joinPath(directory, path);
  const below = /^(?:~|\/(?:home|Users)\/[^/]+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/]+)[\\/](.+)$/.exec(absolute)?.[1];
  if (below === undefined || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(below)) return undefined;
  const rest = below.replaceAll('\\', '/');
  return OWN_FOLDERS.some((folder) => `${rest}/`.startsWith(`${folder}/`)) ? undefined : `~/${rest}`;
}

/** Folders that programs fill for themselves, relative to the home folder. */
const OWN_FOLDERS = [
  ...agents.flatMap(({ ownFolders = [] }) => ownFolders),
  ...['.cache', '.npm', '.local/state', 'Library/Caches', 'Library/Logs', 'AppData/Local/Temp'],
];
