import { isEverything, overlap, readPath, readScopeItem, type ScopeGlob } from './path-glob.ts';

/** Whether two scopes can cover the same file. An empty scope covers none: it is about the project as a whole. */
export function scopesOverlap(first: readonly string[], second: readonly string[]): boolean {
  const others = second.map(readScopeItem);
  return first.some((item) => others.some((other) => overlap(readScopeItem(item), other)));
}

/**
 * Returns a function that finds the files covered by a scope. Paths are relative to the repository; a path that ends in a slash
 * is a folder with everything in it.
 */
export function fileMatcher(files: readonly string[]): (scope: readonly string[]) => string[] {
  const known = files.map((file): [string, ScopeGlob] => [file, readAsked(file)]);
  return (scope) => {
    const items = scope.map(readScopeItem);
    return known.filter(([, glob]) => items.some((item) => overlap(item, glob))).map(([file]) => file);
  };
}

/** Finds the items that match everything and therefore say nothing: `**\/*`. */
export function findTooBroad(scope: readonly string[]): string[] {
  return scope.filter(isEverything);
}

function readAsked(file: string): ScopeGlob {
  if (/[*?{]/.test(file)) return readScopeItem(file);
  return /[\\/]$/.test(file) ? readPath(file).map((segments) => [...segments, '**']) : readPath(file);
}
