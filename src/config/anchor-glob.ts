import { detectStyle, isAbsolutePath, joinPath, parseLocation, pathKey } from '../shared/paths.ts';

/**
 * Prepares a folder glob written by a person for matching against `pathKey` of a folder.
 *
 * `~/x*` starts at the home folder, `./x*` and `../x*` at `folder`; `/x*` and `D:\x*` are absolute; anything else, such as
 * `harbour*` or `owner/repo`, matches at any depth.
 */
export function anchorGlob(glob: string, { home, folder }: { home: string; folder: string }): string {
  const forward = detectStyle(glob) === 'windows' || glob.startsWith('~\\') ? glob.replaceAll('\\', '/') : glob;
  if (forward === '~' || forward.startsWith('~/')) return append(escapeGlob(pathKey(home)), forward.slice(2));
  if (isAbsolutePath(glob)) return globKey(glob);
  if (forward === '.' || forward === '..' || /^\.\.?\//.test(forward)) {
    const [, up = '', rest = ''] = /^((?:\.\.?\/|\.\.?$)*)(.*)$/.exec(forward) ?? [];
    return append(escapeGlob(pathKey(joinPath(folder, up))), rest);
  }
  return forward.startsWith('**/') ? trimSlash(forward) : `**/${trimSlash(forward)}`;
}

/** Applies `pathKey` to a glob: the same spelling of drives and case, so that `/mnt/d/x*` matches `D:\x1`. */
function globKey(glob: string): string {
  const { root, segments, folds } = parseLocation(glob);
  const key = escapeGlob(root) + segments.join('/');
  return folds ? key.toLowerCase() : key;
}

function append(base: string, rest: string): string {
  const tail = trimSlash(resolveUp(rest));
  // Folders on a Windows drive are compared in lower case.
  const folded = /^([a-z]:|\/\/)/.test(base) ? tail.toLowerCase() : tail;
  return folded === '' ? base : `${trimSlash(base)}/${folded}`;
}

/** Resolves `old/../harbour` to `harbour`: globs are matched against paths without such steps. */
function resolveUp(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0) steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function trimSlash(text: string): string {
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

/** Home folders can contain characters with a meaning in globs: `/Users/Mia (old)`. */
function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
