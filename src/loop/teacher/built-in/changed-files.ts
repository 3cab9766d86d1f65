import { type Quotable, quotablePath } from '../../../lessons/quotable.ts';

/** A file of a diff, with its added and removed lines. */
export interface ChangedFile {
  path: Quotable;
  added: string[];
  removed: string[];
}

/** Returns the files that a unified diff changes, without tests, which say what is wanted and not what was done. */
export function changedFiles(diff: string): Quotable[] {
  return readDiff(diff)
    .map(({ path }) => path)
    .filter((path) => !isTestFile(path));
}

/** Whether a file contains tests, by its path. */
export function isTestFile(path: string): boolean {
  return /(?:^|[/_.-])(?:tests?|spec|__tests__)(?:[/_.-]|$)/i.test(path);
}

/**
 * Reads the files of a unified diff. It may have been cut anywhere: the rest is read, and a file whose name cannot be quoted is
 * left out. Lines of a hunk are counted, so that none of them is mistaken for a header.
 */
export function readDiff(diff: string): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  let before = '';
  let file: ChangedFile | undefined;
  let left = { old: 0, new: 0 };
  for (const line of diff.split('\n')) {
    if (left.old > 0 || left.new > 0) {
      const sign = line[0] ?? ' ';
      if (sign !== '+' && sign !== '\\') left.old -= 1;
      if (sign !== '-' && sign !== '\\') left.new -= 1;
      if (sign === '+') file?.added.push(line.slice(1));
      if (sign === '-') file?.removed.push(line.slice(1));
      continue;
    }
    const hunk = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/.exec(line);
    if (hunk) left = { old: Number(hunk[1] ?? 1), new: Number(hunk[2] ?? 1) };
    else if (line.startsWith('--- ')) before = nameIn(line);
    else if (line.startsWith('+++ ')) file = open(files, nameIn(line) || before);
  }
  return [...files.values()];
}

function open(files: Map<string, ChangedFile>, name: string): ChangedFile | undefined {
  const path = quotablePath(name, 300);
  if (path === undefined) return undefined;
  const file = files.get(path) ?? { path, added: [], removed: [] };
  files.set(path, file);
  return file;
}

/** Reads the name in `+++ b/src/halve.js`, which may be followed by a tab and a time; empty for a missing file. */
function nameIn(line: string): string {
  const name = line.slice(4).split('\t')[0]?.replace(/\r$/, '') ?? '';
  return name === '/dev/null' ? '' : name.replace(/^[ab]\//, '');
}
