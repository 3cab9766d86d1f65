import type { Sentence } from '../../../lessons/quotable.ts';
import { fenceFinder, withoutEnding } from '../../../memory/markdown.ts';
import { BYTE_ORDER_MARK, lineEndingOf, splitLines } from '../../../shared/files.ts';

/** The heading above the rules. */
const PROMOTED_HEADING = 'Rules learned the hard way';

/** The markers around promoted rules; `learn` has markers of its own and leaves these alone. */
const START = '<!-- hardwon:rules:start -->';
const END = '<!-- hardwon:rules:end -->';

/**
 * Adds a rule to the section of promoted rules in a Markdown file, creating the section at the end of the file if necessary.
 * Every byte outside the section stays, and so do its contents: from now on the rule is the team's own text, to reword or move as
 * they like.
 */
export function placeRule(text: string, rule: Sentence, id: string): string {
  const eol = lineEndingOf(text);
  const lines = splitLines(text);
  const bare = lines.map((line) => withoutEnding(line.replace(BYTE_ORDER_MARK, '')));
  if (isThere(bare, id)) return text;
  const section = findSection(bare);
  if (section) return insertInto(lines, section, rule, eol);
  const gap = text === '' || text === BYTE_ORDER_MARK ? '' : text.endsWith('\n') ? eol : eol + eol;
  return `${text}${gap}${[START, `## ${PROMOTED_HEADING}`, '', `- ${rule}`, END, ''].join(eol)}`;
}

/**
 * Whether the file already contains a rule for that lesson, wherever somebody moved it; text between the markers of `learn` does
 * not count.
 */
function isThere(bare: readonly string[], id: string): boolean {
  let isTold = false;
  return bare.some((line) => {
    if (/^ {0,3}<!--[ \t]*hardwon:learn:(?:start|end)\b/.test(line)) isTold = line.includes('hardwon:learn:start');
    return !isTold && /^\s*[-*+] /.test(line) && line.endsWith(`(${id})`);
  });
}

/** Finds the lines of the section's markers; undefined if there is no complete section, or only one in an example. */
function findSection(bare: readonly string[]): { from: number; to: number } | undefined {
  const fence = fenceFinder(bare);
  let from: number | undefined;
  for (let index = 0; index < bare.length; index++) {
    const code = from === undefined ? fence(index) : undefined;
    const line = (bare[index] ?? '').trim();
    if (code) index = code.end;
    else if (line === START) from ??= index;
    else if (line === END && from !== undefined) return { from, to: index };
  }
  return undefined;
}

function insertInto(
  lines: readonly string[],
  { from, to }: { from: number; to: number },
  rule: string,
  eol: string,
): string {
  let at = to;
  while (at > from + 1 && (lines[at - 1] ?? '').trim() === '') at--;
  const marker = lines
    .slice(from + 1, at)
    .findLast((line) => /^[-*+] /.test(line))
    ?.charAt(0);
  const isList = marker !== undefined && /^(?:[-*+] |\s+\S)/.test(lines[at - 1] ?? '');
  return [...lines.slice(0, at), isList ? '' : eol, `${marker ?? '-'} ${rule}${eol}`, ...lines.slice(at)].join('');
}
