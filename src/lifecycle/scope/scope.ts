import { isEverything, overlap, readPath, readScopeItem, type ScopeGlob } from './path-glob.ts';

/** Whether two scopes can speak of one file. A scope of nothing speaks of none: it is about the project as a whole. */
export function scopesOverlap(first: readonly string[], second: readonly string[]): boolean {
  const others = second.map(readScopeItem);
  return first.some((item) => others.some((other) => overlap(readScopeItem(item), other)));
}

/** Finds the files that a scope speaks of. Paths are relative to the repository; one that ends in a slash is a folder with all in it. */
export function fileMatcher(files: readonly string[]): (scope: readonly string[]) => string[] {
  const known = files.map((file): [string, ScopeGlob] => [file, readAsked(file)]);
  return (scope) => {
    const items = scope.map(readScopeItem);
    return known.filter(([, glob]) => items.some((item) => overlap(item, glob))).map(([file]) => file);
  };
}

/** The items that match everything, and so say nothing: `**\/*`. */
export function findTooBroad(scope: readonly string[]): string[] {
  return scope.filter(isEverything);
}

function readAsked(file: string): ScopeGlob {
  if (/[*?{]/.test(file)) return readScopeItem(file);
  return /[\\/]$/.test(file) ? readPath(file).map((segments) => [...segments, '**']) : readPath(file);
}
