/** The extent of a multi-line piece of Markdown, as line numbers counted from 0; the end is its last line. */
interface Region {
  start: number;
  end: number;
}

/** The kinds of lines that open something which may run over many lines. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const COMMENT = /^ {0,3}<!--/;

/**
 * Returns a function that finds the fenced code block starting on a line; undefined if none does, or if it is never closed,
 * because one forgotten fence must not hide the rest of a file. `isWall` tells which lines a code block cannot run over. Lines
 * are without their endings.
 */
export function fenceFinder(
  lines: readonly string[],
  isWall: (line: string) => boolean = () => false,
): (start: number) => Region | undefined {
  // Unsuccessful searches, so that a file full of opening fences is not searched to its end for each of them.
  const vain = new Map<string, { length: number; until: number }>();
  return (start) => {
    const [, fence = '', info = ''] = FENCE.exec(lines[start] ?? '') ?? [];
    const mark = fence[0];
    if (mark === undefined || (mark === '`' && info.includes('`'))) return undefined;
    const known = vain.get(mark);
    if (known && start < known.until && fence.length >= known.length) return undefined;
    let end = start + 1;
    for (; end < lines.length && !isWall(lines[end] ?? ''); end++) {
      const [, closing = '', rest = ''] = FENCE.exec(lines[end] ?? '') ?? [];
      if (closing[0] === mark && closing.length >= fence.length && rest.trim() === '') return { start, end };
    }
    vain.set(mark, { length: fence.length, until: end });
    return undefined;
  };
}

/** Returns a function that finds the HTML comment starting on a line; undefined if none does, or if it is never closed. */
export function commentFinder(lines: readonly string[]): (start: number) => Region | undefined {
  let noneAfter = Number.POSITIVE_INFINITY;
  return (start) => {
    const line = lines[start] ?? '';
    if (!COMMENT.test(line)) return undefined;
    if (line.includes('-->', line.indexOf('<!--') + 4)) return { start, end: start };
    if (start >= noneAfter) return undefined;
    for (let end = start + 1; end < lines.length; end++) {
      if (lines[end]?.includes('-->')) return { start, end };
    }
    noneAfter = start;
    return undefined;
  };
}

/** Whether a line opens a fence or a comment, closed or not. */
export function opensRegion(line: string): boolean {
  return FENCE.test(line) || COMMENT.test(line);
}

/** Returns a line without its ending. */
export function withoutEnding(line: string): string {
  if (line.endsWith('\r\n')) return line.slice(0, -2);
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
