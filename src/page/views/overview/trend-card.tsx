import { useState } from 'preact/hooks';
import type { Failures } from '../../../web/answers/overview.ts';
import { useAnswer } from '../../hooks.ts';
import { Choice } from '../../parts/choice.tsx';
import { Legend, nounOf, Trend } from '../../parts/trend.tsx';
import { useShell } from '../../shell.ts';
import { count, percent, pluralise, shortDay } from '../../words.ts';

type Shown = 'lesson' | 'project' | 'agent' | 'rate';

/** Failures over time, as a chart or as a table. */
export function TrendCard({ asked, hasProof }: { asked: string; hasProof: boolean }) {
  const { status } = useShell();
  const [picked, setPicked] = useState<Shown>();
  const [isTable, setTable] = useState(false);
  const view = picked ?? (hasProof ? 'lesson' : 'project');
  const show = view === 'rate' ? 'rate' : 'count';
  const path = `/api/failures${asked}${asked === '' ? '?' : '&'}by=${view === 'rate' ? 'project' : view}`;
  const { value, error } = useAnswer<Failures>(path, status.version);
  const options: (readonly [Shown, string])[] = [
    ...(hasProof ? [['lesson', 'Lessons'] as const] : []),
    ['project', 'Project'],
    ...(status.agents.length > 1 ? [['agent', 'Agent'] as const] : []),
    ['rate', 'Share of calls'],
  ];
  return (
    <section class="card" aria-labelledby="trend">
      <div class="card-head">
        <h2 id="trend">{value ? TITLES[value.step] : 'Failed calls over time'}</h2>
        <Choice label="Show" value={view} options={options} onChoose={setPicked} />
      </div>
      {value && value.days.length > 0 ? (
        <>
          {isTable ? <TrendTable failures={value} /> : <Trend failures={value} show={show} />}
          <div class="card-foot">
            {show === 'count' && !isTable ? <Legend failures={value} /> : <span />}
            <button type="button" class="bare" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? 'Chart' : 'Table'}
            </button>
          </div>
          <p class="quiet">{describeMarks(value)}</p>
        </>
      ) : error ? (
        <p class="banner bad">{error.message}</p>
      ) : (
        <div class="trend-wait" />
      )}
    </section>
  );
}

const TITLES: Readonly<Record<number, string>> = {
  1: 'Failed calls by day',
  7: 'Failed calls by week',
  28: 'Failed calls, four weeks at a time',
};

function describeMarks({ marks }: Failures): string {
  const open = 'Click a column to see its calls. Days are in UTC.';
  if (marks.length === 0) return open;
  const lessons = marks.reduce((sum, mark) => sum + mark.lessons.length, 0);
  return `${open} A mark shows when lessons were first written to a context file: ${pluralise(lessons, 'lesson')} since ${shortDay(marks[0]?.day ?? '')}. Changes after a mark can have other reasons, such as other work or another model.`;
}

function TrendTable({ failures }: { failures: Failures }) {
  return (
    <div class="table-box">
      <table>
        <thead>
          <tr>
            <th scope="col">{nounOf(failures.step)}</th>
            <th scope="col">calls</th>
            <th scope="col">failed</th>
            <th scope="col">share</th>
          </tr>
        </thead>
        <tbody>
          {failures.days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{shortDay(day)}</th>
              <td>{count(failures.calls[index] ?? 0)}</td>
              <td>{count(failures.failures[index] ?? 0)}</td>
              <td>{percent(failures.failures[index] ?? 0, failures.calls[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
