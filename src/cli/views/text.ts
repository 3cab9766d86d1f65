import pc from 'picocolors';

/** Colours, or none. */
export type Paint = Pick<typeof pc, 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'>;

/** Colours where the stream is a terminal that shows them and NO_COLOR is not set. */
export function choosePaint(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  return pc.createColors(env.NO_COLOR ? false : wanted || (stream.isTTY === true && env.TERM !== 'dumb'));
}

/** The width to write for: the terminal's, or COLUMNS, or 80; lines over 120 characters are hard to read. */
export function chooseColumns(stream: { columns?: number }, env: Readonly<Record<string, string | undefined>>): number {
  const asked = Number(env.COLUMNS);
  const columns = stream.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : 80);
  return Math.max(40, Math.min(120, columns));
}

/** Breaks a text at blanks so that no line is longer than the columns; later lines are indented. A longer word stays whole. */
export function wrap(text: string, columns: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > columns) {
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
