import { stripControls } from '../../shared/terminal.ts';
import { createPaint, type Paint } from './paint.ts';

export { quoteWord } from '../../shared/quote-word.ts';

export type { Paint };

/** The surface that views are drawn on. */
export interface Canvas {
  paint: Paint;
  /** Upper bound for the characters on a line; a single word may be longer. */
  columns: number;
  /** The user's home folder, which is shown as `~`. */
  home: string;
}

/** Returns the canvas for a stream. */
export function chooseCanvas(
  stream: { isTTY?: boolean; columns?: number },
  { env, home }: { env: Readonly<Record<string, string | undefined>>; home: string },
): Canvas {
  return { paint: choosePaint(stream, env), columns: chooseColumns(stream, env), home };
}

/** Returns colours if the stream is a terminal that supports them; NO_COLOR and FORCE_COLOR take precedence. */
export function choosePaint(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Paint {
  if (env.NO_COLOR || env.FORCE_COLOR === '0') return createPaint(false);
  return createPaint(env.FORCE_COLOR !== undefined || (stream.isTTY === true && env.TERM !== 'dumb'));
}

/** Returns the line width: that of the terminal, or COLUMNS, or 80; lines over 120 characters are hard to read. */
export function chooseColumns(stream: { columns?: number }, env: Readonly<Record<string, string | undefined>>): number {
  const asked = Number(env.COLUMNS);
  const columns = stream.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : 80);
  return Math.max(40, Math.min(120, columns));
}

/**
 * Breaks a text at spaces so that no line is longer than the columns; later lines are indented. A longer word stays whole.
 * `first` is the number of columns before the first line, if that differs from the indent.
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

/** Returns `1 session`, `2,300 sessions`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns `once`, `3 times`. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : plural(count, 'time');
}

/** Upper bound for the kinds listed by name; the others are summed up. */
const MOST_KINDS = 8;

/** Returns `file-missing 7, bad-flag 2` in the given order, the most frequent first, and the number of the others. */
export function listKinds(counts: readonly (readonly [kind: string, count: number])[]): string {
  const named = counts.slice(0, MOST_KINDS).map(([kind, count]) => `${kind} ${count.toLocaleString('en')}`);
  const rest = counts.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : [])].join(', ');
}

/** Makes external text safe for a terminal, and shortens the home folder to `~`. */
export function showText(text: string, home: string): string {
  const clean = stripControls(text);
  if (home.length < 2) return clean;
  // Not within a longer path or name.
  const pattern = new RegExp(`(?<![\\w.~/\\\\-])${home.replace(/[^\w]/g, '\\$&')}(?=[/\\\\]|[^\\w.-]|$)`, 'g');
  return clean.replace(pattern, '~');
}

/** Returns a remark on its own lines: `! …`. */
export function viewRemark(text: string, { paint, columns, home }: Canvas, mark: 'yellow' | 'red' = 'yellow'): string {
  return `${paint[mark]('!')} ${wrap(showText(text, home), columns, 2)}`;
}

/** Breaks a long command over several lines that a shell still reads as one: each option on its own line. */
export function breakCommand(command: string, columns: number, indent = 4): string {
  if (command.length <= columns) return command;
  return command.replace(/ (?=--[a-z])/g, ` \\\n${' '.repeat(indent)}`);
}

/** Explains the `failed` count of logs that are listed but not mined. */
export const FLAGGED = 'failed: calls with an error flag. hardwon learn and stats also count what only the output shows.';
