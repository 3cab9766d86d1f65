/** How a long text is folded. */
export interface FoldOptions {
  /** The part to keep: the beginning of a command, both ends of an output. */
  keep: 'start' | 'ends';
  /** A line that stays visible wherever it is. */
  line?: string | undefined;
  /** Number of lines to keep. */
  most: number;
  /** Characters of a line to keep. */
  longest: number;
}

/** Returns the visible lines of a folded text; an ellipsis stands for each part that is left out. */
export function foldText(lines: readonly string[], { keep, line, most, longest }: FoldOptions): string {
  const [wanted = ''] = (line ?? '').trim().split('\n', 1);
  const at = wanted === '' ? -1 : lines.findIndex((each) => each.includes(wanted));
  const kept = new Set(lines.length <= most ? lines.keys() : choose(lines.length, keep, most));
  if (at >= 0) kept.add(at);
  const cut = (text: string, index: number) => {
    if (text.length <= longest) return text;
    // The reason may be far along a long line.
    const from = index === at ? Math.max(0, Math.min(text.indexOf(wanted), text.length - longest)) : 0;
    const end = Math.max(longest, index === at ? Math.min(wanted.length, 4 * longest) : 0);
    return `${from > 0 ? '…' : ''}${text.slice(from, from + end)}${from + end < text.length ? '…' : ''}`;
  };
  const shown: string[] = [];
  for (const [index, text] of lines.entries()) {
    if (kept.has(index)) shown.push(cut(text, index));
    else if (shown.at(-1) !== '…') shown.push('…');
  }
  return shown.join('\n');
}

function choose(total: number, keep: 'start' | 'ends', most: number): number[] {
  const all = Array.from({ length: total }, (_, index) => index);
  if (keep === 'start') return all.slice(0, most);
  const head = Math.floor(most / 3);
  return [...all.slice(0, head), ...all.slice(head - most)];
}
