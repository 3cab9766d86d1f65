import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useIsWide } from '../hooks.ts';
import { pluralise } from '../words.ts';

/** Lines and characters of a text that are shown before it is expanded: a phone has less room. */
const ROOM = { wide: { lines: 6, line: 300 }, narrow: { lines: 4, line: 110 } } as const;

/** A text that is folded if it is long, with a button to expand it. Its end is kept as well if that matters most. */
export function Folded({
  text,
  keep,
  onOpen,
  children,
}: {
  text: string;
  /** The part to keep: the beginning of a command, both ends of an output. */
  keep: 'start' | 'ends';
  onOpen?: (isOpen: boolean) => void;
  /** Further content next to the button. */
  children?: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const isWide = useIsWide();
  const { lines: most, line: longest } = ROOM[isWide ? 'wide' : 'narrow'];
  const lines = text.split('\n');
  // A single extra line is not worth a button.
  const isLong = lines.length > most + 1 || text.length > most * longest || lines.some((line) => line.length > longest * 2);
  const change = () => {
    setOpen(!isOpen);
    onOpen?.(!isOpen);
  };
  return (
    <>
      <pre>{isOpen || !isLong ? text : fold(lines, keep, most, longest)}</pre>
      {isLong ? (
        <div class="more">
          <button type="button" class="bare" aria-expanded={isOpen} onClick={change}>
            {isOpen ? 'Fold' : lines.length > most ? `Show ${pluralise(lines.length, 'line')}` : 'Show all of it'}
          </button>
          {children}
        </div>
      ) : null}
    </>
  );
}

function fold(lines: readonly string[], keep: 'start' | 'ends', most: number, longest: number): string {
  const cut = (line: string) => (line.length > longest ? `${line.slice(0, longest)}…` : line);
  if (lines.length <= most) return lines.map(cut).join('\n');
  if (keep === 'start') return [...lines.slice(0, most).map(cut), '…'].join('\n');
  const head = Math.floor(most / 3);
  return [...lines.slice(0, head).map(cut), '…', ...lines.slice(head - most).map(cut)].join('\n');
}
