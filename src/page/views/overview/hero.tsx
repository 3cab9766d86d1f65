import type { ComponentChildren } from 'preact';
import type { FailureTrend, Overview, Told } from '../../../web/answers/overview.ts';
import { printRoute } from '../../route.ts';
import { useShell } from '../../shell.ts';
import { count, often, percent, pluralise } from '../../words.ts';

/** The value of lessons in one sentence, with what hooks did and how failures develop. */
export function Hero({ overview }: { overview: Overview }) {
  const { live, trend } = overview;
  return (
    <section class="card hero" aria-labelledby="value">
      <div class="hero-main">
        <Headline overview={overview} />
      </div>
      <dl class="hero-facts">
        <HookFacts told={live} />
        <TrendFact trend={trend} overview={overview} />
      </dl>
    </section>
  );
}

function Headline({ overview: { proof, totals, replaying, backtestProblem } }: { overview: Overview }) {
  const { route, status } = useShell();
  const { project, agent, range } = route.query;
  const to = (lesson: string) => printRoute(['failures'], { project, agent, range, lesson });
  if (!proof || proof.avoidable === 0)
    return (
      <>
        <h2 id="value" class="headline">
          <b>{percent(totals.failures, totals.calls)}</b> of {pluralise(totals.calls, 'call')} failed.
        </h2>
        <p class="quiet" role="status">
          {status.partial
            ? 'These are the sessions read so far. hardwon replays all of them later to see which failures a lesson would have avoided.'
            : replaying
              ? 'hardwon is replaying these sessions to see which failures a lesson would have avoided. This takes a moment.'
              : proof
                ? 'None of these failures had a cause that an earlier session already had.'
                : (backtestProblem ?? '')}
        </p>
      </>
    );
  const { avoidable, inTime, sessions } = proof;
  return (
    <>
      <h2 id="value" class="headline">
        <a href={to('in-time')}>
          <b>
            {count(inTime)} of {count(avoidable)}
          </b>
        </a>{' '}
        avoidable failures had a lesson in time.
      </h2>
      <div class="share-bar" role="img" aria-label={`${percent(inTime, avoidable)} had a lesson in time`}>
        <i style={{ width: `${(inTime / avoidable) * 100}%` }} />
      </div>
      <ul class="share-legend">
        <li>
          <i class="dot in-time" />
          <a href={to('in-time')}>
            <b>{percent(inTime, avoidable)}</b> with a lesson in time
          </a>
        </li>
        {inTime < avoidable ? (
          <li>
            <i class="dot late" />
            <a href={to('late')}>
              <b>{percent(avoidable - inTime, avoidable)}</b> without
            </a>
          </li>
        ) : null}
      </ul>
      <p class="quiet">
        A failure is avoidable if an earlier session failed for the same reason. hardwon replayed{' '}
        {pluralise(sessions, 'session')}, each with only the lessons known before it began.
        {replaying ? ' A new replay is running.' : ''}
      </p>
    </>
  );
}

function HookFacts({ told }: { told: Told | undefined }) {
  if (!told)
    return (
      <Fact title="Stopped by hooks" value="0 calls">
        Run <code>hardwon install</code> to show lessons before a call.
      </Fact>
    );
  const judged = told.followed + told.ignored;
  return (
    <>
      <Fact title="Stopped by hooks" value={pluralise(told.stopped, 'call')}>
        {told.prevented > 0 ? `The agent then did it right ${often(told.prevented)}.` : 'before they could fail'}
      </Fact>
      <Fact title="Followed by agents" value={judged === 0 ? '–' : `${count(told.followed)} of ${count(judged)}`}>
        {judged === 0 ? 'No later call shows it yet.' : tellJudged(told)}
      </Fact>
    </>
  );
}

/** Names the lessons that were judged, and those that could not be. */
function tellJudged({ unknown }: Told): string {
  return unknown === 0
    ? 'lessons that hooks showed'
    : `lessons that hooks showed; the effect of ${count(unknown)} more is unknown`;
}

function TrendFact({ trend, overview: { totals } }: { trend: FailureTrend | undefined; overview: Overview }) {
  const { status } = useShell();
  if (!trend)
    return (
      <Fact title="Failed calls" value={percent(totals.failures, totals.calls)}>
        {status.partial ? 'in the sessions read so far' : 'The history is too short for a trend.'}
      </Fact>
    );
  const { now, before, days } = trend;
  const [later, earlier] = [now.failures / Math.max(1, now.calls), before.failures / Math.max(1, before.calls)];
  const way = later < earlier ? 'down' : later > earlier ? 'up' : 'same';
  return (
    <Fact title={`Failed calls, last ${days} days`} value={percent(now.failures, now.calls)} tone={way}>
      {way === 'same' ? 'as in' : `${way} from ${percent(before.failures, before.calls)} in`} the {days} days before
    </Fact>
  );
}

function Fact({
  title,
  value,
  tone = '',
  children,
}: {
  title: string;
  value: string;
  tone?: string;
  children: ComponentChildren;
}) {
  return (
    <div class={`hero-fact ${tone}`}>
      <dt>{title}</dt>
      <dd>
        <b>{value}</b>
        <small>{children}</small>
      </dd>
    </div>
  );
}
