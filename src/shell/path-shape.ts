import { FILE_EXTENSIONS } from './tables/paths.ts';

const EXPLICIT = /^(?:\.{1,2}(?:[/\\]|$)|\/[\w.@~(-]|\/$|~(?:\/|$)|[A-Za-z]:[\\/])/;
const MEDIA_TYPE = /^(?:application|text|image|audio|video|multipart|font)\/[\w.+-]+$/;
const PACKAGE = /^@[a-z0-9~-][\w.~-]*\/[\w.~-]+(?:@[\w.^~-]+)?$/i;
const HOSTED = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|dev|net|sh|in|co|ai|app)\//;
const SUBSTITUTION = /^[sy]([/|#,])[^\n]*\1[gimpI]*$/;
const REVISION =
  /^(?:HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)\b|^(?:refs|origin|upstream|remotes)\/|[~^]\d*$|\w\.{2,3}\w|^\.{2,3}\w|@\{/;

/** Whether a word begins the way only paths do: `./x`, `../x`, `/x`, `~/x`, `C:\x`. */
export function isExplicitPath(text: string): boolean {
  return EXPLICIT.test(text) && !text.includes('...') && !/[*<>|"^]|\/\/|\\[()|.*+?]/.test(text);
}

/** Whether a word of unknown meaning is a path: a slash or a known ending, and nothing that speaks against it. */
export function looksLikePath(text: string): boolean {
  const path = cutLocation(text);
  if (path.length > 300 || path.includes('...') || isRevision(path)) return false;
  if (!/^[\w.~@+\-/\\()[\] :%,]+$/u.test(path) && !/^[^\s<>|"'`;{}$^!?*=#&]+$/u.test(path)) return false;
  if (/[\s:]/.test(path.replace(/^[A-Za-z]:/, ''))) return false;
  if (/[()[\]%,]/.test(path) && !hasExtension(path)) return false;
  if (hasExtension(path)) return !HOSTED.test(path) || path.startsWith('.');
  if (!/[/\\]/.test(path)) return false;
  if (MEDIA_TYPE.test(path) || PACKAGE.test(path) || HOSTED.test(path) || SUBSTITUTION.test(path) || /^[\d/.-]+$/.test(path))
    return false;
  return !path.includes('=') && !/^[@+]/.test(path) && LETTER.test(path);
}

/** Whether a word is a revision of git, or a range of them. */
export function isRevision(text: string): boolean {
  return REVISION.test(text) || /^[0-9a-f]{7,40}(?:[~^:].*)?$/.test(text);
}

// Letters of any script without `\p{L}`: compiling that class takes 20 ms, and everything above ASCII that is not a letter is rare here.
const LETTER = /[A-Za-z\u00aa-\uffff\d]/;
const NAME_END = /[A-Za-z\u00aa-\uffff\d_)\]-]$/;

/** Whether a word ends like a file. */
export function hasExtension(text: string): boolean {
  const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  if (dot < 0 || dot === base.length - 1) return false;
  if (!FILE_EXTENSIONS.has(base.slice(dot + 1).toLowerCase())) return false;
  return dot > 0 ? NAME_END.test(base.slice(0, dot)) : true;
}

/** Cuts the place within a file off: `a.py::test_b`, `a.ts:12`, `a.ts:12:5`. */
export function cutLocation(text: string): string {
  const test = text.indexOf('::');
  const file = test > 0 && hasExtension(text.slice(0, test)) ? text.slice(0, test) : text;
  const line = /^(.+?):\d+(?::\d+)?$/.exec(file);
  return line?.[1] !== undefined && hasExtension(line[1]) ? line[1] : file;
}
