import { splitLines } from '../../shared/files.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
import { commentFinder, fenceFinder, withoutEnding } from '../markdown.ts';

/** One item of a Markdown list, with the lines indented below it. */
export interface ListItem {
  /** Its line, counted from 1. */
  line: number;
  /** Its text on one line. */
  text: string;
  /** The items below it, each on one line. */
  children: string[];
  /** The headings above it, from level 1 on; missing levels are empty. */
  headings: readonly string[];
  /** Whether a code block belongs to it, which a one-line lesson cannot contain. */
  hasCode: boolean;
}

/** A heading and the items below it. */
export interface Section {
  title: string;
  /** Its line, counted from 1. */
  line: number;
  /** The items below it, including those below its subheadings. */
  items: ListItem[];
}

/** The lists of a Markdown text, and the lines of plain text that are not in lists, headings, italics or comments. */
interface Outline {
  sections: Section[];
  items: ListItem[];
  /** Lines of plain text, counted from 1: the first of each stretch. */
  prose: number[];
}

const HEADING = /^(#{1,6})[ \t]+(.+)$/;
const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\] )?(\S.*)$/;
/** `*Auto-generated …*`: a remark on the list, not an item. */
const REMARK = /^([*_])(?![*_\s]).*\1$/;

/** Reads the lists of a text. It skips code blocks, comments, and everything between two lines for which `isBlock` is true. */
export function readOutline(text: string, isBlock: (start: string, end: string) => boolean = () => false): Outline {
  const lines = splitLines(text).map((line) =>
    withoutEnding(line)
      .replaceAll('\t', '    ')
      .replace(/^\uFEFF/, ''),
  );
  const comment = commentFinder(lines);
  const fence = fenceFinder(lines.map((line) => line.trimStart()));
  const blockEnds = findBlocks(lines, isBlock);
  const outline: Outline = { sections: [], items: [], prose: [] };
  const open: { section: Section; level: number }[] = [];
  let item: ListItem | undefined;
  let base = 0;
  let inProse = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const code = fence(index);
    const [, indent = '', content] = ITEM.exec(line) ?? [];
    if (code) {
      if (item) item.hasCode = true;
      index = code.end;
      continue;
    }
    const region = comment(index);
    if (region) {
      index = blockEnds.get(index) ?? region.end;
      item = undefined;
      continue;
    }
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop();
      const section = { title: trimEndOf(title, '#'), line: index + 1, items: [] };
      outline.sections.push(section);
      open.push({ section, level: marks.length });
      item = undefined;
    } else if (content !== undefined && (!item || indent.length < base + 2)) {
      const headings = open.map(({ section }) => section.title);
      item = { line: index + 1, text: content.trim(), children: [], headings, hasCode: false };
      base = indent.length;
      outline.items.push(item);
      for (const { section } of open) section.items.push(item);
    } else if (content !== undefined) {
      item?.children.push(content.trim());
    } else if (line.trim() === '') {
      // A list may have blank lines between its items; plain text after one does not belong to it.
      if (item && !/^ {2,}\S/.test(lines[index + 1] ?? '') && !ITEM.test(lines[index + 1] ?? '')) item = undefined;
    } else if (item) {
      extend(item, line.trim());
    } else if (!REMARK.test(line.trim()) && !/^[-=*_|: ]+$/.test(line) && !inProse) {
      outline.prose.push(index + 1);
    }
    inProse = item === undefined && line.trim() !== '' && marks === undefined;
  }
  return outline;
}

/** Joins an item and those below it into one text. */
export function joinItem({ text, children }: Pick<ListItem, 'text' | 'children'>): string {
  return children.reduce(
    (line, child) => (/[:,]$/.test(line) ? `${line} ${child}` : `${line.replace(/[.;]$/, '')}; ${child}`),
    text,
  );
}

/** Appends a continuation line to the last text. */
function extend(item: ListItem, text: string): void {
  const last = item.children.length - 1;
  if (last < 0) item.text = `${item.text} ${text}`;
  else item.children[last] = `${item.children[last]} ${text}`;
}

/**
 * Finds where each tool's block ends, by the line on which it starts. It takes one pass: a start without an end is not a block.
 */
function findBlocks(lines: readonly string[], isBlock: (start: string, end: string) => boolean): Map<number, number> {
  const ends = new Map<number, number>();
  let start: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('<!--')) continue;
    if (start !== undefined && isBlock(lines[start] ?? '', line)) {
      ends.set(start, index);
      start = undefined;
    } else if (line.includes(':start')) {
      start = index;
    }
  }
  return ends;
}
