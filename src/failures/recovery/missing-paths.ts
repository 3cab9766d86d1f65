import { homePath } from './home-paths.ts';
import { resolveDirectory } from './join-directory.ts';
import type { FailedStep } from './relation.ts';
import type { ThreadView } from './session-view.ts';

/** A path that did not exist. */
export interface MissingPath {
  /** The path as the agent or the error wrote it. */
  typed: string;
  /** The path below the repository, or `~/` and the path below the user's home folder; never empty. */
  path: string;
  isRelative: boolean;
  /** The directory against which a relative path was resolved. */
  from: string | undefined;
}

/**
 * Returns the paths of the repository, and of the user's home folder, that a failed call guessed wrong. Variables, URLs, code and
 * patterns are not paths.
 */
export function missingPaths(step: FailedStep, view: ThreadView): MissingPath[] {
  const { call, failure } = step;
  if (failure.kind !== 'file-missing' && failure.kind !== 'wrong-cwd') return [];
  const typed = call.input.path !== undefined ? [call.input.path] : failure.subjects;
  const from = resolveDirectory(call.cwd, failure.command?.name === 'cd' ? undefined : failure.command?.dir);
  return typed.flatMap((raw) => {
    const clean = raw
      .replace(/^['"`]|['"`]$/g, '')
      .replace(/^\.\//, '')
      .replace(/\/+$/, '');
    if (!isPath(clean)) return [];
    const isRelative = !/^(?:[\\/~]|[A-Za-z]:)/.test(clean);
    const path = view.roots.relative(clean, from) ?? homePath(clean, from);
    return path ? [{ typed: clean, path, isRelative, from }] : [];
  });
}

function isPath(text: string): boolean {
  return text !== '' && text.length < 200 && !/[$*?{}<>|"'`\n]|:\/\/|\.\.\.|\s-|^-/.test(text);
}
