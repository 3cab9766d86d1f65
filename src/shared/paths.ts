/**
 * Paths as written in logs: on any platform, and read on any other. `node:path` handles only the platform it runs on, but logs of
 * one project come from several. Nothing here accesses the disk, and everything is linear in the length of the path.
 *
 * `posix` also covers relative paths; `git-bash` is `/d/x`, `wsl` is `/mnt/d/x`: both mean `D:\x`.
 */
type PathStyle = 'posix' | 'windows' | 'unc' | 'git-bash' | 'wsl';

/** Returns the style of a path, from its first characters; a relative one is `windows` if it has only backslashes. */
export function detectStyle(path: string): PathStyle {
  if (/^[a-z]:([\\/]|$)/i.test(path)) return 'windows';
  if (path.startsWith('\\\\')) return /^\\\\\?\\[a-z]:/i.test(path) ? 'windows' : 'unc';
  if (path.startsWith('/')) return detectDrive(path);
  // `my\ file` has a space escaped for a shell, and no folder.
  if (path.includes('\\') && !path.includes('/') && !path.includes('\\ ')) return 'windows';
  return 'posix';
}

/** Whether a path names the same file from every folder. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\\\') || /^[a-z]:([\\/]|$)/i.test(path);
}

/** Returns the path in its own style without `.`, `..`, doubled and trailing separators; drive letters in their usual case. */
export function normalisePath(path: string, style: PathStyle = detectStyle(path)): string {
  return render(parse(path, style));
}

/** Appends each part to `base`; an absolute part replaces everything before it. */
export function joinPath(base: string, ...parts: string[]): string {
  let joined = base;
  for (const part of parts) {
    if (part === '') continue;
    if (isAbsolutePath(part)) joined = part;
    else {
      const style = isAbsolutePath(joined) ? detectStyle(joined) : detectStyle(part);
      // In a posix path a backslash is part of a name; elsewhere it is a separator.
      const relative = style === 'posix' || style === 'wsl' ? part : part.replaceAll('\\', '/');
      joined = `${joined}${style === 'windows' || style === 'unc' ? '\\' : '/'}${relative}`;
    }
  }
  return normalisePath(joined);
}

/** Replaces the tilde in `~` and `~/x` by the home folder; returns every other path unchanged. */
export function expandTilde(path: string, home: string): string {
  if (path === '~') return normalisePath(home);
  return path.startsWith('~/') || path.startsWith('~\\') ? joinPath(home, path.slice(2).replaceAll('\\', '/')) : path;
}

/** Returns `path` relative to `root`, with forward slashes; `.` for the root itself, undefined if it is outside or relative. */
export function relativeTo(root: string, path: string): string | undefined {
  return relativeToParsed(parseLocation(root), parseLocation(path));
}

/** Whether `path` is `root` or below it. */
export function contains(root: string, path: string): boolean {
  return relativeTo(root, path) !== undefined;
}

/** Whether both paths name the same file, in whatever styles they are written. */
export function sameFile(a: string, b: string): boolean {
  return pathKey(a) === pathKey(b);
}

/** Returns a key that is equal for paths that name the same file: for use in maps. Not for showing, and not for opening. */
export function pathKey(path: string): string {
  const { root, segments, folds } = parseLocation(path);
  const joined = root + segments.join('/');
  return folds ? foldCase(joined) : composeUnicode(joined);
}

/** Returns the last part of the path; empty for a root. */
export function baseName(path: string): string {
  return parse(path).segments.at(-1) ?? '';
}

/** Cuts the path to its first `depth` parts below the root, as {@link parseLocation} counts them. */
export function cutPath(path: string, depth: number): string {
  const parsed = parse(path);
  // macOS's /private is not counted.
  const uncounted = parsed.segments.length - parseLocation(path).segments.length;
  return render({ ...parsed, segments: parsed.segments.slice(0, depth + uncounted) });
}

/** Returns `.ts` for `a/b.test.ts`; empty if the name has none, as in `.env` and `Makefile`. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 && !/^\.+$/.test(name) ? name.slice(dot) : '';
}

/** A parsed path, which can be compared with many others. */
export interface Location {
  /** `/`, `d:/`, `//server/share/`, or empty for a relative path. */
  root: string;
  /** The parts below the root as they were written. */
  segments: readonly string[];
  /** Whether case is ignored, because the file is on Windows. */
  folds: boolean;
}

/** Parses a path; the three ways to write a Windows drive, and macOS's two names for /tmp, give the same location. */
export function parseLocation(path: string): Location {
  const { style, drive, share, absolute, segments } = parse(path);
  if (drive !== undefined) return { root: `${drive}:/`, segments, folds: true };
  if (style === 'unc' && share !== undefined) {
    // \\wsl$\Ubuntu\home\x is the path in Windows of /home/x in the Linux inside it.
    if (/^wsl(\$|\.localhost)\//i.test(share)) return { root: '/', segments, folds: false };
    return { root: `//${share.toLowerCase()}/`, segments, folds: true };
  }
  if (absolute && segments[0] === 'private' && /^(tmp|var|etc)$/.test(segments[1] ?? '')) {
    return { root: '/', segments: segments.slice(1), folds: false };
  }
  return { root: absolute ? '/' : '', segments, folds: false };
}

/** {@link relativeTo} for locations that are already parsed. */
export function relativeToParsed(root: Location, path: Location): string | undefined {
  if (root.root === '' || root.root !== path.root || root.segments.length > path.segments.length) return undefined;
  const equal = root.folds
    ? (a: string, b: string | undefined) => a === b || (b !== undefined && foldCase(a) === foldCase(b))
    : (a: string, b: string | undefined) => a === b || (b !== undefined && composeUnicode(a) === composeUnicode(b));
  for (let i = 0; i < root.segments.length; i++) {
    if (!equal(root.segments[i] ?? '', path.segments[i])) return undefined;
  }
  return path.segments.slice(root.segments.length).join('/') || '.';
}

/** `/d/x` and `/mnt/d/x` are Windows drives, even if they are written `/srv/../d/x`. */
function detectDrive(path: string): PathStyle {
  const needsCleaning = /\/\.{0,2}(?:\/|$)/.test(path);
  const [first = '', second = ''] = needsCleaning ? resolveDots(path.split('/'), true) : path.split('/', 3).slice(1);
  if (first === 'mnt' && /^[a-z]$/.test(second)) return 'wsl';
  return /^[a-z]$/i.test(first) || (first === 'cygdrive' && /^[a-z]$/i.test(second)) ? 'git-bash' : 'posix';
}

interface ParsedPath {
  style: PathStyle;
  /** Lower-case letter, if the path is on a Windows drive. */
  drive?: string;
  /** `server/share` of a network path. */
  share?: string;
  cygdrive?: boolean;
  absolute: boolean;
  segments: string[];
}

function parse(path: string, style: PathStyle = detectStyle(path)): ParsedPath {
  if (path.startsWith('/') || style === 'posix') {
    const absolute = path.startsWith('/');
    const resolved = resolveDots(path.split('/'), absolute);
    if (style === 'posix') return { style, absolute, segments: resolved };
    const cygdrive = resolved[0] === 'cygdrive';
    const [drive = '', ...rest] = style === 'wsl' || cygdrive ? resolved.slice(1) : resolved;
    const segments =
      style === 'wsl'
        ? rest
        : resolveDots(
            rest.flatMap((part) => part.split('\\')),
            true,
          );
    return { style, drive: drive.toLowerCase(), cygdrive, absolute, segments };
  }
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const isLong = parts[0] === '?' && path.startsWith('\\\\');
  if (isLong) parts.shift();
  if (style === 'windows') {
    const drive = /^[a-z]:$/i.test(parts[0] ?? '') ? parts[0]?.[0]?.toLowerCase() : undefined;
    if (drive === undefined) return { style, absolute: false, segments: resolveDots(parts, false) };
    return { style, drive, absolute: true, segments: resolveDots(parts.slice(1), true) };
  }
  if (isLong && parts[0]?.toUpperCase() === 'UNC') parts.shift();
  return { style, share: parts.slice(0, 2).join('/'), absolute: true, segments: resolveDots(parts.slice(2), true) };
}

/** There is nothing above an absolute root; a relative path may begin with `..`. */
function resolveDots(parts: readonly string[], absolute: boolean): string[] {
  const segments: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') segments.push(part);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (!absolute) segments.push('..');
  }
  return segments;
}

function render({ style, drive, share, cygdrive, absolute, segments }: ParsedPath): string {
  if (style === 'windows')
    return drive === undefined ? segments.join('\\') || '.' : `${drive.toUpperCase()}:\\${segments.join('\\')}`;
  if (style === 'unc')
    return ['\\\\', share?.replace('/', '\\'), ...segments.map((segment) => `\\${segment}`)].join('');
  const root =
    style === 'wsl' ? `/mnt/${drive}` : style === 'git-bash' ? `${cygdrive ? '/cygdrive' : ''}/${drive}` : undefined;
  if (root !== undefined) return [root, ...segments].join('/');
  return absolute ? `/${segments.join('/')}` : segments.join('/') || '.';
}

function foldCase(text: string): string {
  return composeUnicode(text).toLowerCase();
}

/** macOS writes `é` as two characters, other systems as one. */
function composeUnicode(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return text.normalize('NFC');
  return text;
}
