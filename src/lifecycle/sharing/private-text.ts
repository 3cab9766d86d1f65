import { existsSync } from 'node:fs';
import { makeCleaner } from '../../delivery/anonymise-for-file.ts';
import { anonymise } from '../../redaction/anonymise.ts';
import { createRedactor, type Redactor } from '../../redaction/redact.ts';
import { splitLines } from '../../shared/files.ts';

/** The kinds of text that must not leave this machine unnoticed. */
type PrivateKind = 'home folder' | 'e-mail address' | 'path of this machine' | 'secret';

/** A line that others should not see as it is. */
export interface PrivateLine {
  /** Counted from 1. */
  line: number;
  /** The kinds of private text in it, each once. */
  kinds: PrivateKind[];
  /** The original line, without its line ending. */
  text: string;
}

/** The facts about this machine. */
export interface OwnMachine {
  /** Every checkout of the project: paths in them become relative. */
  checkouts: readonly string[];
  home: string;
  /** Whether a folder exists; a path that does not begin with an existing folder may just as well be a route of a web server. */
  hasFolder?(path: string): boolean;
}

/** A text without private parts, and the lines that were changed. */
interface CleanedText {
  text: string;
  lines: PrivateLine[];
}

/** Made on first use and kept: a team's words are thousands of short texts. */
let redactor: Redactor | undefined;

/**
 * Finds the private parts of a text and removes them: paths in the project become relative, home folders become `~`, and
 * addresses, secrets and other paths of this machine are redacted. Line breaks stay in place.
 */
export async function cleanPrivate(text: string, machine: OwnMachine): Promise<CleanedText> {
  const lines = splitLines(text);
  redactor ??= createRedactor();
  const redacted = await redactor.redact(lines);
  const cleaned = redacted.map((line, index) => cleanLine(line, line !== lines[index], machine));
  return {
    text: cleaned.map((line) => line.text).join(''),
    lines: cleaned.flatMap(({ kinds }, index) =>
      kinds.length === 0 ? [] : [{ line: index + 1, kinds, text: (lines[index] ?? '').trimEnd() }],
    ),
  };
}

function cleanLine(line: string, hadSecret: boolean, machine: OwnMachine): { text: string; kinds: PrivateKind[] } {
  const kinds = new Set<PrivateKind>(hadSecret ? ['secret'] : []);
  const inProject = machine.checkouts.reduce(
    (text, projectRoot) => makeCleaner({ isShared: true }, { projectRoot, home: '', anonymise: (each) => each })(text),
    line,
  );
  if (inProject !== line) kinds.add('path of this machine');
  const homes = [machine.home].filter((path) => path.length > 1);
  const nameless = anonymise(inProject, { homes });
  if (countOf(nameless, '[redacted:email]') > countOf(inProject, '[redacted:email]')) kinds.add('e-mail address');
  if (countOf(nameless, '~') > countOf(inProject, '~')) kinds.add('home folder');
  const placeless = nameless
    .replace(POSIX_PATH, (path) => (isOfMachine(path, machine) ? redactPath(path) : path))
    .replace(DRIVE_PATH, redactPath);
  if (placeless !== nameless) kinds.add('path of this machine');
  return { text: placeless, kinds: [...kinds] };
}

/** At least two parts, and not in the middle of an address or another path. */
const POSIX_PATH = /(?<![\w.~/:*@\])}-])\/[\w.@+-]+(?:\/[\w.@+~*-]+)+/g;
/** `D:\work\x`; with forward slashes, a lower-case letter would be a sed script. */
const DRIVE_PATH =
  /(?<![\w/\\])(?:[A-Za-z]:\\{1,2}|[A-Z]:\/)(?!(?:Windows|Program)\b)[^\s\\/:*?"<>|`'(),;]+(?:[\\/]{1,2}[^\s\\/:*?"<>|`'(),;]+)*/g;

/** Folders that are the same on every machine. */
const SYSTEM_FOLDERS = new Set(
  'bin boot dev etc lib lib32 lib64 opt proc run sbin snap sys tmp usr var Applications Library System private nix root'.split(
    ' ',
  ),
);

function isOfMachine(path: string, { hasFolder = existsSync }: OwnMachine): boolean {
  if (/^(?:\/private)?\/var\/folders\//.test(path)) return true;
  const first = path.split('/', 2)[1] ?? '';
  return !SYSTEM_FOLDERS.has(first) && hasFolder(`/${first}`);
}

/** Keeps the name of the file, which says what a lesson is about; the path to it is particular to this machine. */
function redactPath(path: string): string {
  return `[redacted:path]/${path.split(/[\\/]/).at(-1) ?? ''}`;
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
