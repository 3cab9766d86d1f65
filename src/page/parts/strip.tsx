import { useEffect, useRef } from 'preact/hooks';
import { useSize, useTheme } from '../hooks.ts';

const COLOURS: Readonly<Record<string, string>> = {
  x: '--bad',
  w: '--warn',
  r: '--refused',
  '-': '--line-strong',
  '.': '--good-pale',
};
const RANK = 'xrw-.';

/** Upper bound for the width of a call, so that a short session is not a wall of colour. */
const WIDEST = 28;

/** Returns the width that the calls take. */
function lengthOf(strip: string, width: number): number {
  return Math.min(width, strip.length * WIDEST);
}

/** Every call of a session as a coloured strip, from the first to the last; a click goes to that call. */
export function Strip({
  strip,
  chosen,
  onChoose,
}: {
  strip: string;
  chosen: number;
  onChoose: (index: number) => void;
}) {
  const [ref, { width }] = useSize<HTMLButtonElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const scale = devicePixelRatio;
    element.width = Math.round(width * scale);
    element.height = Math.round(34 * scale);
    const style = getComputedStyle(document.documentElement);
    const columns = Math.min(strip.length, Math.floor(width));
    const size = (lengthOf(strip, width) / Math.max(1, columns)) * scale;
    for (let column = 0; column < columns; column++) {
      // If several calls share a column, it shows the worst of them.
      const part = strip.slice(
        Math.floor((column * strip.length) / columns),
        Math.ceil(((column + 1) * strip.length) / columns),
      );
      const worst = [...RANK].find((letter) => part.includes(letter)) ?? '.';
      context.fillStyle = style.getPropertyValue(COLOURS[worst] ?? '--line').trim();
      const height = worst === '.' || worst === '-' ? 0.55 : 1;
      const gap = size > 4 * scale ? scale : 0;
      context.fillRect(column * size, element.height * (1 - height), size - gap, element.height * height);
    }
    if (chosen < 0) return;
    context.fillStyle = style.getPropertyValue('--text').trim();
    context.fillRect(
      (chosen / Math.max(1, strip.length)) * lengthOf(strip, width) * scale,
      0,
      2 * scale,
      element.height,
    );
  }, [strip, width, chosen, theme]);
  const choose = (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const at = Math.floor(((event.clientX - box.left) / lengthOf(strip, box.width)) * strip.length);
    onChoose(Math.min(strip.length - 1, Math.max(0, at)));
  };
  return (
    // Not for the keyboard, which cannot point at a place: the list below and `n` lead to the same calls.
    <button
      ref={ref}
      type="button"
      tabIndex={-1}
      class="strip"
      aria-label="Go to a place in the session"
      onClick={choose}
    >
      <canvas ref={canvas} />
    </button>
  );
}

/** The meaning of each colour of a strip, for the outcomes that occur in it. */
export function StripLegend({ strip, hasMessages }: { strip: string; hasMessages: boolean }) {
  return (
    <ul class="strip-legend" aria-label="Colours of the calls">
      {MEANINGS.filter(([letter]) => strip.includes(letter)).map(([letter, meaning]) => (
        <li key={letter}>
          <i style={{ background: `var(${COLOURS[letter]})` }} /> {meaning}
        </li>
      ))}
      {hasMessages ? (
        <li>
          <i class="said" /> your message came before
        </li>
      ) : null}
    </ul>
  );
}

const MEANINGS: readonly [letter: string, meaning: string][] = [
  ['.', 'worked'],
  ['x', 'failed'],
  ['w', 'failing test or check'],
  ['r', 'refused'],
  ['-', 'unknown or cancelled'],
];

/** Numbers over time as small bars, of which the highest is as high as the line. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <svg class="mini-strip" viewBox={`0 0 ${counts.length} 10`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((value, index) => {
        const height = value === 0 ? 0.5 : Math.max(2, (value / most) * 10);
        const fill = value === 0 ? 'var(--line-strong)' : 'var(--bad)';
        return <rect key={index} x={index + 0.1} y={10 - height} width={0.8} height={height} style={{ fill }} />;
      })}
    </svg>
  );
}

/** The calls of a session as a small strip, for a list. */
export function MiniStrip({ strip }: { strip: string }) {
  const size = 100 / Math.max(MINI_LEAST, strip.length);
  return (
    <svg class="mini-strip" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {[...strip].map((letter, index) => {
        const isQuiet = letter === '.' || letter === '-';
        return (
          <rect
            key={index}
            x={index * size}
            y={isQuiet ? 4 : 0}
            width={Math.max(0.3, size * 0.82)}
            height={isQuiet ? 6 : 10}
            style={{ fill: `var(${COLOURS[letter] ?? '--line'})` }}
          />
        );
      })}
    </svg>
  );
}

/** A strip of fewer calls does not take the whole width. */
const MINI_LEAST = 40;
