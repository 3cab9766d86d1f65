import { endOfBlock, indentOf, startOfBlock } from './code-block.ts';

/** The lines of a definition, counted from 0. */
export interface DefinitionLines {
  from: number;
  to: number;
}

/**
 * Finds where a file of an MCP server defines a tool: a call that registers it, a function below a decorator that mentions tools,
 * an entry in a list of tools, or a case of a switch over their names; the closest of these. A mere mention does not count.
 */
export function findToolDefinition(lines: readonly string[], tool: string): DefinitionLines | undefined {
  const quoted = quotesOf(tool);
  const places = { registered: -1, listed: -1, handled: -1 };
  for (const [at, line] of lines.entries()) {
    if (!line.includes(tool)) continue;
    const before = textBefore(line, quoted);
    if (
      before !== undefined &&
      (/\w*tool\w*\s*\(\s*$/i.test(before) || (before === '' && /tool\w*\s*\($/i.test(above(lines, at))))
    )
      places.registered = places.registered < 0 ? at : places.registered;
    else if (before !== undefined && /\b(?:name|toolName)["']?\s*[:=]\s*$/.test(before))
      places.listed = keep(places.listed, at);
    else if (before !== undefined && /\b(?:case|==|===)\s*$/.test(before)) places.handled = keep(places.handled, at);
    else if (definesFunction(line, tool) && isDecorated(lines, at)) places.registered = keep(places.registered, at);
  }
  if (places.registered >= 0)
    return { from: firstLine(lines, places.registered), to: extent(lines, headOf(lines, places.registered)).to };
  if (places.listed >= 0) return extent(lines, startOfBlock(lines, places.listed));
  return places.handled >= 0 ? extent(lines, places.handled) : undefined;
}

/** Finds where a file wraps a function for a tool of this name: `autoHeal(…, { tool: 'get_pods', … })`, or the decorator. */
export function findWrapping(lines: readonly string[], tool: string): DefinitionLines | undefined {
  const quoted = quotesOf(tool);
  for (const [at, line] of lines.entries()) {
    const before = line.includes(tool) ? textBefore(line, quoted) : undefined;
    if (before === undefined || !/\btool["']?\s*:\s*$/.test(before)) continue;
    const start = lines.slice(0, at + 1).findLastIndex((other) => /\bautoHeal(?:ed)?\s*\(/.test(other));
    if (start >= 0 && endOfBlock(lines, start) >= at) return extent(lines, start);
  }
  return undefined;
}

/** Finds where a file defines a function or method. */
export function findFunction(lines: readonly string[], name: string): DefinitionLines | undefined {
  const at = lines.findIndex((line) => line.includes(name) && definesFunction(line, name));
  return at < 0 ? undefined : extent(lines, at);
}

function extent(lines: readonly string[], from: number): DefinitionLines {
  return { from, to: endOfBlock(lines, from) };
}

function keep(known: number, at: number): number {
  return known < 0 ? at : known;
}

/** Returns the line on which a call begins if its arguments start on the next line; otherwise the line itself. */
function headOf(lines: readonly string[], at: number): number {
  return /\($/.test(above(lines, at)) ? at - 1 : at;
}

/** Returns the first line of a statement, or of the decorators above it. */
function firstLine(lines: readonly string[], at: number): number {
  const head = headOf(lines, at);
  const depth = indentOf(lines[head] ?? '');
  let first = head;
  for (let line = head - 1; line >= Math.max(0, head - MOST_DECORATED); line--) {
    const text = lines[line] ?? '';
    const isDecorator = /^\s*(?:@|#\[)/.test(text);
    // Between a decorator and the function there are its own arguments and its closing bracket.
    if (!isDecorator && (text.trim() === '' || (indentOf(text) <= depth && !/^\s*[)\]]/.test(text)))) break;
    if (isDecorator) first = line;
  }
  return first;
}

/** Upper bound of the lines that the decorators of one function take up. */
const MOST_DECORATED = 12;

function isDecorated(lines: readonly string[], at: number): boolean {
  return /tool/i.test(lines.slice(firstLine(lines, at), at).join('\n'));
}

function definesFunction(line: string, name: string): boolean {
  const text = line.slice(0, 500);
  const [, found] =
    /^\s*(?:(?:export|default|async|pub|public|private|static|protected|override) )*(?:function\*?|def|fn|func)\s+(?:\([^)]*\)\s*)?([\w$]+)\s*[(<[]/.exec(
      text,
    ) ??
    /^\s*(?:export )?(?:const|let|var)\s+([\w$]+)(?:\s*:[^=]*)?\s*=\s*(?:async\s*)?(?:function\b|\(|[\w$]+\s*=>)/.exec(
      text,
    ) ??
    /^\s+(?:(?:async|public|private|static|protected) )*([\w$]+)\s*\([^)]*\)[^;]*\{\s*$/.exec(text) ??
    [];
  return found === name;
}

function quotesOf(name: string): string[] {
  return [`'${name}'`, `"${name}"`, `\`${name}\``];
}

/** Returns the text before the quoted name on its line, without the indentation; undefined if the name is not there. */
function textBefore(line: string, quoted: readonly string[]): string | undefined {
  const at = quoted.map((each) => line.indexOf(each)).find((index) => index >= 0);
  return at === undefined ? undefined : line.slice(Math.max(0, at - 200), at).trimStart();
}

function above(lines: readonly string[], at: number): string {
  return (lines[at - 1] ?? '').trimEnd();
}
