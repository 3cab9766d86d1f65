import { count } from '../words.ts';

/** A row of a bar chart. */
export interface Bar {
  key: string;
  name: string;
  value: number;
  note?: string;
  href?: string;
  isQuiet?: boolean;
}

/** Horizontal bars with their names and numbers: a list, so that it can be read without seeing the bars. */
export function Bars({
  bars,
  most,
  unit,
  tone = '',
}: {
  bars: readonly Bar[];
  /** The value of the full width; defaults to the largest value. */
  most?: number;
  unit: string;
  tone?: 'good' | '';
}) {
  const longest = most ?? Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul class={`bars ${tone}`}>
      {bars.map(({ key, name, value, note, href, isQuiet }) => (
        <li key={key} class={isQuiet ? 'quiet-bar' : ''}>
          <span class="bar-name">{href ? <a href={href}>{name}</a> : name}</span>
          <span class="bar-value">
            {count(value)}
            <span class="unseen"> {unit}</span>
            {note ? <small> {note}</small> : null}
          </span>
          <span class="bar-line" aria-hidden="true">
            <i style={{ width: `${Math.max(value > 0 ? 1 : 0, (value / longest) * 100)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
