import type { Failures } from './answers/overview.ts';
import { escapeHtml } from './escape-html.ts';

const WIDTH = 960;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 14;

/** Draws failures over time as stacked columns, without a script; each shows its figures on hover. */
export function drawColumns({ days, series, failures, calls, marks }: Failures): string {
  if (days.length === 0) return '<p class="quiet">There are no calls in this period.</p>';
  const most = niceTop(Math.max(1, ...failures));
  const width = (WIDTH - LEFT) / days.length;
  const bar = Math.min(40, width * 0.72);
  const middle = (index: number) => LEFT + (index + 0.5) * width;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(share * most).toFixed(1);
    return `<line x1="${LEFT}" x2="${WIDTH}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${Number(at) + 4}" text-anchor="end">${share * most}</text>`;
  });
  const columns = days.map((day, index) => {
    let below = 0;
    const parts = series.map(({ failures: own }, line) => {
      const value = own[index] ?? 0;
      if (value === 0) return '';
      const top = y(below + value);
      const height = y(below) - top;
      below += value;
      return `<rect class="s${line + 1}" x="${(middle(index) - bar / 2).toFixed(1)}" y="${top.toFixed(1)}" width="${bar.toFixed(1)}" height="${height.toFixed(1)}"/>`;
    });
    return `<g>${parts.join('')}<title>${escapeHtml(day)}: ${failures[index] ?? 0} of ${calls[index] ?? 0} calls failed</title></g>`;
  });
  const every = Math.max(1, Math.ceil(days.length / 8));
  const labels = days.map((day, index) =>
    index % every === 0
      ? `<text x="${middle(index).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="middle">${escapeHtml(shortDay(day))}</text>`
      : '',
  );
  const diamonds = [...new Set(marks.map(({ day }) => day))].map((day) => {
    const column = Math.max(
      0,
      days.findLastIndex((each) => each <= day),
    );
    return `<path class="mark" d="M${middle(column).toFixed(1)} ${TOP - 6}l5 6-5 6-5-6z"/>`;
  });
  const legend = series.map(({ name }, line) => `<li><i class="s${line + 1}"></i>${escapeHtml(name)}</li>`);
  return `<div class="wide" tabindex="0" role="group" aria-label="Chart"><svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Failures over time">${grid.join('')}${columns.join('')}${labels.join('')}${diamonds.join('')}</svg></div><ul class="legend">${legend.join('')}</ul>`;
}

/** Returns `Mar 1`; the years are at the top of the page. */
function shortDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Returns a round number at least as large, whose half is a whole number, too: the axis shows no half failures. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return Math.max(2, ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power);
}
