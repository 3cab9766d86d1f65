import type { LessonRow } from './answers/lessons.ts';
import type { Failures, Overview } from './answers/overview.ts';
import { escapeHtml } from './escape-html.ts';
import { drawColumns } from './report-chart.ts';
import { REPORT_STYLES } from './report-styles.ts';

/** The data for a page to share. */
export interface ReportInput {
  /** Its subject: the name of a project, or the number of projects. */
  subject: string;
  overview: Overview;
  failures: Failures;
  /** The lessons that cost the most. */
  lessons: readonly LessonRow[];
  /** The day of the report. */
  day: string;
  hardwon: string;
}

/** The line by which a file is recognised as such a page. */
export const REPORT_PAGE_MARK = '<!doctype html><!-- hardwon report -->';

/**
 * Renders the overview as a single file: no script, nothing loaded from elsewhere, readable in a hundred years. All texts must
 * already be redacted and anonymised; here they are only escaped for use in a document.
 */
export function renderReport({ subject, overview, failures, lessons, day, hardwon }: ReportInput): string {
  const { totals, causes } = overview;
  const first = failures.days[0] ?? '';
  const last = failures.days.at(-1) ?? '';
  const body = [
    `<header><p class="brand">hardwon</p><h1>${escapeHtml(subject)}</h1><p class="quiet">What coding agents got wrong, and what was learned. ${escapeHtml(first)} to ${escapeHtml(last)}; created on ${escapeHtml(day)}.</p></header>`,
    `<p class="lead"><b>${percent(totals.failures, totals.calls)}</b> of ${count(totals.calls)} calls in ${count(totals.sessions)} sessions failed. Between the failures and their fixes, agents spent <b>${count(totals.lostCalls)} calls</b> and <b>${duration(totals.lostMinutes)}</b>.</p>`,
    `<dl class="tiles">${tile('Failed calls', count(totals.failures))}${tile('Calls lost', count(totals.lostCalls))}${tile('Time lost', duration(totals.lostMinutes))}${tile('Lessons ready', count(overview.lessons.ready))}${tile('Watching', count(overview.lessons.watching))}${tile('Promoted', count(overview.lessons.promoted))}</dl>`,
    `<section><h2>Failed calls over time</h2>${drawColumns(failures)}<p class="quiet">One column is ${failures.step === 1 ? 'a day' : `${failures.step} days`}, in UTC.${tellMarks(failures)}</p></section>`,
    '<div class="columns">',
    `<section><h2>Why calls fail <small>failed calls, share of all</small></h2>${bars(causes.slice(0, 10).map(({ kind, failures: value, work }) => ({ name: kind.replaceAll('-', ' '), value, note: percent(value, totals.failures), isPale: work })))}${causes.some(({ work }) => work) ? '<p class="quiet">Pale bars are failing tests and checks: part of the work rather than mistakes.</p>' : ''}</section>`,
    `<section><h2>Where calls fail <small>failed calls, share of its calls</small></h2>${bars(overview.projects.slice(0, 8).map(({ name, failures: value, calls }) => ({ name, value, note: percent(value, calls) })))}<h3>By agent</h3>${bars(overview.agents.map(({ title, failures: value, calls }) => ({ name: title, value, note: percent(value, calls) })))}</section>`,
    '</div>',
    lessons.length === 0
      ? ''
      : `<section><h2>Lessons <small>most calls lost</small></h2><ol class="lessons">${lessons.map(describeLesson).join('')}</ol></section>`,
    overview.backtest ? describeBacktest(overview.backtest) : '',
    `<footer class="quiet">Counted by hardwon ${escapeHtml(hardwon)} from session logs. A failure is a call that failed by its flag or its output; calls lost are those from a failure up to the call that worked. Changes over time can have many reasons; the figures do not say which.</footer>`,
  ];
  return `${REPORT_PAGE_MARK}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}: what agents got wrong</title><style>${REPORT_STYLES}</style></head>
<body><main>
${body.filter(Boolean).join('\n')}
</main></body></html>
`;
}

function tile(title: string, value: string): string {
  return `<div><dt>${title}</dt><dd>${value}</dd></div>`;
}

function bars(rows: readonly { name: string; value: number; note?: string; isPale?: boolean }[]): string {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const items = rows.map(({ name, value, note, isPale }) => {
    const line = `<svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="3"/><rect class="${isPale ? 'pale' : 'bad'}" width="${((value / most) * 100).toFixed(1)}" height="3"/></svg>`;
    return `<li><span>${escapeHtml(name)}</span><b>${count(value)}${note ? ` <small>${note}</small>` : ''}</b>${line}</li>`;
  });
  return `<ul class="bars">${items.join('')}</ul>`;
}

function describeLesson({ title, guidance, occurrences, sessions, status, projectName }: LessonRow): string {
  const seen = `${escapeHtml(projectName)}, seen ${occurrences === 1 ? 'once' : `${count(occurrences)} times`} in ${count(sessions)} ${sessions === 1 ? 'session' : 'sessions'}, ${status}`;
  return `<li><b>${withCode(title)}</b><p>${withCode(guidance)}</p><p class="quiet">${seen}</p></li>`;
}

function describeBacktest({ steps, at, sessions }: NonNullable<Overview['backtest']>): string {
  const rows = steps.map(({ count: value, meaning }) => ({ name: meaning, value }));
  return `<section><h2>Backtest</h2>${bars(rows)}<p class="quiet">${count(sessions)} sessions of all projects replayed on ${escapeHtml(at.slice(0, 10))}. The figures show what the agent would have been told, not whether it would have listened.</p></section>`;
}

function tellMarks({ marks }: Failures): string {
  const lessons = marks.reduce((sum, mark) => sum + mark.lessons.length, 0);
  return lessons === 0
    ? ''
    : ` A diamond shows when lessons were first written to a context file: ${count(lessons)} in total.`;
}

/** Renders parts in backticks as code. */
function withCode(text: string): string {
  return text
    .split(/(`[^`]+`)/g)
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part),
    )
    .join('');
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${((part / whole) * 100).toFixed(1)}%`;
}

function duration(minutes: number): string {
  return minutes < 90 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}
