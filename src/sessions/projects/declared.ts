import { cutPath, parseLocation, pathKey } from '../../shared/paths.ts';
import type { DeclaredGroup } from './project.ts';

/** The groups that a person declared, ready to match folders. */
export interface DeclaredMatcher {
  /** Returns the groups to which a folder belongs, by itself or through a parent, with the topmost folder that matches. */
  match(path: string): DeclaredMatch[];
}

/** A group to which a folder belongs. */
export interface DeclaredMatch {
  group: DeclaredGroup;
  /** The topmost folder on the path to it that a glob of the group matches. */
  top: string;
  /** The topmost one that is named as a folder, not as everything below one (`x/**`): a likely top of a repository. */
  named?: string;
}

/** Compiles the globs. Imports picomatch only if there are any, because it costs 10 ms. */
export async function compileDeclared(groups: readonly DeclaredGroup[]): Promise<DeclaredMatcher> {
  if (groups.every((group) => group.globs.length === 0)) return { match: () => [] };
  const { default: picomatch } = await import('picomatch');
  const compile = (globs: readonly string[]): ((path: string, folds: boolean) => boolean) => {
    const options = { dot: true, windows: false };
    const exact = picomatch([...globs], options);
    // Windows paths are compared case-insensitively; their keys are in lower case, but globs such as **/Harbour need not be.
    const folded = picomatch(
      globs.map((glob) => glob.toLowerCase()),
      options,
    );
    return (path, folds) => (folds ? folded : exact)(path);
  };
  const compiled = groups.map((group) => ({
    group,
    isMatch: compile(group.globs),
    isNamed: compile(group.globs.filter((glob) => !glob.endsWith('**'))),
  }));
  return {
    match: (path) => {
      const { segments, folds } = parseLocation(path);
      const steps = segments.map((_, index) => cutPath(path, index + 1));
      return compiled.flatMap(({ group, isMatch, isNamed }) => {
        const top = steps.find((step) => isMatch(pathKey(step), folds));
        const named = steps.find((step) => isNamed(pathKey(step), folds));
        return top === undefined ? [] : [{ group, top, named }];
      });
    },
  };
}
