import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionDetail, SessionRow, Sessions } from '../../web/answers/sessions.ts';
import { part } from '../api.ts';
import { useAnswer } from '../hooks.ts';
import { OutcomeMark } from '../parts/call.tsx';
import { Strip } from '../parts/strip.tsx';
import { ToldNote } from '../parts/told.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { ago, clock, count, plain, pluralise } from '../words.ts';

/** Number of calls shown per session. */
const LAST_CALLS = 6;

/** Number of sessions requested. */
const MOST_SESSIONS = 12;

/** An agent that made no call for this long is not at work. */
const RECENT = 10 * 60_000;

/** The work of agents now, call by call and without reloading; and their earlier sessions. */
export function Live() {
  const { status } = useShell();
  const { value, error } = useAnswer<Sessions>(`/api/sessions?limit=${MOST_SESSIONS}`, status.version);
  const now = useNow(10_000);
  const isRunning = ({ endedAt }: SessionRow) => endedAt !== undefined && now - Date.parse(endedAt) < RECENT;
  const running = value?.rows.filter(isRunning) ?? [];
  const before = value?.rows.filter((row) => !isRunning(row)) ?? [];
  return (
    <div class="column">
      <div class="head">
        <h1>Live</h1>
        <p class="quiet">Watching the logs of {pluralise(status.agents.length, 'agent')}</p>
      </div>
      {error ? <p class="banner bad">{error.message}</p> : null}
      {value && running.length === 0 ? (
        <Empty title={value.rows.length === 0 ? 'No sessions yet' : 'No agent is working'}>
          <p>Calls appear here as soon as an agent makes them.</p>
        </Empty>
      ) : null}
      <div class="live">
        {running.map((row) => (
          <LiveSession key={`${row.agent} ${row.session}`} session={row} />
        ))}
      </div>
      {before.length > 0 ? (
        <section aria-labelledby="before">
          <h2 id="before" class="section">
            Earlier sessions
          </h2>
          <ul class="before">
            {before.map((row) => (
              <Earlier key={`${row.agent} ${row.session}`} session={row} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** Returns the current time, updated periodically. */
function useNow(milliseconds: number): number {
  const [now, setNow] = useState(Date.now);
  const { status } = useShell();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, status.version]);
  return now;
}

function LiveSession({ session }: { session: SessionRow }) {
  const { status } = useShell();
  const offset = Math.max(0, session.calls - LAST_CALLS);
  const path = `/api/sessions/${part(session.agent)}/${part(session.session)}?offset=${offset}&limit=${LAST_CALLS}`;
  const { value, error } = useAnswer<SessionDetail>(path, status.version);
  // The latest calls are highlighted until more arrive.
  const total = value?.strip.length;
  const counted = useRef({ total, before: total });
  if (counted.current.total !== total) counted.current = { total, before: counted.current.total ?? total };
  const before = counted.current.before ?? 0;
  const open = (index: number) => go(printRoute(['session', session.agent, session.session], { call: String(index) }));
  return (
    <section class="card live-card">
      <div class="card-head">
        <h2>
          <a href={printRoute(['session', session.agent, session.session])}>{session.title ?? session.session}</a>
        </h2>
        <span class="live-sign">
          <i aria-hidden="true" /> {session.endedAt ? ago(session.endedAt) : ''}
        </span>
      </div>
      <p class="quiet">
        {session.projectName} · {status.agents.find(({ name }) => name === session.agent)?.title ?? session.agent} ·{' '}
        {pluralise(session.calls, 'call')}, {count(session.failures)} failed
      </p>
      {value ? (
        <Strip
          strip={value.strip.slice(-160)}
          chosen={-1}
          onChoose={(index) => open(Math.max(0, value.strip.length - 160) + index)}
        />
      ) : null}
      {error && !value ? <p class="quiet">{error.message}</p> : null}
      <ol class="feed">
        {value?.calls.map((call) => (
          <li key={call.id} class={call.index >= before ? 'fresh' : ''}>
            <OutcomeMark call={call} />
            <span class="call-time">{clock(call.at)}</span>
            <a href={printRoute(['session', call.agent, call.session], { call: String(call.index) })}>
              <b>{call.name}</b> <code>{call.input.split('\n')[0]}</code>
            </a>
            {call.kind ? <span class="bad-text">{plain(call.kind)}</span> : null}
            {call.lesson ? <span class="tag accent">{call.lesson.id}</span> : null}
            {call.told ? <ToldNote tellings={call.told} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A finished session, on one line. */
function Earlier({ session }: { session: SessionRow }) {
  const { status } = useShell();
  const agent = status.agents.find(({ name }) => name === session.agent)?.title ?? session.agent;
  return (
    <li>
      <a href={printRoute(['session', session.agent, session.session])}>{session.title ?? session.session}</a>
      <span class="quiet">
        {session.projectName} · {agent}
      </span>
      <span class="quiet">
        {pluralise(session.calls, 'call')}
        {session.failures > 0 ? <span class="bad-text">, {count(session.failures)} failed</span> : null}
      </span>
      <span class="quiet">{session.endedAt ? ago(session.endedAt) : ''}</span>
    </li>
  );
}
