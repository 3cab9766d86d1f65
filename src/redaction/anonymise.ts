import { startsWord } from './rules/rule.ts';
import { replaceSpans, type Span } from './span.ts';

/** Facts about the people whose texts are anonymised. */
interface AnonymiseOptions {
  /** Home folders in any notation; `/root` and network homes are recognised only if they are given here. */
  homes?: readonly string[];
}

/**
 * Anonymises text for files that a team shares: e-mail addresses become `[redacted:email]`, home folders `~`.
 *
 * The account `git@host` stays, because it belongs to nobody and remotes need it; every other `name@host.domain` is removed,
 * including that of an ssh or scp target. It does not matter whose home folder it is: any name after `/home/`, `/Users/` or
 * `C:\Users\` is removed, also in the notation of WSL, MSYS and Cygwin. `/root` stays unless given, because it names no one. This
 * does not look for secrets.
 */
export function anonymise(text: string, options: AnonymiseOptions = {}): string {
  let result = text;
  for (const home of [...(options.homes ?? [])].sort((a, b) => b.length - a.length)) result = replaceHome(result, home);
  for (const [literal, pattern] of HOME_PATTERNS) {
    if (!result.includes(literal)) continue;
    result = result.replace(pattern, (match, name: string, offset: number, whole: string) =>
      SHARED_FOLDERS.has(name.toLowerCase()) || !startsPath(whole, offset) ? match : '~',
    );
  }
  return replaceAddresses(result);
}

/** Folders next to the home folders that belong to everyone. */
const SHARED_FOLDERS = new Set(['shared', 'public', 'default', 'default user', 'all users', 'linuxbrew']);

/** A name ends at a separator or at any character that cannot be in it; a dot ends it only before whitespace or the end. */
const NAME = String.raw`((?:[^\s/\\:"'${'`'}<>|;,()[\]{}*?$!&#=.~]|\.(?=[\w-])){1,64})`;
/** On Windows it may contain spaces, but only if a separator follows. */
const NAME_WITH_BLANKS = String.raw`([^\\/:*?"'<>|\r\n[\]{}$%]{1,64}(?=\\)|${NAME.slice(1, -1)})`;

/**
 * Each has the name of the user as its first group, and a literal before it, so that most texts need not be matched. Patterns
 * that begin further to the left come first.
 */
const HOME_PATTERNS: readonly (readonly [literal: string, pattern: RegExp])[] = [
  // C:\Users\ann, c:/Users/ann, and C:\\Users\\ann as JSON writes it.
  [
    ':',
    new RegExp(
      String.raw`[A-Za-z]:(?:\\{1,4}|/)(?:Users|Documents and Settings)(?:\\{1,4}|/)${NAME_WITH_BLANKS}`,
      'gi',
    ),
  ],
  // \\wsl$\Debian\home\ann, \\wsl.localhost\Debian\home\ann
  ['home\\', new RegExp(String.raw`\\{2,4}wsl(?:\$|\.localhost)\\{1,2}[\w.-]{1,40}\\{1,2}home\\{1,2}${NAME}`, 'gi')],
  // /mnt/c/Users/ann, /cygdrive/c/Users/ann, /c/Users/ann
  ['/Users/', new RegExp(`(?:/mnt|/cygdrive)?/[a-z]/Users/${NAME}`, 'g')],
  ['/Users/', new RegExp(`(?:/System/Volumes/Data)?/Users/${NAME}`, 'g')],
  ['/home/', new RegExp(`(?:/(?:var|usr|export))?/home/${NAME}`, 'g')],
  // Agents name a project's folder after its path: projects/-home-ann-src-orchard, projects/C--Users-ann-src-orchard
  ['-', /(?<=[/\\])(?:-home-|-Users-|[A-Za-z]--Users-)([A-Za-z0-9]{1,64})/g],
];

/** Whether a path starts here, and not in the middle of another path or address; `-I/home/ann` is a compiler flag. */
function startsPath(text: string, at: number): boolean {
  if (/[.~%)}\]-]/.test(text.charAt(at - 1))) return false;
  return startsWord(text, at) || /(?:^|\s)-[A-Za-z]$/.test(text.slice(Math.max(0, at - 3), at));
}

function replaceHome(text: string, home: string): string {
  const parts = home.split(/[\\/]+/).filter((part) => part !== '');
  if (parts.length === 0) return text;
  const isDrive = /^[A-Za-z]:/.test(home);
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const plain = (isDrive ? '' : '/') + escaped.join(String.raw`[\\/]{1,4}`);
  // The folder in the form that agents write as a single name.
  const flat = home.replace(/[\\/]+$/, '').replace(/[^A-Za-z0-9]/g, '-');
  const pattern = new RegExp(
    String.raw`(?:${plain}|(?<=[/\\])${flat})(?![\w-]|\.\w)|(?<=[/\\])${flat}(?=-)`,
    isDrive ? 'gi' : 'g',
  );
  return text.replace(pattern, (match, offset: number, whole: string) => (startsPath(whole, offset) ? '~' : match));
}

/** Extensions of files and units, which are not domains: `icon@2x.png`, `getty@tty1.service`. */
const NOT_DOMAINS = new Set(
  'avif bz2 cjs css gif gz html ico jpeg jpg js json jsx lock map mjs png service socket svg target tgz timer toml ts tsx txt webp whl xml yaml yml zip'.split(
    ' ',
  ),
);

function replaceAddresses(text: string): string {
  const spans: Span[] = [];
  for (const match of text.matchAll(/@|%40/g)) {
    const start = findLocalStart(text, match.index);
    const domainStart = match.index + match[0].length;
    const end = findDomainEnd(text, domainStart);
    if (start === match.index || end === undefined) continue;
    if (text.slice(start, match.index) === 'git') continue;
    spans.push({ start, end, id: 'email', rank: 0 });
  }
  return spans.length === 0 ? text : replaceSpans(text, spans);
}

function findLocalStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 64 && isAddressCharacter(text.charAt(start - 1))) start--;
  while (start < at && /[.%+-]/.test(text.charAt(start))) start++;
  // The letter of an escape before the name is not part of it: `\nann@`.
  if (start < at && text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start++;
  return start;
}

function isAddressCharacter(character: string): boolean {
  return /[\w.%+\p{L}\p{N}-]/u.test(character);
}

const DOMAIN = /(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}(\p{L}{2,24}|xn--[a-z0-9-]{2,59})(?![\p{L}\p{N}_])/uy;

/** Excludes `name@1.2.3`, which is a version, and members of objects, which are not hosts. */
function findDomainEnd(text: string, at: number): number | undefined {
  DOMAIN.lastIndex = at;
  const domain = DOMAIN.exec(text);
  if (
    domain === null ||
    /^(?:v?\d+\.\d|self\.|this\.)/.test(domain[0]) ||
    NOT_DOMAINS.has((domain[1] ?? '').toLowerCase())
  )
    return undefined;
  return DOMAIN.lastIndex;
}
