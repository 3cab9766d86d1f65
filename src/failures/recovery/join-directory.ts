import { joinPath } from '../../shared/paths.ts';

/**
 * Resolves a directory as typed in a command against the directory of the call. Kept apart from the code that judges calls,
 * because hooks need only this.
 */
export function resolveDirectory(cwd: string | undefined, dir: string | undefined): string | undefined {
  if (dir === undefined || dir === '' || dir === '.') return cwd;
  if (dir.startsWith('~') || cwd === undefined) return dir;
  return joinPath(cwd, dir);
}
