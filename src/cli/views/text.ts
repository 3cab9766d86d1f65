import type { Environment, UserHome } from '../../shared/surroundings.ts';
import { stripControls } from '../../shared/terminal.ts';

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
export function chooseCanvas(stream: { isTTY?: boolean; columns?: number }, { env, home }: UserHome): Canvas {
  return { paint: choosePaint(stream, env), columns: chooseColumns(stream, env), home };
}

/** Returns colours if the stream is a terminal that supports them; NO_COLOR and FORCE_COLOR take precedence. */
export function choosePaint(stream: { isTTY?: boolean }, env: Environment): Paint {
  if (env.NO_COLOR || env.FORCE_COLOR === '0') return createPaint(false);
  return createPaint(env.FORCE_COLOR !== undefined || (stream.isTTY === true && env.TERM !== 'dumb'));
}

/** Returns the line width: that of the terminal, or COLUMNS, or 80; lines over 120 characters are hard to read. */
export function chooseColumns(stream: { columns?: number }, env: Environment): number {
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

/** Cuts a text that is longer than the given number of characters, and marks that with `…`. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).trimEnd()}…`;
}

/** Returns `1 session`, `2,300 sessions`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
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

/** Returns `L-001, L-002, L-003 and 4 more`. */
export function listFirst(ids: readonly string[]): string {
  // Naming the last one takes less room than counting it.
  const shown = ids.length <= 4 ? ids : ids.slice(0, 3);
  const rest = ids.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
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
export const FLAGGED =
  'failed: calls with an error flag. hardwon learn and stats also count what only the output shows.';

/** Adds a colour or weight to a text, or returns it unchanged. */
type Brush = (text: string) => string;

/** Colours, or none. */
type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Brush>>;

/**
 * Creates the escape sequences for a terminal. These 30 lines are our own because every command loads them, and a package took 3
 * ms of each start to link.
 */
export function createPaint(isOn: boolean): Paint {
  const brush = (open: string, close: string, again = open): Brush =>
    isOn ? (text) => (text === '' ? '' : `${open}${restart(text, close, again)}${close}`) : (text) => text;
  const colour = (code: number) => brush(`\u001b[${code}m`, '\u001b[39m');
  // Both weights have the same end code, so the outer one must be started again.
  const weight = (code: number) => brush(`\u001b[${code}m`, '\u001b[22m', `\u001b[22m\u001b[${code}m`);
  return { bold: weight(1), dim: weight(2), red: colour(31), green: colour(32), yellow: colour(33), cyan: colour(36) };
}

/** Restarts the outer style after the end of an inner one. */
function restart(text: string, close: string, again: string): string {
  return text.replaceAll(close, again);
}
