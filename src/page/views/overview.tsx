import type { Overview as OverviewAnswer } from '../../web/answers/overview.ts';
import { query } from '../api.ts';
import { useAnswer } from '../hooks.ts';
import { Filters, useChosen } from '../parts/filters.tsx';
import { Empty } from '../parts/waiting.tsx';
import { useShell } from '../shell.ts';
import { duration, percent, pluralise } from '../words.ts';
import { BacktestCard } from './overview/backtest-card.tsx';
import { CausesCard } from './overview/causes-card.tsx';
import { LessonsCard } from './overview/lessons-card.tsx';
import { LoopCard } from './overview/loop-card.tsx';
import { PlacesCard } from './overview/places-card.tsx';
import { Tiles } from './overview/tiles.tsx';
import { ToldCard } from './overview/told-card.tsx';
import { TrendCard } from './overview/trend-card.tsx';

/** The failures, their cost, and the lessons learned from them. */
export function OverviewView() {
  const { status } = useShell();
  const { project, agent, since } = useChosen();
  const asked = query({ project, agent, since });
  const { value, error, isLoading } = useAnswer<OverviewAnswer>(`/api/overview${asked}`, status.version);
  if (status.projects.every(({ own }) => own)) return <Nothing notices={status.notices} />;
  return (
    <>
      <div class="head">
        <h1>Overview</h1>
        <Filters />
      </div>
      {error ? <p class="banner">{error.message}</p> : null}
      <div aria-busy={isLoading}>{value ? <Figures overview={value} asked={asked} /> : null}</div>
      <Notices notices={status.notices} />
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
    <>
      <p class="lead">
        <b>{percent(totals.failures, totals.calls)}</b> of {pluralise(totals.calls, 'call')} in{' '}
        {pluralise(totals.sessions, 'session')} failed.
        {totals.lostCalls > 0 ? (
          <>
            {' '}
            From failures to their fixes agents spent <b>{pluralise(totals.lostCalls, 'call')}</b>
            {totals.lostMinutes > 0 ? (
              <>
                {' '}
                and <b>{duration(totals.lostMinutes)}</b>
              </>
            ) : null}
            .
          </>
        ) : null}
      </p>
      <Tiles totals={totals} before={before} />
      <TrendCard asked={asked} />
      <div class="columns">
        <div class="stack">
          <CausesCard overview={overview} />
          <LessonsCard overview={overview} />
        </div>
        <div class="stack">
          <PlacesCard overview={overview} />
          <BacktestCard ladder={overview.backtest} />
          {overview.live ? <ToldCard told={overview.live} /> : null}
          {overview.loop ? <LoopCard loop={overview.loop} /> : null}
        </div>
      </div>
    </>
  );
}

/** Notices about logs: those that could not be read, and facts that some agents do not log. */
function Notices({ notices }: { notices: readonly string[] }) {
  return (
    <>
      {notices.map((notice) => (
        <p key={notice} class="quiet">
          {notice}
        </p>
      ))}
    </>
  );
}

function Nothing({ notices }: { notices: readonly string[] }) {
  return (
    <Empty title="No sessions yet" isWhole>
      <p>
        hardwon reads the session logs of coding agents, and there are none in the usual folders. Work with an agent for a while,
        or name its folder with <code>--claude-dir</code> or <code>--agent-dir</code>.
      </p>
      <p>
        To see what this looks like with sessions: <code>hardwon demo</code>
      </p>
      <Notices notices={notices} />
    </Empty>
  );
}
