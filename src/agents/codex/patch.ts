/** A patch in the form of `apply_patch`. */
export interface Patch {
  files: PatchedFile[];
}

/** One file of a patch. */
export interface PatchedFile {
  action: 'add' | 'update' | 'delete';
  path: string;
  /** The lines that must be in the file, with their context, at the first place that changes. */
  oldText: string;
  /** The lines that replace them. */
  newText: string;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** Parses a patch; returns undefined if the text is not one. */
export function readPatch(text: string): Patch | undefined {
  const begin = text.indexOf('*** Begin Patch');
  if (begin < 0) return undefined;
  const files: PatchedFile[] = [];
  let hunks = 0;
  for (const line of text.slice(begin, begin + LONGEST_PATCH).split(/\r?\n/)) {
    if (line === '*** End Patch') break;
    const header = line.startsWith('*** ') ? HEADER.exec(line) : null;
    if (header !== null) {
      if (files.length === MOST_FILES) break;
      const action = String(header[1]).toLowerCase() as PatchedFile['action'];
      files.push({ action, path: (header[2] ?? '').trim(), oldText: '', newText: '' });
      hunks = 0;
      continue;
    }
    const file = files.at(-1);
    if (file === undefined || line.startsWith('*** ')) continue;
    if (line.startsWith('@@')) hunks++;
    else if (hunks <= 1) addLine(file, line);
  }
  return files.length === 0 ? undefined : { files };
}

/**
 * Finds the patch in a command such as `apply_patch <<'EOF'`, if the command does nothing else except change to a folder first.
 */
export function findShellPatch(command: string): { patch: Patch; folder?: string } | undefined {
  const found = /^\s*(?:cd\s+(\S+|'[^'\n]*'|"[^"\n]*")\s*&&\s*)?(?:apply_patch|applypatch)\s+(?:<<|["'])/.exec(command);
  const patch = found === null ? undefined : readPatch(command);
  if (found === null || patch === undefined) return undefined;
  const folder = found[1]?.replace(/^["']|["']$/g, '');
  return folder === undefined ? { patch } : { patch, folder };
}

/** Patches of many files are generated; the first files are enough. */
const MOST_FILES = 64;
const LONGEST_PATCH = 1 << 20;

/** Edits are clipped to a few hundred characters: more lines of a place add nothing. */
const LONGEST_TEXT = 2000;

function addLine(file: PatchedFile, line: string): void {
  const sign = line[0];
  const text = `${line.slice(1)}\n`;
  if (sign !== '+' && file.oldText.length < LONGEST_TEXT)
    file.oldText += sign === '-' || sign === ' ' ? text : `${line}\n`;
  if (sign !== '-' && file.newText.length < LONGEST_TEXT)
    file.newText += sign === '+' || sign === ' ' ? text : `${line}\n`;
}
