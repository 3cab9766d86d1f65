import { isAbsolute, relative } from 'node:path';
import { isInside } from '../../shared/files.ts';

/**
 * Makes paths relative to the root of the project, because agents name files by their absolute paths; the root itself becomes
 * `.`. Other paths are relative to the root already, whatever the working directory.
 */
export function belowRoot(scope: readonly string[], root: string): string[] {
  return scope.map((item) => {
    if (!isAbsolute(item) || !isInside(item, root)) return item;
    return relative(root, item).replaceAll('\\', '/') || '.';
  });
}
