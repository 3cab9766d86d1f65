import { joinPath } from '../../shared/paths.ts';

/** A directory as typed in a command, seen from where the call was made. Apart from what judges calls: hooks need this alone. */
export function resolveDirectory(cwd: string | undefined, dir: string | undefined): string | undefined {
  if (dir === undefined || dir === '' || dir === '.') return cwd;
  if (dir.startsWith('~') || cwd === undefined) return dir;
  return joinPath(cwd, dir);
}
