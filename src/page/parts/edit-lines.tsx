import { useState } from 'preact/hooks';
import type { ShownCall } from '../../web/answers/sessions.ts';
import { pluralise } from '../words.ts';

/** Number of lines shown before the rest is folded. */
const MOST = 24;

const SIGNS = { added: '+', removed: '−', gap: '' } as const;

/** The lines that an edit removes and adds. Lines that stay the same are left out. */
export function EditLines({ lines }: { lines: NonNullable<ShownCall['edit']> }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = lines.length > MOST + 1;
  const shown = isOpen || !isLong ? lines : lines.slice(0, MOST);
  return (
    <>
      <pre class="diff edit">
        {shown.map(({ change, text }, index) => (
          <span key={index} class={change}>
            {change === 'gap' ? '⋯' : `${SIGNS[change]} ${text}`}
            {'\n'}
          </span>
        ))}
      </pre>
      {isLong ? (
        <div class="more">
          <button type="button" class="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : `Show all ${pluralise(lines.length, 'line')}`}
          </button>
        </div>
      ) : null}
    </>
  );
}
