import { useState } from 'preact/hooks';
import type { Failures } from '../../../web/answers/overview.ts';
import { useAnswer } from '../../hooks.ts';
import { Choice } from '../../parts/choice.tsx';
import { Legend, nounOf, Trend } from '../../parts/trend.tsx';
import { useShell } from '../../shell.ts';
import { count, percent, pluralise, shortDay } from '../../words.ts';

/** Failures over time, as a chart or as a table. */
export function TrendCard({ asked }: { asked: string }) {
  const { status } = useShell();
  const [by, setBy] = useState<'project' | 'agent'>('project');
  const [show, setShow] = useState<'count' | 'rate'>('count');
  const [isTable, setTable] = useState(false);
  const path = `/api/failures${asked}${asked === '' ? '?' : '&'}by=${by}`;
  const { value, error } = useAnswer<Failures>(path, status.version);
  return (
    <section class="card" aria-labelledby="trend">
      <div class="card-head">
        <h2 id="trend">Failures over time</h2>
        <Choice
          label="Show"
          value={show}
          options={[
            ['count', 'Count'],
            ['rate', 'Share of calls'],
          ]}
          onChoose={setShow}
        />
        {show === 'count' ? (
          <Choice
            label="By"
            value={by}
            options={[
              ['project', 'Project'],
              ['agent', 'Agent'],
            ]}
            onChoose={setBy}
          />
        ) : null}
      </div>
      {value && value.days.length > 0 ? (
        <>
          {isTable ? <TrendTable failures={value} /> : <Trend failures={value} show={show} />}
          <div class="card-foot">
            {show === 'count' && !isTable ? <Legend failures={value} /> : <span />}
            <button type="button" class="bare" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? 'As a chart' : 'As a table'}
            </button>
          </div>
          <p class="quiet">{tellMarks(value)}</p>
        </>
      ) : error ? (
        <p class="banner bad">{error.message}</p>
      ) : (
        <div class="trend-wait" />
      )}
    </section>
  );
}

function tellMarks({ marks, step }: Failures): string {
  const unit = `One column is a ${nounOf(step)}, in UTC.`;
  if (marks.length === 0)
    return `${unit} No lesson was written to a context file in this time, as far as the records of writes go back.`;
  const lessons = marks.reduce((sum, mark) => sum + mark.lessons.length, 0);
  return `${unit} A mark stands where lessons were first written to a context file: ${pluralise(lessons, 'lesson')} since ${shortDay(marks[0]?.day ?? '')}. What changed after a mark may have other reasons: work, models and projects change, too.`;
}

function TrendTable({ failures }: { failures: Failures }) {
  return (
    <div class="table-box">
      <table>
        <thead>
          <tr>
            <th scope="col">{nounOf(failures.step)}</th>
            <th scope="col">calls</th>
            <th scope="col">failures</th>
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
