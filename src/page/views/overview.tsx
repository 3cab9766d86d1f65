import type { Overview as OverviewAnswer } from '../../web/answers/overview.ts';
import { query } from '../api.ts';
import { useAnswer } from '../hooks.ts';
import { Filters, useChosen } from '../parts/filters.tsx';
import { Empty } from '../parts/waiting.tsx';
import { useShell } from '../shell.ts';
import { pluralise } from '../words.ts';
import { BacktestCard } from './overview/backtest-card.tsx';
import { CausesCard } from './overview/causes-card.tsx';
import { Hero } from './overview/hero.tsx';
import { LessonsCard } from './overview/lessons-card.tsx';
import { LoopCard } from './overview/loop-card.tsx';
import { PlacesCard } from './overview/places-card.tsx';
import { TeamCard } from './overview/team-card.tsx';
import { Tiles } from './overview/tiles.tsx';
import { ToldCard } from './overview/told-card.tsx';
import { TrendCard } from './overview/trend-card.tsx';

/** The value of lessons, the cost of failures, and where failures come from. */
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
      <Empty title="No calls in this period">
        <p>Choose a longer period, or another project.</p>
      </Empty>
    );
  return (
    <>
      <Hero overview={overview} />
      <TrendCard asked={asked} hasProof={overview.proof !== undefined} />
      <div class="section-title">
        <h2>What failures cost</h2>
        <p class="lead quiet">
          {pluralise(totals.calls, 'call')} in {pluralise(totals.sessions, 'session')}
        </p>
      </div>
      <Tiles totals={totals} before={before} />
      <div class="columns">
        <div class="stack">
          <CausesCard overview={overview} />
          <PlacesCard overview={overview} />
        </div>
        <div class="stack">
          <LessonsCard overview={overview} />
          {overview.live ? <ToldCard told={overview.live} /> : null}
          {overview.team ? <TeamCard team={overview.team} /> : null}
          {overview.loop ? <LoopCard loop={overview.loop} /> : null}
          <BacktestCard overview={overview} />
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
        hardwon reads the session logs of coding agents and found none in the usual folders. Work with an agent for a
        while, or name its folder with <code>--claude-dir</code> or <code>--agent-dir</code>.
      </p>
      <p>
        To see the page with example sessions, run <code>hardwon ui --demo</code>.
      </p>
      <Notices notices={notices} />
    </Empty>
  );
}
