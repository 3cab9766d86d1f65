import type { Sentence } from '../../../lessons/quotable.ts';
import { commentFinder, fenceFinder, withoutEnding } from '../../../memory/markdown.ts';
import { BYTE_ORDER_MARK, lineEndingOf, splitLines } from '../../../shared/files.ts';

/** The heading that rules stand under where the file has none that fits. */
export const RULES_HEADING = 'Rules learned the hard way';

/**
 * Adds a rule to a Markdown file, at the end of the list under the heading for rules. Every other byte stays, and what stands between
 * the markers of a tool, ours too, is never added to: from now on the rule is the team's own text.
 */
export function placeRule(text: string, rule: Sentence, id: string): string {
  const eol = lineEndingOf(text);
  const lines = splitLines(text);
  const sections = findSections(lines);
  const isThere = (line: string) => /^\s*[-*+] /.test(line) && withoutEnding(line).endsWith(`(${id})`);
  if (sections.some(({ from, to }) => lines.slice(from, to).some(isThere))) return text;
  const section =
    sections.find(({ title }) => title === RULES_HEADING) ??
    sections.find(({ title, level }) => level > 1 && FITTING.test(title));
  if (section) return insertInto(lines, section, rule, eol);
  const gap = text === '' || text === BYTE_ORDER_MARK ? '' : text.endsWith('\n') ? eol : eol + eol;
  return `${text}${gap}## ${RULES_HEADING}${eol}${eol}- ${rule}${eol}`;
}

/** Headings that rules of any kind stand under. */
const FITTING =
  /^(?:(?:coding|project|team|house|agent|working|important|general|learned|repository) )?(?:rules|conventions|guidelines)(?: (?:and|&) \w+)?$/i;

/** Longer lines are no headings, and would take long to look at. */
const LONGEST_HEADING = 200;

/** What stands under one heading, up to the next heading or to text that a tool keeps between markers. Lines from 0. */
interface Section {
  title: string;
  level: number;
  /** The line of the heading, and the line behind the last one. */
  from: number;
  to: number;
}

function findSections(lines: readonly string[]): Section[] {
  const bare = lines.map((line) => withoutEnding(line.replace(BYTE_ORDER_MARK, '')));
  const fence = fenceFinder(bare);
  const foreign = findForeign(bare);
  const sections: Section[] = [];
  let open: Section = { title: '', level: 0, from: 0, to: 0 };
  const start = (section: Omit<Section, 'to'>, end: number) => {
    sections.push({ ...open, to: end });
    open = { ...section, to: 0 };
  };
  for (let index = 0; index < bare.length; index++) {
    const end = foreign.get(index);
    const code = end === undefined ? fence(index) : undefined;
    const [, marks = '', title = ''] =
      /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/.exec((bare[index] ?? '').slice(0, LONGEST_HEADING)) ?? [];
    if (end !== undefined) {
      start({ title: '', level: 0, from: end + 1 }, index);
      index = end;
    } else if (code) index = code.end;
    else if (marks !== '') start({ title, level: marks.length, from: index }, index);
  }
  return [...sections, { ...open, to: bare.length }];
}

/** Comments, and what stands between those that start and end something: the last line of each by its first. */
function findForeign(bare: readonly string[]): Map<number, number> {
  const comment = commentFinder(bare);
  const fence = fenceFinder(bare);
  const regions = new Map<number, number>();
  const starts: number[] = [];
  for (let index = 0; index < bare.length; index++) {
    const mark = comment(index);
    const region = mark ?? fence(index);
    if (!region) continue;
    const line = bare[index] ?? '';
    if (mark) regions.set(index, mark.end);
    if (mark && /\b(?:start|begin)\b/i.test(line)) starts.push(index);
    else if (mark && /\bend\b/i.test(line)) {
      // One that is never ended is a comment like any other: it must not hide the rest of the file.
      const from = starts.pop();
      if (from !== undefined) regions.set(from, mark.end);
    }
    index = region.end;
  }
  return regions;
}

function insertInto(lines: readonly string[], { from, to }: Section, rule: string, eol: string): string {
  let at = to;
  while (at > from + 1 && (lines[at - 1] ?? '').trim() === '') at--;
  const last = lines[at - 1] ?? '';
  const marker = lines
    .slice(from + 1, at)
    .findLast((line) => /^[-*+] /.test(line))
    ?.charAt(0);
  const isList = marker !== undefined && /^(?:[-*+] |\s+\S)/.test(last);
  const before = lines.slice(0, at).join('');
  const gap = `${before.endsWith('\n') ? '' : eol}${isList ? '' : eol}`;
  const rest = lines.slice(at).join('');
  // A heading right below would swallow nothing, but a list wants a blank line behind it.
  const end = rest === '' || /^\s*\n/.test(rest) ? '' : eol;
  return `${before}${gap}${marker ?? '-'} ${rule}${eol}${end}${rest}`;
}
