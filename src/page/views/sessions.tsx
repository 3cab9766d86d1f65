import { useRef, useState } from 'preact/hooks';
import type { SessionRow, Sessions as SessionsAnswer } from '../../web/answers/sessions.ts';
import { query } from '../api.ts';
import { useKeys } from '../hooks.ts';
import { Filters, useChosen } from '../parts/filters.tsx';
import { SearchBox, useSearch } from '../parts/search.tsx';
import { usePages, VirtualList } from '../parts/virtual-list.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, percent, pluralise, shortMoment } from '../words.ts';

/** The place where the list was left, to return to. */
let left = { address: printRoute(['sessions']), chosen: 0 };

/** Returns the address of the list when one of its sessions was opened. */
export function lastList(): string {
  return left.address;
}

/** The sessions, the latest first. */
export function SessionsView() {
  const { status, route } = useShell();
  const { project, agent, since } = useChosen();
  const { typed, search, onType } = useSearch();
  const failed = route.query.failed === 'true';
  const [chosen, setChosen] = useState(() => (left.address === printRoute(['sessions'], route.query) ? left.chosen : 0));
  const choose = (name: string, value: string) => go(printRoute(['sessions'], { ...route.query, [name]: value }), true);
  const field = useRef<HTMLInputElement>(null);
  const list = usePages<SessionsAnswer, SessionRow>(
    (offset, limit) => `/api/sessions${query({ project, agent, since, search, failed: failed ? 'true' : '', offset, limit })}`,
    status.version,
    (answer) => answer,
  );
  const open = (index: number) => {
    setChosen(index);
    const row = list.row(index);
    left = { address: printRoute(['sessions'], route.query), chosen: index };
    if (row) go(printRoute(['session', row.agent, row.session]));
  };
  useKeys((key) => {
    if (key === 'j') setChosen(Math.max(0, Math.min(list.total - 1, chosen + 1)));
    else if (key === 'k') setChosen(Math.max(0, chosen - 1));
    else if (key === '/') field.current?.focus();
    else if (key === 'Enter' && list.total > 0) open(chosen);
    else return false;
    return true;
  });
  return (
    <div class="column fills">
      <div class="head">
        <h1>Sessions</h1>
        <Filters />
      </div>
      <div class="filters">
        <SearchBox field={field} text={typed} onType={onType} />
        <label class="check">
          <input
            type="checkbox"
            checked={failed}
            onChange={(event) => choose('failed', event.currentTarget.checked ? 'true' : '')}
          />
          only with failures
        </label>
        <span class="quiet">{list.isLoaded ? pluralise(list.total, 'session') : ''}</span>
      </div>
      {list.error ? <p class="banner bad">{list.error.message}</p> : null}
      {list.isLoaded && list.total === 0 && !list.error ? (
        <Empty title="No sessions match">
          <p>Take a filter away, or choose a longer time.</p>
        </Empty>
      ) : (
        <VirtualList list={list} rowHeight={68} chosen={chosen} onChoose={open} onMove={setChosen} label="Sessions">
          {(row) => <Row session={row} agents={status.agents} />}
        </VirtualList>
      )}
    </div>
  );
}

function Row({ session, agents }: { session: SessionRow; agents: readonly { name: string; title: string }[] }) {
  const agent = agents.find(({ name }) => name === session.agent)?.title ?? session.agent;
  return (
    <div class="session-row">
      <p class="session-title">{session.title ?? session.session}</p>
      <p class="quiet">
        {session.projectName} · {agent} · {session.endedAt ? shortMoment(session.endedAt) : ''}
      </p>
      <p class="session-count">
        <b>{count(session.calls)}</b>
        <span class="quiet">{session.calls === 1 ? 'call' : 'calls'}</span>
        {session.failures > 0 ? (
          <>
            <b class="bad-text">{count(session.failures)}</b>
            <span class="bad-text">
              failed <small>{percent(session.failures, session.calls)}</small>
            </span>
          </>
        ) : (
          <>
            <span class="quiet">0</span>
            <span class="quiet">failed</span>
          </>
        )}
      </p>
    </div>
  );
}
