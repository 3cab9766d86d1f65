import { wordSet } from './word-set.ts';

const EXPLICIT = /^(?:\.{1,2}(?:[/\\]|$)|\/[\w.@~(-]|\/$|~(?:\/|$)|[A-Za-z]:[\\/])/;
const MEDIA_TYPE = /^(?:application|text|image|audio|video|multipart|font)\/[\w.+-]+$/;
const PACKAGE = /^@[a-z0-9~-][\w.~-]*\/[\w.~-]+(?:@[\w.^~-]+)?$/i;
const HOSTED = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|dev|net|sh|in|co|ai|app)\//;
const SUBSTITUTION = /^[sy]([/|#,])[^\n]*\1[gimpI]*$/;
const REVISION =
  /^(?:HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)\b|^(?:refs|origin|upstream|remotes)\/|[~^]\d*$|\w\.{2,3}\w|^\.{2,3}\w|@\{/;

/** Whether a word begins as only paths do: `./x`, `../x`, `/x`, `~/x`, `C:\x`. */
export function isExplicitPath(text: string): boolean {
  return EXPLICIT.test(text) && !text.includes('...') && !/[*<>|"^]|\/\/|\\[()|.*+?]/.test(text);
}

/** Whether a word of unknown meaning is a path: it has a slash or a known extension, and nothing that contradicts it. */
export function looksLikePath(text: string): boolean {
  const path = cutLocation(text);
  if (path.length > 300 || path.includes('...') || isRevision(path)) return false;
  if (!/^[\w.~@+\-/\\()[\] :%,]+$/u.test(path) && !/^[^\s<>|"'`;{}$^!?*=#&]+$/u.test(path)) return false;
  if (/[\s:]/.test(path.replace(/^[A-Za-z]:/, ''))) return false;
  if (/[()[\]%,]/.test(path) && !hasExtension(path)) return false;
  if (hasExtension(path)) return !HOSTED.test(path) || path.startsWith('.');
  if (!/[/\\]/.test(path)) return false;
  if (
    MEDIA_TYPE.test(path) ||
    PACKAGE.test(path) ||
    HOSTED.test(path) ||
    SUBSTITUTION.test(path) ||
    /^[\d/.-]+$/.test(path)
  )
    return false;
  return !path.includes('=') && !/^[@+]/.test(path) && LETTER.test(path);
}

/** Whether a word is a git revision, or a range of them. */
export function isRevision(text: string): boolean {
  return REVISION.test(text) || /^[0-9a-f]{7,40}(?:[~^:].*)?$/.test(text);
}

// Letters of any script without `\p{L}`: compiling that class takes 20 ms, and everything above ASCII that is not a letter is rare here.
const LETTER = /[A-Za-z\u00aa-\uffff\d]/;
const NAME_END = /[A-Za-z\u00aa-\uffff\d_)\]-]$/;

/** Whether a word has the extension of a file. */
export function hasExtension(text: string): boolean {
  const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  if (dot < 0 || dot === base.length - 1) return false;
  if (!FILE_EXTENSIONS.has(base.slice(dot + 1).toLowerCase())) return false;
  return dot > 0 ? NAME_END.test(base.slice(0, dot)) : true;
}

/** Removes the location within a file: `a.py::test_b`, `a.ts:12`, `a.ts:12:5`. */
export function cutLocation(text: string): string {
  const test = text.indexOf('::');
  const file = test > 0 && hasExtension(text.slice(0, test)) ? text.slice(0, test) : text;
  const line = /^(.+?):\d+(?::\d+)?$/.exec(file);
  return line?.[1] !== undefined && hasExtension(line[1]) ? line[1] : file;
}

/** Extensions that make a word without a slash a file. */
const FILE_EXTENSIONS: ReadonlySet<string> = wordSet(
  'ts tsx js jsx mjs cjs mts cts d.ts json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf env lock md mdx rst txt log csv tsv xml html ' +
    'htm css scss sass less svg png jpg jpeg gif webp ico pdf py pyi ipynb go mod sum rs java kt kts groovy gradle scala clj ex exs erl rb ' +
    'rake gemspec php c h cc cpp cxx hpp hh m mm swift cs fs vb sln csproj fsproj vcxproj lua pl pm r jl dart zig nim hs ml mli elm vue ' +
    'svelte astro sql db sqlite sqlite3 sh bash zsh fish ps1 psm1 bat cmd exe dll so dylib a o jar war whl gz tgz tar zip bz2 xz 7z dmg ' +
    'pkg deb rpm wasm proto graphql gql prisma tf tfvars hcl nix dockerfile mk cmake patch diff pem crt key pub tmpl tpl hbs ejs j2 snap ' +
    'plist xcodeproj xcworkspace storyboard bak orig tmp out pid sock example sample local lockb editorconfig gitignore npmrc nvmrc',
);
