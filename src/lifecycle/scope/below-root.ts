import { isAbsolute, relative } from 'node:path';
import { isInside } from '../../shared/files.ts';

/**
 * Agents name files by their whole path: what lies in the project is named from its root, and the root itself is `.`. Other paths are
 * from the root already, wherever one stands.
 */
export function belowRoot(scope: readonly string[], root: string): string[] {
  return scope.map((item) => {
    if (!isAbsolute(item) || !isInside(item, root)) return item;
    return relative(root, item).replaceAll('\\', '/') || '.';
  });
}
