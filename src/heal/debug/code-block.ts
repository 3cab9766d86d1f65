/** The last line, from 0, of the block that starts at a line: by indentation, which code of every language has. */
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
    // `} else {` and `}, {` go on.
    if (!isHead && !(closes && /[({[]\s*$/.test(line))) return end;
  }
  return end;
}

/** The line, from 0, that opens the block in which a line stands. */
export function startOfBlock(lines: readonly string[], line: number): number {
  const depth = indentOf(lines[line] ?? '');
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? '';
    if (text.trim() !== '' && indentOf(text) < depth) return at;
  }
  return line;
}

/** How far a line is indented; a tab counts as one. */
export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** A decorator, an attribute, or a head whose brace is on the next line. */
function isOpen(line: string): boolean {
  return (
    /^\s*(?:@|#\[)/.test(line) ||
    /^\s*(?:export |async |pub |public |static )*(?:function|def|fn|func|class)\b.*\)\s*$/.test(line)
  );
}
