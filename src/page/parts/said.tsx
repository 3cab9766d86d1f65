import { useState } from 'preact/hooks';

/** Longer messages are folded: the request is usually at the beginning. */
const LONGEST = 600;
const MOST_LINES = 8;

/** A message of a person. */
export function Said({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const lines = text.split('\n');
  const isLong = text.length > LONGEST || lines.length > MOST_LINES;
  const shown = isOpen || !isLong ? text : `${lines.slice(0, MOST_LINES).join('\n').slice(0, LONGEST).trimEnd()}…`;
  return (
    <blockquote>
      <p>{shown}</p>
      {isLong ? (
        <button type="button" class="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : 'Show all of it'}
        </button>
      ) : null}
    </blockquote>
  );
}
