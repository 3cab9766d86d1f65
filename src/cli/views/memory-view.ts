import type { FileDiff } from '../../delivery/diff.ts';
import { type Notice, printNotice } from '../../memory/notice.ts';
import { stripControls } from '../../shared/terminal.ts';
import { paintDiff } from './changes-view.ts';
import { type Canvas, showText, viewRemark, wrap } from './text.ts';

/** What a command did to the memory, for people. */
export interface MemoryViewParts {
  /** Sentences on what was done, or would be. */
  said: readonly string[];
  applied: boolean;
  diffs: readonly FileDiff[];
  notices: readonly Notice[];
  /** Show the diff of what was written, too. */
  showsDiff?: boolean;
  /** What to do next: a label and a command each. */
  next: readonly (readonly [label: string, command: string])[];
}

/** What was done, the exact diff where nothing was written yet, and what to do next. */
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
