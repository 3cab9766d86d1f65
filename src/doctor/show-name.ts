import { isAbsolute, relative } from 'node:path';

/** A path as it is called in the project, or whole where it lies elsewhere. */
export function showName(path: string, root: string): string {
  const way = relative(root, path);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way;
}
