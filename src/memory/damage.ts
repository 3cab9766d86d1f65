import { AppError } from '../shared/errors.ts';
import type { Entry, MemoryDocument } from './document.ts';
import { isBroken, OWN_PARTS, readLesson } from './entry-lesson.ts';
import { FIELD_ORDER } from './field-names.ts';

/** A file of the memory that was truncated or lost its content: it must be neither interpreted nor written to. */
export class DamagedFile extends AppError {
  readonly path: string;

  constructor(path: string, line: number, what: string, copy?: string) {
    const kept = copy === undefined ? '' : ` A copy is kept in ${copy}.`;
    super('broken-file', `${path}:${line}: ${what}`, {
      hint: `Nothing was changed.${kept} Complete the file or bring back an older one (git, a backup, hardwon undo), and run it again.`,
    });
    this.path = path;
  }

  /** Returns the same error, once a copy of the file is kept. */
  withCopy(copy: string): DamagedFile {
    const [, line = '1', what = ''] = /:(\d+): ([\s\S]*)$/.exec(this.message) ?? [];
    return new DamagedFile(this.path, Number(line), what, copy);
  }
}

/** Refuses a file that contains consecutive NUL bytes or nothing else: a power cut leaves them in place of text. */
export function refuseNulls(text: string, path: string): void {
  const at = /^\0+$/.test(text) ? 0 : text.indexOf('\0\0\0');
  if (at === -1) return;
  throw new DamagedFile(path, lineAt(text, at), 'the file is damaged: it contains NUL bytes');
}

/**
 * Refuses a file whose last entry ends in the middle of a field, because the missing fields would get defaults. A missing final
 * newline is no proof, because people's editors leave it out as well; the file counts as truncated if its last entry shows that
 * more was to come.
 */
export function refuseCutOff({ blocks }: MemoryDocument, path: string): void {
  const entry = blocks.at(-1);
  const lines = blocks.flatMap((block) => block.lines);
  if (entry?.type !== 'entry' || lines.at(-1)?.endsWith('\n') !== false) return;
  if (isCutOff(entry))
    throw new DamagedFile(path, lines.length, 'the file ends in the middle of an entry: the rest of it is missing');
}

function isCutOff(entry: Entry): boolean {
  const last = entry.lines.at(-1) ?? '';
  const names = entry.fields.map(({ name }) => name.toLowerCase());
  const value = entry.fields.at(-1)?.value ?? '';
  return (
    isBeginningOfField(last) ||
    isBroken(readLesson(entry, 1)) ||
    (entry.fields.length > 0 && value === '') ||
    (value.split('`').length - 1) % 2 === 1 ||
    isBeginningOf(names, NINE) ||
    lacksEnd(entry, names)
  );
}

/**
 * The nine fields of the format. People who write by hand give only the guidance, or leave out some fields, but do not stop after
 * the first few.
 */
const NINE = FIELD_ORDER.slice(0, FIELD_ORDER.indexOf('Last seen') + 1).map((name) => name.toLowerCase());

function isBeginningOf(names: readonly string[], all: readonly string[]): boolean {
  return names.length > 1 && names.length < all.length && names.every((name, index) => name === all[index]);
}

/** Whether a line is the beginning of a field: `- Confid` or `-`. */
function isBeginningOfField(line: string): boolean {
  const begun = /^[-*+](?: +([A-Za-z][A-Za-z -]*)?)?$/.exec(line.trimEnd());
  return (
    begun !== null && FIELD_ORDER.some((name) => name.toLowerCase().startsWith((begun[1] ?? '').trim().toLowerCase()))
  );
}

/** Whether the end is missing: an entry that hardwon words ends with the hashes of everything that it wrote. */
function lacksEnd(entry: Entry, names: readonly string[]): boolean {
  const written = entry.fields.find(({ name }) => name === 'Written')?.value;
  if (written === undefined) {
    const isOurs = names.includes('reach') || (names.length > NINE.length && !names.includes('origin'));
    return isOurs && NINE.every((name, index) => names[index] === name);
  }
  const hashes = written.split(/[\s,]+/);
  return names.at(-1) === 'written' && (hashes.length < OWN_PARTS.length || !/=[0-9a-f]{6}$/.test(hashes.at(-1) ?? ''));
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
