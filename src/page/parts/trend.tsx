import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Failures, Mark } from '../../web/answers/overview.ts';
import { useSize, useTheme } from '../hooks.ts';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, daysBefore, percent, pluralise, shortDay, weekOf } from '../words.ts';
import { colourOf, dataOf, inSeconds, optionsOf } from './trend-chart.ts';

/**
 * Failures over time as columns, stacked by project or agent, or their share of the calls as a line; marks show where lessons
 * were introduced.
 */
export function Trend({ failures, show }: { failures: Failures; show: 'count' | 'rate' }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot>(undefined);
  const [hovered, setHovered] = useState<{ index: number; left: number }>();
  const theme = useTheme();
  const { route } = useShell();
  useEffect(() => {
    if (!canvas.current || width === 0) return undefined;
    const chart = new uPlot(optionsOf(failures, show, width, setHovered), dataOf(failures, show), canvas.current);
    drawn.current = chart;
    return () => chart.destroy();
    // The colours are read when the chart is drawn.
  }, [failures, show, width, theme]);
  const last = failures.days.length - 1;
  const label = `Failed calls over time: ${count(failures.failures.reduce((sum, each) => sum + each, 0))} in ${pluralise(failures.days.length, nounOf(failures.step))}`;
  const point = (index: number) => {
    const day = failures.days[Math.min(last, Math.max(0, index))];
    if (day !== undefined) drawn.current?.setCursor({ left: drawn.current.valToPos(inSeconds(day), 'x'), top: 0 });
  };
  const open = (index: number | undefined) => {
    const day = failures.days[index ?? -1];
    if (day === undefined || (failures.failures[index ?? -1] ?? 0) === 0) return;
    const { project, agent } = route.query;
    const until = daysBefore(day, 1 - failures.step);
    go(printRoute(['failures'], { project, agent, since: day, until }));
  };
  const leave = () => drawn.current?.setCursor({ left: -10, top: -10 });
  const move = (event: KeyboardEvent) => {
    const at = hovered?.index ?? last + 1;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => point(at - 1),
      ArrowRight: () => point(at + 1),
      Home: () => point(0),
      End: () => point(last),
      Escape: leave,
      Enter: () => open(hovered?.index),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  const now = Math.min(last, hovered?.index ?? last);
  return (
    <div ref={ref} class="trend">
      <div
        ref={canvas}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-readonly="true"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={now}
        aria-valuetext={tellColumn(failures, now)}
        onKeyDown={move}
        onClick={() => open(drawn.current?.cursor.idx ?? undefined)}
        onBlur={leave}
      />
      {hovered ? <Tooltip failures={failures} {...hovered} width={width} /> : null}
    </div>
  );
}

function Tooltip({ failures, index, left, width }: { failures: Failures; index: number; left: number; width: number }) {
  const { days, series, calls, step } = failures;
  const day = days[index];
  if (day === undefined) return null;
  const marks = marksAt(failures, index);
  const sum = failures.failures[index] ?? 0;
  return (
    <div class={left > width / 2 ? 'tooltip left' : 'tooltip'} style={{ left: `${left}px` }}>
      <b>{nameColumn(day, step)}</b>
      <p>
        {(calls[index] ?? 0) === 0
          ? 'No sessions'
          : `${count(sum)} of ${pluralise(calls[index] ?? 0, 'call')} failed, ${percent(sum, calls[index] ?? 0)}`}
      </p>
      <ul>
        {series.map(({ key, name, failures: own }, at) =>
          (own[index] ?? 0) > 0 ? (
            <li key={key}>
              <i class="dot" style={{ background: `var(${colourOf(key, at)})` }} /> {name}{' '}
              <b>{count(own[index] ?? 0)}</b>
            </li>
          ) : null,
        )}
      </ul>
      {marks.length > 0 ? (
        <p class="quiet">
          {marks.reduce((total, { lessons }) => total + lessons.length, 0)} lessons written: {listLessons(marks)}
        </p>
      ) : null}
    </div>
  );
}

function nameColumn(day: string, step: number): string {
  if (step === 1) return shortDay(day);
  const last = shortDay(daysBefore(day, 1 - step));
  return step === 7 ? `Week ${weekOf(new Date(day))}, ${shortDay(day)} to ${last}` : `${shortDay(day)} to ${last}`;
}

/** Describes a column in words, for users who cannot see it. */
function tellColumn({ days, step, failures, calls, marks }: Failures, index: number): string {
  const [failed, all] = [failures[index] ?? 0, calls[index] ?? 0];
  const came = marksAt({ days, step, marks }, index).reduce((sum, { lessons }) => sum + lessons.length, 0);
  const told = `${nameColumn(days[index] ?? '', step)}: ${count(failed)} of ${count(all)} calls failed`;
  return came > 0 ? `${told}; ${pluralise(came, 'lesson')} written` : told;
}

function listLessons(marks: readonly Mark[]): string {
  const ids = marks.flatMap(({ lessons }) => lessons);
  return ids.length > 4 ? `${ids.slice(0, 4).join(', ')}, …` : ids.join(', ');
}

/** The names and colours of the lines. */
export function Legend({ failures }: { failures: Failures }) {
  return (
    <ul class="legend">
      {failures.series.map(({ key, name }, index) => (
        <li key={key}>
          <i class="dot" style={{ background: `var(${colourOf(key, index)})` }} /> {name}
        </li>
      ))}
      {failures.marks.length > 0 ? (
        <li>
          <i class="mark" /> lessons written to a context file
        </li>
      ) : null}
    </ul>
  );
}

export function nounOf(step: number): string {
  return step === 1 ? 'day' : step === 7 ? 'week' : 'period';
}

function marksAt({ days, step, marks }: Pick<Failures, 'days' | 'step' | 'marks'>, index: number): Mark[] {
  const from = inSeconds(days[index] ?? '');
  return marks.filter(({ day }) => inSeconds(day) >= from && inSeconds(day) < from + step * 86_400);
}
