import uPlot from 'uplot';
import type { Failures } from '../../web/answers/overview.ts';
import { count, shortDay } from '../words.ts';

/** The start of a day, in the time unit of the chart. */
export const inSeconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** Returns the columns, or the line, of a chart. */
export function dataOf({ days, series, failures, calls }: Failures, show: 'count' | 'rate'): uPlot.AlignedData {
  const times = days.map(inSeconds);
  if (show === 'rate')
    return [times, failures.map((count, index) => ((calls[index] ?? 0) > 0 ? (count / (calls[index] ?? 1)) * 100 : null))];
  // Each column is stacked on those before it; the highest is drawn first.
  const sums = days.map(() => 0);
  const stacked = series.map(({ failures: own }) =>
    own.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + value;
      return sums[index] ?? 0;
    }),
  );
  return [times, ...stacked.reverse()];
}

/** Returns the options of a chart, in the colours of the page. */
export function optionsOf(
  failures: Failures,
  show: 'count' | 'rate',
  width: number,
  onHover: (hovered: { index: number; left: number } | undefined) => void,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.15 });
  const step = failures.step * 86_400;
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const lines: uPlot.Series[] =
    show === 'rate'
      ? [{ stroke: colour('--bad'), width: 2, spanGaps: true, points: { size: 5, fill: colour('--bad') } }]
      : failures.series
          .map((_, index): uPlot.Series => {
            const fill = colour(`--s${index + 1}`);
            return { fill, stroke: fill, width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) };
          })
          .reverse();
  const times = failures.days.map(inSeconds);
  return {
    width,
    height: 250,
    legend: { show: false },
    padding: [14, 6, 0, 0],
    tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'UTC'),
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: () => [(times[0] ?? 0) - step * 0.6, (times.at(-1) ?? 0) + step * 0.6] },
      y: { range: (_, __, most) => [0, Math.max(most * 1.08, show === 'rate' ? 1 : 4)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        incrs: DAY_STEPS,
        space: 70,
        values: (_, at) => at.map((each) => shortDay(new Date(each * 1000).toISOString())),
      },
      {
        ...axis,
        size: 44,
        incrs: show === 'rate' ? RATE_STEPS : COUNT_STEPS,
        values: (_, values) => values.map((value) => (show === 'rate' ? `${value}%` : count(value))),
      },
    ],
    series: [{}, ...lines],
    hooks: {
      setCursor: [
        (chart) => {
          const { idx, left } = chart.cursor;
          onHover(idx == null || left == null || left < 0 ? undefined : { index: idx, left: left + 44 });
        },
      ],
      draw: [(chart) => drawMarks(chart, failures, colour('--accent'))],
    },
  };
}

/** Days are the smallest unit on the axis: half of one would have the same label. From 30 on they are months. */
const DAY_STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 30, 60, 90, 120, 180, 365].map((days) => days * 86_400);

/** Whole numbers only, because there are no half failures. */
const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const RATE_STEPS = [0.5, 1, 2, 5, 10, 20, 25, 50];

/** Draws a dashed line and a diamond where lessons were written. */
function drawMarks(chart: uPlot, { marks }: Failures, colour: string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  for (const day of new Set(marks.map((mark) => mark.day))) {
    const x = Math.round(chart.valToPos(inSeconds(day), 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const size = 5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - size);
    ctx.lineTo(x + size, bbox.top);
    ctx.lineTo(x, bbox.top + size);
    ctx.lineTo(x - size, bbox.top);
    ctx.fill();
  }
  ctx.restore();
}
