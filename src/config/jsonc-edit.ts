import { lineEndingOf } from '../shared/files.ts';
import type { JsonElement, JsonList, JsonObject } from './jsonc.ts';

/** A node that contains other values. */
export type JsonContainer = JsonObject | JsonList;

/**
 * Adds a value at the end of a list, or under a new key of an object. Nothing else changes: comments, order, indentation and line
 * endings stay, and the new value follows their style.
 */
export function appendItem(text: string, container: JsonContainer, value: unknown, key?: string): string {
  const style = findStyle(text, container);
  const item = `${key === undefined ? '' : `${JSON.stringify(key)}: `}${render(value, style)}`;
  const last = container.items.at(-1);
  const close = container.to - 1;
  // Before the whitespace in front of the closing bracket, and so after a comment on the last line.
  const at = close - blanksBefore(text, close, container.from + 1);
  if (!last) {
    const [before, after] = style.isFlat
      ? [' ', ' ']
      : [style.lineEnd + style.indent, style.lineEnd + style.outerIndent];
    return `${text.slice(0, at)}${before}${item}${after}${text.slice(close)}`;
  }
  // Nothing can follow on the same line after a line comment.
  const separator = style.isFlat && !text.slice(last.to, at).includes('//') ? ' ' : style.lineEnd + style.indent;
  // A list with a trailing comma gets one after the new end, too.
  if (last.comma !== undefined) return `${text.slice(0, at)}${separator}${item},${text.slice(at)}`;
  return `${text.slice(0, last.to)},${text.slice(last.to, at)}${separator}${item}${text.slice(at)}`;
}

/** Removes an item of a list or an object, and the comma that came with it. Reverts `appendItem`. */
export function removeItem(text: string, container: JsonContainer, index: number): string {
  const item = container.items[index];
  if (!item) return text;
  const previous = container.items[index - 1];
  const rest = text.slice(item.to);
  const begin = item.from - blanksBefore(text, item.from, container.from + 1);
  const blanks = text.slice(begin, item.from);
  if (item.comma !== undefined) {
    const after = text.slice(item.to, item.comma) + text.slice(item.comma + 1);
    // Removing the first of several on one line leaves no space behind.
    return text.slice(0, begin) + (blanks === '' ? after.replace(/^ +/, '') : keepBreak(blanks, after));
  }
  if (previous?.comma !== undefined)
    return text.slice(0, previous.comma) + text.slice(previous.comma + 1, begin) + keepBreak(blanks, rest);
  const isEmpty = begin === container.from + 1 && /^\s*[\]}]/.test(rest);
  return text.slice(0, begin) + (isEmpty ? rest.trimStart() : keepBreak(blanks, rest));
}

/** Replaces the value of an item. */
export function replaceItem(text: string, container: JsonContainer, item: JsonElement, value: unknown): string {
  const rendered = render(value, findStyle(text, container));
  return text.slice(0, item.node.from) + rendered + text.slice(item.node.to);
}

/** Renders a whole file for a value. */
export function renderJsonFile(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Whitespace is removed with the item it precedes, unless a comment before it would then swallow the rest of the line. */
function keepBreak(blanks: string, rest: string): string {
  return blanks.includes('\n') && !/^[ \t]*(?:\r?\n|$)/.test(rest) ? blanks + rest.trimStart() : rest;
}

/** The layout of the items of a container. */
interface Style {
  /** Whether all are on one line. */
  isFlat: boolean;
  /** The indentation of each item, and of the closing bracket. */
  indent: string;
  outerIndent: string;
  /** The indentation of one level. */
  unit: string;
  lineEnd: string;
}

function findStyle(text: string, container: JsonContainer): Style {
  const unit = /\n([ \t]+)["{[]/.exec(text)?.[1] ?? '  ';
  const outerIndent = indentAt(text, container.from);
  const first = container.items[0];
  const isFlat = first
    ? !text.slice(container.from, first.from).includes('\n')
    : isOneLine(text) && !isWhole(text, container);
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

/** Returns the whitespace at the beginning of the line of a position. */
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

/** Returns the number of whitespace characters before a position, back to `start` at most. */
function blanksBefore(text: string, at: number, start: number): number {
  let from = at;
  while (from > start && /\s/.test(text[from - 1] ?? '')) from--;
  return at - from;
}
