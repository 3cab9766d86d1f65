import type { FileDiff } from '../../delivery/diff.ts';
import { type Notice, printNotice } from '../../memory/notice.ts';
import { stripControls } from '../../shared/terminal.ts';
import { paintDiff } from './changes-view.ts';
import { type Canvas, showText, viewRemark, wrap } from './text.ts';

/** The outcome of a command that changes memory, to be shown to people. */
export interface MemoryViewParts {
  /** Sentences about what was, or would be, done. */
  said: readonly string[];
  applied: boolean;
  diffs: readonly FileDiff[];
  notices: readonly Notice[];
  /** Whether to show the diff after writing, too. */
  showsDiff?: boolean;
  /** Next steps: a label and a command each. */
  next: readonly (readonly [label: string, command: string])[];
}

/** Returns what was done, the exact diff if nothing was written yet, and the next steps. */
export function viewMemoryChange(parts: MemoryViewParts, canvas: Canvas): string {
  const { said, applied, diffs, notices, next, showsDiff = !applied } = parts;
  const { paint, columns, home } = canvas;
  const sections = [
    said
      .map(
        (line) =>
          `${line.startsWith('  ') ? '  ' : ''}${wrap(showText(line.trim(), home), columns, line.startsWith('  ') ? 4 : 2)}`,
      )
      .join('\n'),
    showsDiff ? diffs.map(({ text }) => paintDiff(text, paint)).join('\n\n') : '',
    applied ? [paint.bold('Written:'), ...diffs.map(({ name }) => `  ${stripControls(name)}`)].join('\n') : '',
    notices.map((notice) => viewRemark(printNotice(notice), canvas)).join('\n'),
    next.map(([label, command]) => `${paint.dim(`${label}:`.padEnd(14))}${command}`).join('\n'),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}
