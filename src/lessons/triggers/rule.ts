import { type Glob, matchForm, matchGlob, parseGlob } from './glob.ts';

/** The subject of a rule: shell commands, files that are named, edited or searched, search patterns, or any other tool. */
export type RuleTool = 'Bash' | 'Read' | 'Grep' | 'Edit' | 'Search' | 'Pattern' | 'Tool';

/** A rule such as `Bash(git show * --no-stat *)`, parsed once. */
export type TriggerRule =
  | { readonly tool: 'Bash'; readonly words: readonly Glob[]; readonly or?: readonly (readonly Glob[])[] }
  | { readonly tool: 'Read' | 'Grep' | 'Edit' | 'Search'; readonly paths: readonly PathGlob[] }
  | { readonly tool: 'Pattern'; readonly pattern: Glob }
  | { readonly tool: 'Tool'; readonly name: Glob; readonly argument?: { readonly name: string; readonly value: Glob } };

/** One alternative of a path pattern, part by part; `null` stands for `**`, because JSON can represent it. */
export type PathGlob = readonly (readonly string[] | null)[];

/** A rule is written by people or made from a few words of a call; longer ones are neither. */
const LONGEST_RULE = 2000;

/** A rule with more commands than this is not a lesson that a reader could follow. */
const MOST_COMMANDS = 12;

const OR = ') or Bash(';

/** Parses a rule; undefined if the text is not one. */
export function parseRule(text: string): TriggerRule | undefined {
  if (!text.includes(OR) || text.length > LONGEST_RULE) return parseSingle(text);
  const rules = text.split(OR).map((part, index, parts) => {
    return parseSingle(`${index === 0 ? '' : 'Bash('}${part}${index === parts.length - 1 ? '' : ')'}`);
  });
  const commands = rules.flatMap((rule) => (rule?.tool === 'Bash' ? [rule.words] : []));
  const [words, ...or] = commands;
  return words && commands.length === rules.length && rules.length <= MOST_COMMANDS
    ? { tool: 'Bash', words, or }
    : undefined;
}

/** Returns the alternative commands of a rule about commands. */
export function commandsOf(rule: Extract<TriggerRule, { tool: 'Bash' }>): readonly (readonly Glob[])[] {
  return [rule.words, ...(rule.or ?? [])];
}

function parseSingle(text: string): TriggerRule | undefined {
  const open = text.indexOf('(');
  if (open < 1 || text.at(-1) !== ')' || text.length > LONGEST_RULE) return undefined;
  const tool = text.slice(0, open);
  const inner = text.slice(open + 1, -1);
  if (inner === '') return undefined;
  switch (tool) {
    case 'Bash':
      return parseWords(inner);
    case 'Read':
    case 'Grep':
    case 'Edit':
    case 'Search': {
      const paths = parsePaths(inner);
      return paths && { tool, paths };
    }
    case 'Pattern': {
      const pattern = parseGlob(inner);
      return pattern && { tool, pattern };
    }
    case 'Tool':
      return parseTool(inner);
    default:
      return undefined;
  }
}

/** Parses the patterns of a glob on paths relative to the repository. */
export function parsePaths(text: string): PathGlob[] | undefined {
  const glob = parseGlob(text);
  return glob?.forms.map(splitParts);
}

/** Whether a path relative to the repository matches. `src/**` also matches the folder itself. */
export function matchPath(globs: readonly PathGlob[], path: string): boolean {
  let parts: string[] | undefined;
  return globs.some((glob) => {
    if (!mayStart(glob[0], path)) return false;
    parts ??= path === '' ? [] : path.split('/');
    return matchSequence(glob, parts, isAnyPart, matchPart);
  });
}

/** Whether the beginning can match. Most rules name another folder: a look at the first letters avoids the full comparison. */
function mayStart(first: PathGlob[number] | undefined, path: string): boolean {
  return !first || path.startsWith(first[0] ?? '');
}

function isAnyPart(part: PathGlob[number]): boolean {
  return part === null;
}

/** Whether a command matches word by word; a separate `*` stands for any number of words. */
export function matchWords(pattern: readonly Glob[], words: readonly string[]): boolean {
  return matchSequence(pattern, words, isAnyWords, matchGlob);
}

/** Whether a word of a rule stands for any number of words. */
export function isAnyWords(word: Glob): boolean {
  return word.source === '*';
}

/** Splits a command, or a rule about commands, into words at white space, quoted or not. */
export function splitWords(text: string): string[] {
  return text.split(/\s/).filter((word) => word !== '');
}

function parseWords(inner: string): TriggerRule | undefined {
  const words = splitWords(inner).map(parseGlob);
  return words.length > 0 && words.every((word) => word !== undefined) ? { tool: 'Bash', words } : undefined;
}

function parseTool(inner: string): TriggerRule | undefined {
  const space = inner.indexOf(' ');
  const name = parseGlob(space < 0 ? inner : inner.slice(0, space));
  if (!name || name.source === '') return undefined;
  if (space < 0) return { tool: 'Tool', name };
  const equals = inner.indexOf('=', space);
  const value = equals < 0 ? undefined : parseGlob(inner.slice(equals + 1));
  const argument = inner.slice(space + 1, equals);
  if (!value || argument === '' || argument.includes(' ')) return undefined;
  return { tool: 'Tool', name, argument: { name: argument, value } };
}

/**
 * Splits a form on a whole path at its slashes. A `**` that fills a part is two stars there: three empty texts. Elsewhere,
 * adjacent stars are one.
 */
function splitParts(form: readonly string[]): PathGlob {
  const parts: string[][] = [['']];
  for (const [index, text] of form.entries()) {
    if (index > 0) parts.at(-1)?.push('');
    for (const [at, piece] of text.split('/').entries()) {
      if (at > 0) parts.push(['']);
      const part = parts.at(-1);
      part?.push(`${part.pop()}${piece}`);
    }
  }
  return parts.filter((part) => part.length > 1 || part[0] !== '').map((part) => (isAnyDepth(part) ? null : part));
}

function isAnyDepth(part: readonly string[]): boolean {
  return part.length === 3 && part.every((text) => text === '');
}

function matchPart(part: readonly string[] | null, text: string): boolean {
  return part !== null && matchForm(part, text);
}

/** Matches patterns with gaps of any length: on a mismatch only the last gap is tried again, one item further. */
function matchSequence<P>(
  pattern: readonly P[],
  items: readonly string[],
  isGap: (item: P) => boolean,
  matches: (pattern: P, item: string) => boolean,
): boolean {
  let p = 0;
  let at = 0;
  let gap = -1;
  let mark = 0;
  while (at < items.length) {
    const wanted = pattern[p];
    if (p < pattern.length && isGap(wanted as P)) {
      gap = p++;
      mark = at;
    } else if (p < pattern.length && matches(wanted as P, items[at] ?? '')) {
      p++;
      at++;
    } else if (gap >= 0) {
      p = gap + 1;
      at = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.length && isGap(pattern[p] as P)) p++;
  return p === pattern.length;
}
