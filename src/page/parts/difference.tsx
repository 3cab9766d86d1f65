import type { Excerpt } from '../../web/answers/sessions.ts';

type Pieces = NonNullable<Excerpt['difference']>;

/** The differences between the failed call and the successful one, word by word. Lines without a difference are left out. */
export function Difference({ pieces }: { pieces: Pieces }) {
  return (
    <figure class="difference">
      <figcaption>What changed</figcaption>
      <pre>
        {changedLines(joinBreaks(pieces)).map(({ text, change }, index) =>
          change === 'added' ? (
            <ins key={index}>{text}</ins>
          ) : change === 'removed' ? (
            <del key={index}>{text}</del>
          ) : (
            text
          ),
        )}
      </pre>
    </figure>
  );
}

/**
 * Merges line breaks: if only the indentation of a line differs, its break is in both texts. Otherwise each such line would
 * appear twice.
 */
function joinBreaks(pieces: Pieces): Pieces {
  const joined: Pieces = [];
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const before = joined.at(-1);
    if (isIndent(piece, 'removed') && next && isIndent(next, 'added'))
      joined.push({ text: '\n', change: 'same' }, { ...piece, text: piece.text.slice(1) });
    else if (
      isIndent(piece, 'added') &&
      before?.change === 'removed' &&
      isIndent(pieces[index - 1] ?? piece, 'removed')
    )
      joined.push({ ...piece, text: piece.text.slice(1) });
    else joined.push(piece);
  }
  return joined;
}

/** Keeps the lines that have a difference; an ellipsis stands for the others. */
function changedLines(pieces: Pieces): Pieces {
  const lines: Pieces[] = [[]];
  for (const { text, change } of pieces)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      // A break that was added or removed makes the line a changed one, even if nothing else is on it.
      if (part !== '' || (change !== 'same' && index > 0)) lines.at(-1)?.push({ text: part, change });
    }
  const shown: Pieces = [];
  let isGap = false;
  for (const line of lines) {
    if (line.every(({ change }) => change === 'same')) {
      isGap = true;
      continue;
    }
    if (shown.length > 0) shown.push({ text: isGap ? '\n⋯\n' : '\n', change: 'same' });
    shown.push(...line);
    isGap = false;
  }
  return shown;
}

function isIndent({ text, change }: Pieces[number], wanted: Pieces[number]['change']): boolean {
  return change === wanted && /^\n[ \t]*$/.test(text);
}
