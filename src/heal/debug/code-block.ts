/**
 * Returns the last line, counted from 0, of the block that starts at a line. It goes by indentation, which code in every language
 * has.
 */
export function endOfBlock(lines: readonly string[], start: number): number {
  const depth = indentOf(lines[start] ?? '');
  let end = start;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) > depth) {
      end = at;
      continue;
    }
    const isHead = indentOf(line) === depth && isOpen(lines[end] ?? '');
    const closes = indentOf(line) === depth && /^\s*[)}\]]/.test(line);
    if (isHead || closes) end = at;
    // `} else {` and `}, {` continue the block.
    if (!isHead && !(closes && /[({[]\s*$/.test(line))) return end;
  }
  return end;
}

/** Returns the line, counted from 0, that opens the block containing a line. */
export function startOfBlock(lines: readonly string[], line: number): number {
  const depth = indentOf(lines[line] ?? '');
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? '';
    if (text.trim() !== '' && indentOf(text) < depth) return at;
  }
  return line;
}

/** Returns the indentation of a line; a tab counts as one. */
export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Whether a line is a decorator, an attribute, or a function head whose brace is on the next line. */
function isOpen(line: string): boolean {
  return (
    /^\s*(?:@|#\[)/.test(line) ||
    /^\s*(?:export |async |pub |public |static )*(?:function|def|fn|func|class)\b.*\)\s*$/.test(line)
  );
}
