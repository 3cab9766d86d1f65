import type { FoundSource, ImportedEntry, ImportReport } from '../../app/import/import-report.ts';
import { stripControls } from '../../shared/terminal.ts';
import { paintDiff } from '../views/changes-view.ts';
import { type Canvas, plural, quoteWord, showText, viewRemark, wrap } from '../views/text.ts';

/** Options for showing an import. */
interface ImportViewOptions extends Canvas {
  /** The command for the same run with --apply. */
  apply: string;
  /** The command that undoes it. */
  undo: string;
  /** The command that updates context files. */
  learn: string;
}

/** Returns the report for people: where lessons were found, the outcome for each, the exact diff, and the next steps. */
export function viewImport(report: ImportReport, options: ImportViewOptions): string {
  const sections = [
    viewSources(report, options),
    viewLessons(report.lessons, options),
    viewDiff(report, options),
    viewOffers(report, options),
    report.notices.map((notice) => viewRemark(notice, options)).join('\n'),
    viewNext(report, options),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function viewSources({ sources, root }: ImportReport, options: ImportViewOptions): string {
  const { paint, columns, home } = options;
  if (sources.length === 0) {
    const first = wrap(`No lessons to import were found for ${showText(root, home)}.`, columns, 0);
    const hint =
      'To import a list of your own, use --section TITLE, or --from bullets for a whole file; hardwon import --help shows more.';
    return `${first}\n${wrap(hint, columns, 0)}`;
  }
  const lines = sources.flatMap((source) => [
    `  ${stripControls(`${source.name} (${source.label})`)}: ${plural(source.lessons, 'lesson')}`,
    ...viewSkipped(source, options),
  ]);
  return [paint.bold('Found:'), ...lines].join('\n');
}

/** Shows the first items that were skipped; a file full of them must not bury the rest. */
function viewSkipped({ skipped }: FoundSource, { paint, columns, home }: Canvas): string[] {
  const shown = skipped.slice(0, MOST_SKIPPED);
  const lines = shown.map(
    ({ line, reason }) => `    ${paint.dim(wrap(`line ${line} ${showText(reason, home)}`, columns, 6, 4))}`,
  );
  const more = skipped.length - shown.length;
  return more > 0 ? [...lines, `    ${paint.dim(`and ${plural(more, 'line')} more`)}`] : lines;
}

const MOST_SKIPPED = 8;

function viewLessons(lessons: readonly ImportedEntry[], { paint, columns, home }: Canvas): string {
  const groups: [ImportedEntry['action'], string][] = [
    ['add', 'New in memory:'],
    ['merge', 'Known, with newer counts or dates:'],
    ['keep', 'Already known:'],
  ];
  return groups
    .flatMap(([action, head]) => {
      const rows = lessons.filter((lesson) => lesson.action === action);
      if (rows.length === 0) return [];
      const lines = rows.map(({ id, title, kind, status, similar }) => {
        const text = `${showText(title, home)} (${kind}, ${status}${similar === undefined ? '' : `, may repeat ${similar}`})`;
        return `  ${paint.bold(id)} ${wrap(text, columns, 8)}`;
      });
      return [[paint.bold(head), ...lines].join('\n')];
    })
    .join('\n\n');
}

function viewDiff({ changes, applied }: ImportReport, { paint }: Canvas): string {
  if (applied) return [paint.bold('Written:'), ...changes.map(({ name }) => `  ${stripControls(name)}`)].join('\n');
  return changes.map(({ diff }) => paintDiff(diff, paint)).join('\n\n');
}

function viewOffers({ offered }: ImportReport, { paint, columns, home }: Canvas): string {
  if (offered.length === 0) return '';
  const lines = offered.map(({ name, section, line, items }) => {
    const place = `${showText(name, home)}:${line} "${showText(section, home)}", ${plural(items, 'item')}`;
    return `  ${wrap(place, columns, 4, 2)}\n    ${paint.dim(`--section ${quoteWord(section)}`)}`;
  });
  return [wrap('These lists may be lessons, too. Name a section to import it:', columns, 0), ...lines].join('\n');
}

function viewNext({ lessons, changes, applied, sources }: ImportReport, options: ImportViewOptions): string {
  const { paint, columns, apply, undo, learn } = options;
  const lines: string[] = [];
  const add = (label: string, command: string) => lines.push(`${paint.dim(`${label}:`.padEnd(14))}${command}`);
  if (lessons.length > 0 && changes.length === 0) lines.push('Everything is in memory already: nothing to change.');
  if (changes.length > 0 && lessons.some(({ action, status }) => action === 'add' && status === 'watching')) {
    const review =
      'They wait for your review: set `Status: ready` in .memory/harness-learnings.md for those that are right.';
    lines.push(wrap(review, columns, 0));
  }
  if (
    changes.length > 0 &&
    lessons.some(({ status }) => status === 'ready') &&
    sources.some(({ kind }) => kind === 'headroom')
  ) {
    lines.push(
      wrap("Headroom's block stays as it is: delete it yourself, or agents read the same lessons twice.", columns, 0),
    );
  }
  if (applied) {
    add('deliver them', learn);
    add('undo it', undo);
  } else if (changes.length > 0) {
    add('write it', apply);
  }
  return lines.join('\n');
}
