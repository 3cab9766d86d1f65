import type { Deed, History } from './history.ts';
import type { Trigger } from './lesson.ts';

/**
 * Triggers are written the way agents write permission rules: `Bash(git show * --no-stat *)` matches a simple command word by word,
 * where `*` alone stands for any number of words, also none, and within a word for any letters; `Read(src/old/**)` matches whatever names a path below the repository, where `/**` takes a whole folder and `{a,b}`
 * lists names. Matching is linear in the length of the text.
 */
export function findMatches(rule: string, history: History): Iterable<Deed> {
  const parsed = parseRule(rule);
  if (!parsed) return [];
  return parsed.tool === 'Bash' ? matchCommands(parsed.pattern, history) : matchPaths(parsed.pattern, history);
}

/**
 * Scores a rule on history: how many matching calls failed for this reason, and how many succeeded since it first did. What worked
 * before says nothing: the world may have been another one.
 */
export function scoreTrigger(
  rule: string,
  history: History,
  failedCalls: ReadonlySet<string>,
  { since, last }: { since: number; last: number },
): Trigger & { succeededSinceLast: number } {
  const succeeded = new Set<string>();
  const afterLast = new Set<string>();
  for (const deed of findMatches(rule, history)) {
    if (deed.outcome !== 'ok' || deed.at < since || failedCalls.has(deed.call)) continue;
    succeeded.add(deed.call);
    if (deed.at > last) afterLast.add(deed.call);
  }
  return { rule, failed: failedCalls.size, succeeded: succeeded.size, succeededSinceLast: afterLast.size };
}

function* matchCommands(pattern: string, history: History): Iterable<Deed> {
  const words = pattern.split(' ');
  // A whole word of the rule must be a word of the command, and the longest is the rarest: `--no-stat` rather than `git`.
  const [rarest] = words.filter((word) => !word.includes('*')).sort((a, b) => b.length - a.length);
  for (const deed of history.naming(rarest ?? '')) if (matchWords(words, deed.text.split(' '))) yield deed;
}

function* matchPaths(pattern: string, history: History): Iterable<Deed> {
  for (const one of expandBraces(pattern)) {
    const folder = one.endsWith('/**') ? one.slice(0, -3) : undefined;
    const isMatch = (path: string) => (folder === undefined ? path === one : path === folder || path.startsWith(`${folder}/`));
    yield* history.fileDeeds(folder ?? one);
    if (folder !== undefined) for (const path of history.filesBelow(folder)) yield* history.fileDeeds(path);
    const name = (folder ?? one).split('/').at(-1) ?? '';
    for (const deed of history.naming(name)) if (deed.paths.some(isMatch)) yield deed;
  }
}

function parseRule(rule: string): { tool: string; pattern: string } | undefined {
  const open = rule.indexOf('(');
  return open > 0 && rule.endsWith(')') ? { tool: rule.slice(0, open), pattern: rule.slice(open + 1, -1) } : undefined;
}

/** A pattern on the words of a command: `*` alone for any number of them. As `matchGlob`, with words for letters. */
export function matchWords(pattern: readonly string[], words: readonly string[]): boolean {
  let p = 0;
  let w = 0;
  let star = -1;
  let mark = 0;
  while (w < words.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = w;
    } else if (p < pattern.length && matchGlob(pattern[p] ?? '', words[w] ?? '')) {
      p++;
      w++;
    } else if (star >= 0) {
      p = star + 1;
      w = ++mark;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** `*` for any run of characters: on a mismatch only the last star is tried again, one character further. */
export function matchGlob(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

function expandBraces(pattern: string): string[] {
  const brace = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(pattern);
  return brace ? (brace[2] ?? '').split(',').map((name) => `${brace[1]}${name}${brace[3]}`) : [pattern];
}
