import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionDetail, SessionRow, Sessions } from '../../web/answers.ts';
import { part } from '../api.ts';
import { useAnswer } from '../hooks.ts';
import { Outcome } from '../parts/call.tsx';
import { Strip } from '../parts/strip.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { ago, clock, count, plain, plural } from '../words.ts';

/** Calls that are shown of each session. */
const LAST_CALLS = 6;

/** What agents do now: the sessions that were written to last, call by call, without reloading. */
export function Live() {
  const { status } = useShell();
  const { value } = useAnswer<Sessions>('/api/sessions?limit=6', status.version);
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="column">
      <div class="head">
        <h1>Live</h1>
        <p class="live-sign">
          <i aria-hidden="true" /> watching the logs of {plural(status.agents.length, 'agent')}
        </p>
      </div>
      {value && value.rows.length === 0 ? (
        <Empty title="Nothing yet">
          <p>As soon as an agent works, its calls appear here.</p>
        </Empty>
      ) : null}
      <div class="live">
        {value?.rows.map((row) => (
          <LiveSession key={`${row.agent} ${row.session}`} session={row} />
        ))}
      </div>
    </div>
  );
}

function LiveSession({ session }: { session: SessionRow }) {
  const { status } = useShell();
  const offset = Math.max(0, session.calls - LAST_CALLS);
  const path = `/api/sessions/${part(session.agent)}/${part(session.session)}?offset=${offset}&limit=${LAST_CALLS}`;
  const { value } = useAnswer<SessionDetail>(path, status.version);
  const known = useRef(session.calls);
  const before = known.current;
  useEffect(() => {
    known.current = session.calls;
  }, [session.calls]);
  const open = (index: number) => go(printRoute(['session', session.agent, session.session], { call: String(index) }));
  return (
    <section class="card live-card">
      <div class="card-head">
        <h2>
          <a href={printRoute(['session', session.agent, session.session])}>{session.title ?? session.session}</a>
        </h2>
        <span class="quiet">{session.endedAt ? ago(session.endedAt) : ''}</span>
      </div>
      <p class="quiet">
        {session.projectName} · {status.agents.find(({ name }) => name === session.agent)?.title ?? session.agent} ·{' '}
        {plural(session.calls, 'call')}, {count(session.failures)} failed
      </p>
      {value ? (
        <Strip
          strip={value.strip.slice(-160)}
          chosen={-1}
          onChoose={(index) => open(Math.max(0, value.strip.length - 160) + index)}
        />
      ) : null}
      <ol class="feed">
        {value?.calls.map((call) => (
          <li key={call.id} class={call.index >= before ? 'fresh' : ''}>
            <Outcome call={call} />
            <span class="call-time">{clock(call.at)}</span>
            <a href={printRoute(['session', call.agent, call.session], { call: String(call.index) })}>
              <b>{call.name}</b> <code>{call.input.split('\n')[0]}</code>
            </a>
            {call.kind ? <span class="bad-text">{plain(call.kind)}</span> : null}
            {call.lesson ? <span class="tag accent">{call.lesson.id}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
