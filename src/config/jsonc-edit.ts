import { lineEndingOf } from '../shared/files.ts';
import type { JsonElement, JsonList, JsonObject } from './jsonc.ts';

/** What holds other values. */
export type JsonContainer = JsonObject | JsonList;

/**
 * The text with one value more at the end of a list, or under a new key of an object. Nothing else changes: comments, order, indentation
 * and line endings stay, and what is added follows them.
 */
export function appendItem(text: string, container: JsonContainer, value: unknown, key?: string): string {
  const style = findStyle(text, container);
  const item = `${key === undefined ? '' : `${JSON.stringify(key)}: `}${render(value, style)}`;
  const last = container.items.at(-1);
  const close = container.to - 1;
  // Before the blanks that lead to the closing bracket, and so behind a comment on the last line.
  const at = close - blanksBefore(text, close, container.from + 1);
  if (!last) {
    const [before, after] = style.isFlat ? [' ', ' '] : [style.lineEnd + style.indent, style.lineEnd + style.outerIndent];
    return `${text.slice(0, at)}${before}${item}${after}${text.slice(close)}`;
  }
  // Behind a comment that runs to the end of its line nothing can follow on that line.
  const separator = style.isFlat && !text.slice(last.to, at).includes('//') ? ' ' : style.lineEnd + style.indent;
  // Who ends lists with a comma wants one behind the new end, too.
  if (last.comma !== undefined) return `${text.slice(0, at)}${separator}${item},${text.slice(at)}`;
  return `${text.slice(0, last.to)},${text.slice(last.to, at)}${separator}${item}${text.slice(at)}`;
}

/** The text without an item of a list or an object, and without the comma that came with it. Takes back what `appendItem` did. */
export function removeItem(text: string, container: JsonContainer, index: number): string {
  const item = container.items[index];
  if (!item) return text;
  const previous = container.items[index - 1];
  const rest = text.slice(item.to);
  const begin = item.from - blanksBefore(text, item.from, container.from + 1);
  const blanks = text.slice(begin, item.from);
  if (item.comma !== undefined) {
    const after = text.slice(item.to, item.comma) + text.slice(item.comma + 1);
    // The first of several on one line leaves no blank behind.
    return text.slice(0, begin) + (blanks === '' ? after.replace(/^ +/, '') : keepBreak(blanks, after));
  }
  if (previous?.comma !== undefined)
    return text.slice(0, previous.comma) + text.slice(previous.comma + 1, begin) + keepBreak(blanks, rest);
  const isEmpty = begin === container.from + 1 && /^\s*[\]}]/.test(rest);
  return text.slice(0, begin) + (isEmpty ? rest.trimStart() : keepBreak(blanks, rest));
}

/** The text with another value in the place of an item's. */
export function replaceItem(text: string, container: JsonContainer, item: JsonElement, value: unknown): string {
  const rendered = render(value, findStyle(text, container));
  return text.slice(0, item.node.from) + rendered + text.slice(item.node.to);
}

/** A whole file that holds a value. */
export function renderJsonFile(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Blanks go with the item they led to, unless a comment before them would then swallow what follows on the same line. */
function keepBreak(blanks: string, rest: string): string {
  return blanks.includes('\n') && !/^[ \t]*(?:\r?\n|$)/.test(rest) ? blanks + rest.trimStart() : rest;
}

/** How the items of a container are laid out. */
interface Style {
  /** All on one line. */
  isFlat: boolean;
  /** Before each item, and before the closing bracket. */
  indent: string;
  outerIndent: string;
  /** What one level more adds. */
  unit: string;
  lineEnd: string;
}

function findStyle(text: string, container: JsonContainer): Style {
  const unit = /\n([ \t]+)["{[]/.exec(text)?.[1] ?? '  ';
  const outerIndent = indentAt(text, container.from);
  const first = container.items[0];
  const isFlat = first ? !text.slice(container.from, first.from).includes('\n') : isOneLine(text) && !isWhole(text, container);
  return {
    isFlat,
    indent: first ? indentAt(text, first.from) : outerIndent + unit,
    outerIndent,
    unit,
    lineEnd: lineEndingOf(text),
  };
}

function render(value: unknown, { isFlat, indent, unit, lineEnd }: Style): string {
  const lines = JSON.stringify(value, undefined, isFlat ? 1 : unit).split('\n');
  return isFlat ? lines.map((line) => line.trimStart()).join(' ') : lines.join(lineEnd + indent);
}

/** The blanks that the line of a place begins with. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function isOneLine(text: string): boolean {
  return !text.trim().includes('\n');
}

function isWhole(text: string, { from, to }: JsonContainer): boolean {
  return text.trim().length === to - from;
}

/** How many blanks stand before a place, back to `start` at most. */
function blanksBefore(text: string, at: number, start: number): number {
  let from = at;
  while (from > start && /\s/.test(text[from - 1] ?? '')) from--;
  return at - from;
}
