import type { WorkFinding } from '../../loop/review/findings.ts';
import { type Canvas, showText, wrap } from '../views/text.ts';

/** A finding, for people: how bad, where, what, and the words that show it. */
export function describeFinding({ severity, file, problem, quote, rule }: WorkFinding, { paint, columns, home }: Canvas): string {
  const mark = severity === 'minor' ? paint.dim(severity) : paint.yellow(severity);
  const head = `${mark}${file === undefined ? '' : ` ${showText(file, home)}`}`;
  const lines = quote.split('\n').slice(0, 5);
  return [
    head,
    `  ${wrap(showText(problem, home), columns, 2)}`,
    ...lines.map((line) => paint.dim(`  | ${showText(line, home).slice(0, Math.max(20, columns - 4))}`)),
    ...(rule === undefined ? [] : [`  ${wrap(showText(rule.rule, home), columns, 2)}`]),
    '',
  ].join('\n');
}
