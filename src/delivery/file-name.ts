import { relative } from 'node:path';
import { isInside } from '../shared/files.ts';

/** Returns a file as people would name it: relative to the project, or below `~`. */
export function nameFile(path: string, projectRoot: string, home: string): string {
  const slashed = (way: string) => way.replaceAll('\\', '/');
  if (isInside(path, projectRoot)) return slashed(relative(projectRoot, path));
  return isInside(path, home) ? `~/${slashed(relative(home, path))}` : slashed(path);
}
