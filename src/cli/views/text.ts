import { stripControls } from '../../shared/terminal.ts';
import { createPaint, type Paint } from './paint.ts';

export { quoteWord } from '../../shared/quote-word.ts';

export type { Paint };

/** What a view is drawn with. */
export interface Canvas {
  paint: Paint;
  /** The most characters on a line; a single word may be longer. */
  columns: number;
  /** The user's home folder, which is shown as `~`. */
  home: string;
}

/** The canvas of a stream in these surroundings. */
export function chooseCanvas(
  stream: { isTTY?: boolean; columns?: number },
  { env, home }: { env: Readonly<Record<string, string | undefined>>; home: string },
): Canvas {
  return { paint: choosePaint(stream, env), columns: chooseColumns(stream, env), home };
}

/** Colours where the stream is a terminal that shows them; NO_COLOR and FORCE_COLOR have the last word. */
export function choosePaint(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Paint {
  if (env.NO_COLOR || env.FORCE_COLOR === '0') return createPaint(false);
  return createPaint(env.FORCE_COLOR !== undefined || (stream.isTTY === true && env.TERM !== 'dumb'));
}

/** The width to write for: the terminal's, or COLUMNS, or 80; lines over 120 characters are hard to read. */
export function chooseColumns(stream: { columns?: number }, env: Readonly<Record<string, string | undefined>>): number {
  const asked = Number(env.COLUMNS);
  const columns = stream.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : 80);
  return Math.max(40, Math.min(120, columns));
}

/**
 * Breaks a text at blanks so that no line is longer than the columns; later lines are indented. A longer word stays whole.
 * `first` is how many columns stand before the first line, where that is not the indent.
 */
export function wrap(text: string, columns: number, indent: number, first = indent): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const before = lines.length === 0 ? first : indent;
    if (line !== '' && before + line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** `1 session`, `2,300 sessions`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `once`, `3 times`. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : plural(count, 'time');
}

/** Kinds that are named; the others are summed up. */
const MOST_KINDS = 8;

/** `file-missing 7, bad-flag 2`, the most frequent first as they are given, and how many there are besides. */
export function listKinds(counts: readonly (readonly [kind: string, count: number])[]): string {
  const named = counts.slice(0, MOST_KINDS).map(([kind, count]) => `${kind} ${count.toLocaleString('en')}`);
  const rest = counts.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : [])].join(', ');
}

/** A text from elsewhere, fit for a terminal, with the home folder as `~`. */
export function showText(text: string, home: string): string {
  const clean = stripControls(text);
  if (home.length < 2) return clean;
  // Not in the middle of a longer path or name.
  const pattern = new RegExp(`(?<![\\w.~/\\\\-])${home.replace(/[^\w]/g, '\\$&')}(?=[/\\\\]|[^\\w.-]|$)`, 'g');
  return clean.replace(pattern, '~');
}

/** A remark on its own lines: `! …`. */
export function viewRemark(text: string, { paint, columns, home }: Canvas, mark: 'yellow' | 'red' = 'yellow'): string {
  return `${paint[mark]('!')} ${wrap(showText(text, home), columns, 2)}`;
}

/** A command over several lines that a shell still takes as one: each option on its own where it is too long for one line. */
export function breakCommand(command: string, columns: number, indent = 4): string {
  if (command.length <= columns) return command;
  return command.replace(/ (?=--[a-z])/g, ` \\\n${' '.repeat(indent)}`);
}

/** What `failed` counts where logs are listed and not mined. */
export const FLAGGED = 'failed: calls with an error flag. hardwon learn and stats also count what only the output shows.';
