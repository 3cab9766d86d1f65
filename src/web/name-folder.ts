import { relative } from 'node:path';
import { isInside } from '../shared/files.ts';

/** Returns a folder as people would name it: below `~` if it is there, whatever the current folder. */
export function nameFolder(path: string, home: string): string {
  const slashed = (way: string) => way.replaceAll('\\', '/');
  if (path === home) return '~';
  return isInside(path, home) ? `~/${slashed(relative(home, path))}` : slashed(path);
}
