import { useState } from 'preact/hooks';

/** Longer messages are folded: the request is usually at the beginning. */
const ROOM = { usual: { characters: 600, lines: 8 }, short: { characters: 200, lines: 3 } } as const;

/** A message of a person; `isShort` if something else is more important. */
export function Said({ text, isShort = false }: { text: string; isShort?: boolean }) {
  const room = ROOM[isShort ? 'short' : 'usual'];
  const [isOpen, setOpen] = useState(false);
  const lines = text.split('\n');
  const isLong = text.length > room.characters || lines.length > room.lines;
  const shown =
    isOpen || !isLong ? text : `${lines.slice(0, room.lines).join('\n').slice(0, room.characters).trimEnd()}…`;
  return (
    <blockquote>
      <p>{shown}</p>
      {isLong ? (
        <button type="button" class="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </blockquote>
  );
}
