import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failures, Ladder, Overview as OverviewAnswer, Totals } from '../../web/answers.ts';
import { query, send } from '../api.ts';
import { describeError } from '../describe-error.ts';
import { useAnswer } from '../hooks.ts';
import { Bars } from '../parts/bars.tsx';
import { Code } from '../parts/code.tsx';
import { Filters, useChosen } from '../parts/filters.tsx';
import { Legend, nounOf, Trend } from '../parts/trend.tsx';
import { Empty } from '../parts/waiting.tsx';
import { printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { ago, count, duration, percent, plain, plural, shortDay } from '../words.ts';

/** What went wrong, what it cost, and what was learned from it. */
export function Overview() {
  const { status } = useShell();
  const { project, agent, since } = useChosen();
  const asked = query({ project, agent, since });
  const overview = useAnswer<OverviewAnswer>(`/api/overview${asked}`, status.version);
  const { value } = overview;
  if (status.projects.length === 0) return <Nothing />;
  return (
    <>
      <div class="head">
        <h1>Overview</h1>
        <Filters />
      </div>
      {overview.error ? <p class="banner">{overview.error.message}</p> : null}
      {value ? <Figures overview={value} asked={asked} /> : null}
    </>
  );
}

function Figures({ overview, asked }: { overview: OverviewAnswer; asked: string }) {
  const { totals, before } = overview;
  if (totals.calls === 0)
    return (
      <Empty title="No calls in this time">
        <p>Choose a longer time, or another project.</p>
      </Empty>
    );
  return (
    <div aria-busy="false">
      <p class="lead">
        <b>{percent(totals.failures, totals.calls)}</b> of {plural(totals.calls, 'call')} in {plural(totals.sessions, 'session')}{' '}
        failed.
        {totals.lostCalls > 0 ? (
          <>
            {' '}
            From failures to their fixes agents spent <b>{plural(totals.lostCalls, 'call')}</b> and{' '}
            <b>{duration(totals.lostMinutes)}</b>.
          </>
        ) : null}
      </p>
      <div class="tiles">
        <Tile title="Failures" value={count(totals.failures)} note={trendOf(totals, before)}>
          {plural(totals.unflagged, 'call')} of them carried no error flag; {count(totals.work)} are red tests and findings.
        </Tile>
        <Tile title="Calls lost" value={count(totals.lostCalls)}>
          Failed calls, and those up to the one that worked.
        </Tile>
        <Tile title="Time lost" value={duration(totals.lostMinutes)}>
          The same in minutes; a pause counts for ten at most.
        </Tile>
        <Tile title="Refused" value={count(totals.rejected + totals.blocked)}>
          {count(totals.rejected)} by you, {count(totals.blocked)} by hooks and rules.
        </Tile>
      </div>
      <TrendCard asked={asked} />
      <div class="columns">
        <section class="card" aria-labelledby="causes">
          <h2 id="causes">Why calls fail</h2>
          <Bars
            unit="failures"
            bars={overview.causes.slice(0, 9).map(({ kind, failures, work }) => ({
              key: kind,
              name: plain(kind),
              value: failures,
              note: percent(failures, totals.failures),
              isQuiet: work,
            }))}
          />
          {overview.causes.some(({ work }) => work) ? (
            <p class="quiet">Pale bars are what checks say about the code under work: red tests are work, not mistakes.</p>
          ) : null}
        </section>
        <section class="card" aria-labelledby="places">
          <h2 id="places">Where</h2>
          <Bars
            unit="failures"
            bars={overview.projects.slice(0, 7).map(({ id, name, failures, calls }) => ({
              key: id,
              name,
              value: failures,
              note: percent(failures, calls),
              href: printRoute(['sessions'], { project: id }),
            }))}
          />
          {overview.agents.length > 1 ? (
            <>
              <h3>By agent</h3>
              <Bars
                unit="failures"
                bars={overview.agents.map(({ name, title, failures, calls }) => ({
                  key: name,
                  name: title,
                  value: failures,
                  note: percent(failures, calls),
                }))}
              />
            </>
          ) : null}
        </section>
      </div>
      <div class="columns">
        <LessonsCard overview={overview} />
        <LadderCard ladder={overview.backtest} />
      </div>
    </div>
  );
}

function Tile({
  title,
  value,
  note,
  children,
}: {
  title: string;
  value: string;
  note?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <section class="tile">
      <h2>{title}</h2>
      <p class="tile-value">
        {value} {note ? <small>{note}</small> : null}
      </p>
      <p class="quiet">{children}</p>
    </section>
  );
}

/** The share of calls that failed, against the time before: without a word on why. */
function trendOf(totals: Totals, before: Totals | undefined): string | undefined {
  if (!before || before.calls === 0) return undefined;
  return `${percent(totals.failures, totals.calls)}, before ${percent(before.failures, before.calls)}`;
}

function TrendCard({ asked }: { asked: string }) {
  const { status } = useShell();
  const [by, setBy] = useState<'project' | 'agent'>('project');
  const [show, setShow] = useState<'count' | 'rate'>('count');
  const [isTable, setTable] = useState(false);
  const path = `/api/failures${asked}${asked === '' ? '?' : '&'}by=${by}`;
  const { value } = useAnswer<Failures>(path, status.version);
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
  return `${unit} A mark stands where lessons were first written to a context file: ${plural(lessons, 'lesson')} since ${shortDay(marks[0]?.day ?? '')}. What changed after a mark may have other reasons: work, models and projects change, too.`;
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

function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map(([each, title]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}

function LessonsCard({ overview: { lessons, costly } }: { overview: OverviewAnswer }) {
  const { route } = useShell();
  const { project, agent } = route.query;
  const to = (show: string) => printRoute(['lessons'], { project, agent, show });
  const groups: [name: string, count: number, show: string][] = [
    ['ready', lessons.ready, 'ready'],
    ['watching', lessons.watching, 'watching'],
    ['promoted', lessons.promoted, 'promoted'],
  ];
  return (
    <section class="card" aria-labelledby="learned">
      <div class="card-head">
        <h2 id="learned">Lessons</h2>
        {lessons.review > 0 ? (
          <a class="button main" href={to('review')}>
            Review {count(lessons.review)}
          </a>
        ) : null}
      </div>
      <ul class="counts">
        {groups.map(([name, value, show]) => (
          <li key={name}>
            <a href={to(show)}>
              <b>{count(value)}</b> {name}
            </a>
          </li>
        ))}
      </ul>
      {costly.length > 0 ? (
        <>
          <h3>What cost the most calls</h3>
          <ol class="costly">
            {costly.map((lesson) => (
              <li key={`${lesson.project} ${lesson.id}`}>
                <a href={printRoute(['lessons', lesson.project, lesson.id], { show: 'all' })}>
                  <Code text={lesson.title} />
                </a>
                <small>
                  {plural(lesson.wastedCalls, 'call')}, seen{' '}
                  {lesson.occurrences === 1 ? 'once' : `${count(lesson.occurrences)} times`}
                </small>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p class="quiet">Nothing was learned yet.</p>
      )}
    </section>
  );
}

function LadderCard({ ladder }: { ladder: Ladder | undefined }) {
  const { status, notify } = useShell();
  const [fresh, setFresh] = useState<Ladder>();
  const [isRunning, setRunning] = useState(false);
  const shown = fresh ?? ladder;
  const run = async () => {
    setRunning(true);
    try {
      setFresh(await send<Ladder>('/api/backtest', {}));
    } catch (error) {
      notify(describeError(error));
    }
    setRunning(false);
  };
  return (
    <section class="card" aria-labelledby="ladder">
      <div class="card-head">
        <h2 id="ladder">Backtest</h2>
        {status.readOnly ? null : (
          <button type="button" onClick={run} disabled={isRunning}>
            {isRunning ? 'Replaying…' : shown ? 'Run again' : 'Run it'}
          </button>
        )}
      </div>
      {shown ? (
        <>
          <ol class="ladder">
            {shown.steps.map(({ name, count: value, meaning }) => (
              <li key={name}>
                <b>{count(value)}</b>
                <span>{meaning}</span>
                <i aria-hidden="true" style={{ width: `${(value / Math.max(1, shown.steps[0]?.count ?? 1)) * 100}%` }} />
              </li>
            ))}
          </ol>
          <p class="quiet">
            {shown.verdict === 'measured' ? '' : `Not enough data: ${shown.reason ?? ''}. `}
            Replayed {plural(shown.sessions, 'session')} {ago(shown.at)}, over all projects. {shown.falseAlarmsPer1000} false
            alarms per 1,000 calls; {plural(shown.tokensPerSession, 'token')} at the start of a session. It says what would have
            been shown, not what would have been heeded.
          </p>
        </>
      ) : (
        <p class="quiet">
          Would the lessons have been of any use? A backtest learns from the sessions before each moment, replays what came after,
          and counts what would have been shown in time. It takes some seconds and changes nothing.
          {status.readOnly ? ' Run hardwon backtest --all in a terminal.' : ''}
        </p>
      )}
    </section>
  );
}

function Nothing() {
  return (
    <Empty title="No sessions yet" isWhole>
      <p>
        hardwon reads the session logs of coding agents, and there are none in the usual folders. Work with an agent for a while,
        or name its folder with <code>--claude-dir</code> or <code>--agent-dir</code>.
      </p>
      <p>
        To see what this looks like with sessions: <code>hardwon demo</code>
      </p>
    </Empty>
  );
}
