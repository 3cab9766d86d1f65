import uPlot from 'uplot';
import type { Failures } from '../../web/answers/overview.ts';
import { count, shortDay, weekOf } from '../words.ts';

/** The start of a day, in the time unit of the chart. */
export const inSeconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** Returns the columns, or the line, of a chart. */
export function dataOf({ days, series, failures, calls }: Failures, show: 'count' | 'rate'): uPlot.AlignedData {
  const times = days.map(inSeconds);
  if (show === 'rate')
    return [
      times,
      failures.map((count, index) => ((calls[index] ?? 0) > 0 ? (count / (calls[index] ?? 1)) * 100 : null)),
    ];
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
  const bars = uPlot.paths.bars?.({ size: [0.72, 40] });
  const step = failures.step * 86_400;
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const lines: uPlot.Series[] =
    show === 'rate'
      ? [{ stroke: colour('--bad'), width: 2, spanGaps: false, points: { size: 5, fill: colour('--bad') } }]
      : failures.series
          .map(({ key }, index): uPlot.Series => {
            const fill = colour(colourOf(key, index));
            return { fill, stroke: fill, width: 0, points: { show: false }, paths: bars };
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
        size: 44,
        splits: (chart) => findMondays(chart, times, step),
        values: (_, at) => at.map((each) => nameWeek(new Date(each * 1000))),
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
      drawAxes: [(chart) => drawGaps(chart, failures, colour('--gap'), colour('--quiet'))],
      draw: [(chart) => drawMarks(chart, failures, colour('--text'))],
    },
  };
}

/** Returns the name of the colour of a series. */
export function colourOf(key: string, index: number): string {
  return LESSON_COLOURS[key] ?? `--s${index + 1}`;
}

const LESSON_COLOURS: Readonly<Record<string, string>> = {
  'in-time': '--accent',
  late: '--late',
  other: '--line-strong',
};

const WEEK = 7 * 86_400;

/** Pixels between two labels. */
const LABEL_WIDTH = 62;

/** Returns the Mondays to label: all of them, or every second, fourth and so on if there is no room. */
function findMondays(chart: uPlot, times: readonly number[], step: number): number[] {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  // 1970 began on a Thursday.
  const monday = Math.ceil((first - 4 * 86_400) / WEEK) * WEEK + 4 * 86_400;
  const room = Math.max(1, Math.floor(chart.bbox.width / devicePixelRatio / LABEL_WIDTH));
  const weeks = Math.max(1, Math.ceil((last - monday) / WEEK / room));
  const stride = Math.max(step, WEEK * 2 ** Math.ceil(Math.log2(weeks)));
  const found: number[] = [];
  for (let at = monday; at <= last; at += stride) found.push(at);
  return found;
}

/** Labels a Monday with its calendar week and its date. */
function nameWeek(monday: Date): string {
  return `W${weekOf(monday)}\n${shortDay(monday.toISOString()).replace(/ \d{4}$/, '')}`;
}

/** Fills stretches without any session, which must not look like stretches without failures. */
function drawGaps(chart: uPlot, { days, calls, step, marks }: Failures, fill: string, text: string): void {
  const { ctx, bbox } = chart;
  const half = (step * 86_400) / 2;
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (let from = 0; from < days.length; from++) {
    if ((calls[from] ?? 0) > 0) continue;
    let to = from;
    while (to + 1 < days.length && (calls[to + 1] ?? 0) === 0) to++;
    const left = chart.valToPos(inSeconds(days[from] ?? '') - half, 'x', true);
    const right = chart.valToPos(inSeconds(days[to] ?? '') + half, 'x', true);
    ctx.fillStyle = fill;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    const [first, end] = [inSeconds(days[from] ?? ''), inSeconds(days[to] ?? '') + 2 * half];
    // The line of a mark would cross the words.
    const isMarked = marks.some(({ day }) => inSeconds(day) >= first && inSeconds(day) < end);
    if (!isMarked && right - left > ctx.measureText(NO_SESSIONS).width + 12 * devicePixelRatio) {
      ctx.fillStyle = text;
      ctx.fillText(NO_SESSIONS, (left + right) / 2, bbox.top + bbox.height / 2);
    }
    from = to;
  }
  ctx.restore();
}

const NO_SESSIONS = 'no sessions';

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
