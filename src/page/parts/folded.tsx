import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { foldText } from '../fold-text.ts';
import { useIsWide } from '../hooks.ts';
import { pluralise } from '../words.ts';

/** Lines and characters of a text that are shown before it is expanded: a phone has less room. */
const ROOM = { wide: { lines: 6, line: 300 }, narrow: { lines: 4, line: 110 } } as const;

/** A text that is folded if it is long, with a button to expand it. Its end is kept as well if that matters most. */
export function Folded({
  text,
  keep,
  line,
  onOpen,
  children,
}: {
  text: string;
  /** The part to keep: the beginning of a command, both ends of an output. */
  keep: 'start' | 'ends';
  /** A line that stays visible wherever it is: the one that shows why a call failed. */
  line?: string | undefined;
  onOpen?: (isOpen: boolean) => void;
  /** Further content next to the button. */
  children?: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const isWide = useIsWide();
  const { lines: most, line: longest } = ROOM[isWide ? 'wide' : 'narrow'];
  const lines = text.split('\n');
  // A single extra line is not worth a button.
  const isLong =
    lines.length > most + 1 || text.length > most * longest || lines.some((line) => line.length > longest * 2);
  const change = () => {
    setOpen(!isOpen);
    onOpen?.(!isOpen);
  };
  return (
    <>
      <pre>{isOpen || !isLong ? text : foldText(lines, { keep, line, most, longest })}</pre>
      {isLong ? (
        <div class="more">
          <button type="button" class="bare" aria-expanded={isOpen} onClick={change}>
            {isOpen ? 'Show less' : lines.length > most ? `Show all ${pluralise(lines.length, 'line')}` : 'Show all'}
          </button>
          {children}
        </div>
      ) : null}
    </>
  );
}
