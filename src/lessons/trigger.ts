import type { Deed, History } from './history.ts';
import type { Trigger } from './lesson.ts';

/**
 * Triggers are written the way agents write permission rules: `Bash(git show *--no-stat*)` matches a simple command, word by word with
 * `*` for anything; `Read(src/old/**)` matches a path below the repository, where `**` crosses folders and `{a,b}` lists names.
 * Matching is linear in the length of the text.
 */
export function matchesRule(rule: string, deed: Deed): boolean {
  return compileRule(rule)(deed);
}

/** A rule made ready to be asked for many deeds. */
export function compileRule(rule: string): (deed: Deed) => boolean {
  const parsed = parseRule(rule);
  if (!parsed) return () => false;
  const { tool, pattern } = parsed;
  if (tool === 'Bash') return (deed) => deed.tool === 'shell' && matchGlob(pattern, deed.text);
  const patterns = expandBraces(pattern);
  return (deed) =>
    (tool === 'Read' || tool === deed.name) && deed.paths.some((path) => patterns.some((one) => matchPath(one, path)));
}

/**
 * Scores a rule on history: how many matching calls failed for this reason, and how many succeeded since it first did. What worked
 * before says nothing: the world may have been another one.
 */
export function scoreTrigger(rule: string, deeds: Iterable<Deed>, failedCalls: ReadonlySet<string>, since: number): Trigger {
  const matches = compileRule(rule);
  const failed = new Set<string>(failedCalls);
  const succeeded = new Set<string>();
  for (const deed of deeds) {
    if (deed.outcome === 'ok' && deed.at >= since && !failed.has(deed.call) && matches(deed)) succeeded.add(deed.call);
  }
  return { rule, failed: failed.size, succeeded: succeeded.size };
}

/** The deeds that a rule can match at all, without going through the whole history. */
export function candidates(rule: string, history: History): Iterable<Deed> {
  const parsed = parseRule(rule);
  if (!parsed) return [];
  if (parsed.tool !== 'Bash') return history.pathDeeds();
  const program = parsed.pattern.split(/[ *]/, 1)[0];
  return program ? history.deedsOf(program) : [];
}

function parseRule(rule: string): { tool: string; pattern: string } | undefined {
  const open = rule.indexOf('(');
  if (open < 0) return { tool: rule, pattern: '**' };
  return rule.endsWith(')') ? { tool: rule.slice(0, open), pattern: rule.slice(open + 1, -1) } : undefined;
}

/** `*` for any run of characters: two indices, no backtracking beyond the last star, so linear for the short patterns used here. */
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

function matchPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/**')) return pattern.includes('*') ? matchGlob(pattern, path) : pattern === path;
  const folder = pattern.slice(0, -3);
  return path === folder || (path.length > folder.length && path.startsWith(folder) && path[folder.length] === '/');
}
