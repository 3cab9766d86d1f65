import { relative } from 'node:path';
import { isInside } from '../../shared/files.ts';

/** Agents name files by their whole path: what lies in the project is named from its root. */
export function belowRoot(scope: readonly string[], root: string): string[] {
  return scope.map((item) => (isInside(item, root) && item !== root ? relative(root, item).replaceAll('\\', '/') : item));
}
