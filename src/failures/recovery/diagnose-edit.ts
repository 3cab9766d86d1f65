/**
 * Returns the fault in the text of a refused edit, compared with the text that was then accepted: `tabs short`, `tabs over`,
 * `spaces short`, `spaces over`, `tabs for spaces`, `spaces for tabs`, `line ends`, `line numbers`, `characters`. Undefined if
 * the words themselves differ.
 */
export function diagnoseEdit(refused: string, accepted: string): string | undefined {
  if (hasLineNumbers(refused) && !hasLineNumbers(accepted)) return 'line numbers';
  const pairs = pairLines(refused, accepted);
  if (pairs.length === 0)
    return plain(accepted) !== accepted && plain(refused) === plain(accepted) ? 'characters' : undefined;
  const kinds = pairs.map(([before, now]) => compareIndents(before, now));
  // If the indentation is right in some lines and wrong in others, the most common fault among the wrong lines decides.
  const wrong = kinds.filter((kind) => kind !== undefined);
  if (wrong.length * 2 >= pairs.length && wrong.length > 0) return mostCommon(wrong);
  return pairs.some(([before, now]) => before.trimEnd() === now.trimEnd() && before !== now) ? 'line ends' : undefined;
}

/**
 * Pairs the lines of both texts that are the same apart from white space at their ends, in order. The last line of a truncated
 * text may be incomplete.
 */
function pairLines(refused: string, accepted: string): [refused: string, accepted: string][] {
  const left = accepted.split('\n');
  const pairs: [string, string][] = [];
  let from = 0;
  for (const line of refused.split('\n')) {
    const wanted = line.trim();
    if (wanted.length < 2) continue;
    const at = left.findIndex((other, index) => index >= from && other.trim() === wanted);
    if (at < 0) continue;
    pairs.push([line, left[at] ?? '']);
    from = at + 1;
  }
  return pairs;
}

function compareIndents(before: string, now: string): string | undefined {
  const [had, has] = [indentOf(before), indentOf(now)];
  if (had === has) return undefined;
  if (isAll(had, '\t') && isAll(has, '\t')) return had.length < has.length ? 'tabs short' : 'tabs over';
  if (isAll(had, ' ') && isAll(has, ' ')) return had.length < has.length ? 'spaces short' : 'spaces over';
  return has.includes('\t') && !had.includes('\t')
    ? 'spaces for tabs'
    : had.includes('\t') && !has.includes('\t')
      ? 'tabs for spaces'
      : undefined;
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

function isAll(indent: string, sign: string): boolean {
  return [...indent].every((one) => one === sign);
}

/** Whether every line begins with a number that a tool prints in front of the lines of a file. */
function hasLineNumbers(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every((line) => /^\s*\d+(?:→|\t|\| | {2,})/.test(line));
}

/** Returns a text with only the characters that a keyboard types. */
function plain(text: string): string {
  return text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/[\u200b-\u200d\ufeff]/g, '');
}

function mostCommon(kinds: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
