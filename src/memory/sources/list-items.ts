import { splitLines } from '../../shared/files.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
import { commentFinder, fenceFinder, withoutEnding } from '../markdown.ts';

/** One item of a list in Markdown, with what is indented below it. */
export interface ListItem {
  /** Its line, from 1. */
  line: number;
  /** Its text on one line. */
  text: string;
  /** The items below it, likewise. */
  children: string[];
  /** The headings it stands under, from level 1 on; those of levels that are not there are empty. */
  headings: readonly string[];
  /** Whether a code block belongs to it, which no line of a lesson can hold. */
  hasCode: boolean;
}

/** A heading and the lines it rules over. */
export interface Section {
  title: string;
  /** Its line, from 1. */
  line: number;
  /** The items below it, those below its sub-headings included. */
  items: ListItem[];
}

/** What a Markdown text lists, and the lines of text that are neither in a list nor headings, in italics or comments. */
export interface Outline {
  sections: Section[];
  items: ListItem[];
  /** Lines of plain text, from 1: the first of each stretch. */
  prose: number[];
}

const HEADING = /^(#{1,6})[ \t]+(.+)$/;
const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\] )?(\S.*)$/;
/** `*Auto-generated …*`: a remark on the list, not one of it. */
const REMARK = /^([*_])(?![*_\s]).*\1$/;

/** Reads the lists of a text. Code blocks and comments are passed over, and what stands between two lines of which `isBlock` is true. */
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
      // A list may have blank lines between its items; plain text behind one is no longer of it.
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

/** An item and those below it as one text. */
export function joinItem({ text, children }: Pick<ListItem, 'text' | 'children'>): string {
  return children.reduce(
    (line, child) => (/[:,]$/.test(line) ? `${line} ${child}` : `${line.replace(/[.;]$/, '')}; ${child}`),
    text,
  );
}

/** Lines that go on belong to the last thing that was said. */
function extend(item: ListItem, text: string): void {
  const last = item.children.length - 1;
  if (last < 0) item.text = `${item.text} ${text}`;
  else item.children[last] = `${item.children[last]} ${text}`;
}

/** Where each block of a tool ends, by the line it starts on. One pass: a start without an end is no block. */
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
