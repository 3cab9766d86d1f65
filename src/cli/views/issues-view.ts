import type { RememberedIssue } from '../../heal/ask-memory.ts';
import { type Canvas, showText, timesText, wrap } from './text.ts';

/** Returns known issues about a failure, for people. */
export function viewIssues(issues: readonly RememberedIssue[], canvas: Canvas): string {
  const heading = canvas.paint.bold(`Known issues found: ${issues.length}`);
  return [heading, ...issues.map((issue) => viewIssue(issue, canvas))].join('\n\n');
}

function viewIssue(
  { id, tool, pattern, rootCause, fix, commands, confidence, occurrences, helped, isConfirmed, layer }: RememberedIssue,
  canvas: Canvas,
): string {
  const { paint, columns, home } = canvas;
  const row = (label: string, text: string) =>
    `  ${paint.dim(label.padEnd(12))}${wrap(showText(text, home), columns, 14)}`;
  const name = tool === '*' ? 'any tool' : tool;
  const seen = timesText(occurrences);
  const use = helped === 0 ? '' : `, helped ${timesText(helped)}`;
  const facts = `${id}, ${confidence} confidence, seen ${seen}${use}${isConfirmed ? '' : ', unconfirmed'}${layer === 'user' ? ', in your own memory' : ''}`;
  return [
    `${paint.bold(showText(name, home))} ${paint.dim(`(${facts})`)}`,
    ...(pattern === undefined ? [] : [row('pattern', pattern)]),
    row('root cause', rootCause || 'not known'),
    row('fix', fix),
    ...commands.map((command, index) => row(index === 0 ? 'commands' : '', command)),
  ].join('\n');
}
