import type { Redactor } from '../../redaction/redact.ts';
import { stripControls } from '../../shared/terminal.ts';

/** Lines of a file that are safe to show: with secrets redacted and without terminal control sequences. */
export interface ShownCode {
  /** The number of the first shown line. */
  from: number;
  /** The number of the last shown line. */
  to: number;
  /** The lines, joined by line feeds. */
  code: string;
}

/** Upper bound: nobody reads more lines in a terminal, and the file is named. */
const MOST_LINES = 60;
const LONGEST_LINE = 300;

/** Chooses the part of a source to show: around the line that an error names, or else its beginning. Lines are counted from 1. */
export function chooseLines(from: number, to: number, named: number | undefined): { from: number; to: number } {
  if (to - from < MOST_LINES) return { from, to };
  const around = named === undefined || named < from || named > to ? from : named - Math.floor(MOST_LINES / 2);
  const start = Math.max(from, Math.min(around, to - MOST_LINES + 1));
  return { from: start, to: start + MOST_LINES - 1 };
}

/** Redacts many pieces of code at once. */
export async function showCode(
  pieces: readonly { lines: readonly string[]; from: number; to: number }[],
  redactor: Redactor,
): Promise<ShownCode[]> {
  const texts = pieces.map(({ lines, from, to }) => lines.slice(from - 1, to).map(cleanLine));
  const redacted = await redactor.redact(texts.map((each) => each.join('\n')));
  return pieces.map(({ from, to }, index) => {
    const code = keepCount(texts[index] ?? [], (redacted[index] ?? '').split('\n'));
    return { from, to, code: code.map((line) => cut(line)).join('\n') };
  });
}

function cleanLine(line: string): string {
  return stripControls(line.replaceAll('\t', '  ')).replaceAll('\n', ' ');
}

/** Restores the number of lines: a redacted multi-line key becomes one word, but the lines after it must keep their numbers. */
function keepCount(before: readonly string[], after: readonly string[]): string[] {
  const missing = before.length - after.length;
  if (missing <= 0) return [...after];
  const same = before.findIndex((line, index) => line !== after[index]);
  return [...after.slice(0, same + 1), ...Array.from({ length: missing }, () => ''), ...after.slice(same + 1)];
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
