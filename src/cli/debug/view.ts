import type { DebugReport, ErrorPlace, ToolSource } from '../../heal/debug/debug-tool.ts';
import type { ShownCode } from '../../heal/debug/show-code.ts';
import { viewIssues } from '../views/issues-view.ts';
import { breakCommand, type Canvas, plural, showText, wrap } from '../views/text.ts';

/** Shows where a tool is implemented, the known issues about it, and the next steps. */
export function viewDebug({ tool, sources, places, issues, steps, save }: DebugReport, canvas: Canvas): string {
  const { paint, columns, home } = canvas;
  const elsewhere = places.filter(({ path, from, to }) => !isShown(path, from, to, sources));
  const marked = new Set(places.map(({ path, line }) => `${path}:${line}`));
  const sections = [
    sources.length > 0
      ? paint.bold(`Source of ${showText(tool, home)}`)
      : wrap(showText(`No source of ${tool} was found in this project.`, home), columns, 0),
    ...sources.map((source) => viewSource(source, marked, canvas)),
    ...(elsewhere.length > 0
      ? [paint.bold('Lines that the error names'), ...elsewhere.map((place) => viewPlace(place, marked, canvas))]
      : []),
    ...(issues.length > 0 ? [viewIssues(issues, canvas)] : []),
    [
      paint.bold('Next'),
      ...steps.map((step, index) => `  ${index + 1}. ${wrap(showText(step, home), columns, 5)}`),
    ].join('\n'),
    `${paint.bold('Save the fix')}\n  ${breakCommand(showText(save, home), columns - 4)}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function isShown(path: string, from: number, to: number, sources: readonly ToolSource[]): boolean {
  return sources.some(({ path: other, shown }) => other === path && shown && shown.from <= from && shown.to >= to);
}

function viewSource(
  { kind, name, path, from, to, runs, shown }: ToolSource,
  marked: ReadonlySet<string>,
  canvas: Canvas,
): string {
  const { paint, columns, home } = canvas;
  const place = `${path}:${from}${to > from ? `-${to}` : ''}`;
  const heading =
    kind === 'script' ? paint.bold(place) : `${paint.bold(showText(name, home))} ${paint.dim(`(${place})`)}`;
  const left = shown ? to - from - (shown.to - shown.from) : 0;
  return [
    heading,
    ...(shown ? [viewCode(shown, path, marked, canvas)] : []),
    ...(shown || runs === undefined ? [] : [`  ${wrap(showText(`runs ${runs}`, home), columns, 4, 2)}`]),
    ...(left > 0 ? [paint.dim(`  ${plural(left, 'line')} more`)] : []),
  ].join('\n');
}

function viewPlace(place: ErrorPlace, marked: ReadonlySet<string>, canvas: Canvas): string {
  return `${canvas.paint.bold(`${place.path}:${place.line}`)}\n${viewCode(place, place.path, marked, canvas)}`;
}

/** Returns lines with their numbers; `>` marks those that the error names. */
function viewCode(
  { from, to, code }: ShownCode,
  path: string,
  marked: ReadonlySet<string>,
  { paint, columns, home }: Canvas,
): string {
  const width = String(to).length;
  return code
    .split('\n')
    .map((line, index) => {
      const number = from + index;
      const isNamed = marked.has(`${path}:${number}`);
      const text = showText(line, home).slice(0, Math.max(20, columns - width - 5));
      return `${isNamed ? paint.red('>') : ' '} ${paint.dim(String(number).padStart(width))}  ${text}`.trimEnd();
    })
    .join('\n');
}
