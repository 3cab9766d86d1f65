import type { Excerpt } from '../../web/answers/sessions.ts';

type Pieces = NonNullable<Excerpt['difference']>;

/** The differences between the failed call and the successful one, word by word. */
export function Difference({ pieces }: { pieces: Pieces }) {
  return (
    <figure class="difference">
      <figcaption>What was different</figcaption>
      <pre>
        {joinBreaks(pieces).map(({ text, change }, index) =>
          change === 'added' ? <ins key={index}>{text}</ins> : change === 'removed' ? <del key={index}>{text}</del> : text,
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
    else if (isIndent(piece, 'added') && before?.change === 'removed' && isIndent(pieces[index - 1] ?? piece, 'removed'))
      joined.push({ ...piece, text: piece.text.slice(1) });
    else joined.push(piece);
  }
  return joined;
}

function isIndent({ text, change }: Pieces[number], wanted: Pieces[number]['change']): boolean {
  return change === wanted && /^\n[ \t]*$/.test(text);
}
