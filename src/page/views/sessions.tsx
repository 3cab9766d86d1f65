import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionRow, SessionStrip, Sessions as SessionsAnswer } from '../../web/answers/sessions.ts';
import { ask, part, query } from '../api.ts';
import { useKeys } from '../hooks.ts';
import { Filters, useChosen } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { SearchBox, useSearch } from '../parts/search.tsx';
import { MiniStrip } from '../parts/strip.tsx';
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
  const title = route.query.title ?? '';
  const [chosen, setChosen] = useState(() =>
    left.address === printRoute(['sessions'], route.query) ? left.chosen : 0,
  );
  const choose = (name: string, value: string) => go(printRoute(['sessions'], { ...route.query, [name]: value }), true);
  const field = useRef<HTMLInputElement>(null);
  const asked = {
    project,
    agent,
    since,
    search,
    title,
    failed: failed ? 'true' : '',
    group: title === '' ? 'true' : '',
  };
  const list = usePages<SessionsAnswer, SessionRow>(
    (offset, limit) => `/api/sessions${query({ ...asked, offset, limit })}`,
    status.version,
    (answer) => answer,
  );
  const open = (index: number) => {
    setChosen(index);
    const row = list.row(index);
    left = { address: printRoute(['sessions'], route.query), chosen: index };
    if (row?.group && row.title) {
      setChosen(0);
      go(printRoute(['sessions'], { ...route.query, project: row.project, agent: row.agent, title: row.title }));
    } else if (row) go(printRoute(['session', row.agent, row.session]));
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
    <div class="column fills whole">
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
          Only with failures
        </label>
        {title ? (
          <a
            class="chip"
            href={printRoute(['sessions'], { ...route.query, title: undefined })}
            aria-label={`Remove the filter title: ${title}`}
          >
            <span>{title}</span> <Icon name="cross" />
          </a>
        ) : null}
        <span class="quiet">{list.first ? pluralise(list.first.sessions, 'session') : ''}</span>
      </div>
      {list.error ? <p class="banner bad">{list.error.message}</p> : null}
      {list.isLoaded && list.total === 0 && !list.error ? (
        <Empty title="No sessions match">
          <p>Remove a filter, or choose a longer period.</p>
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
  const { calls, failures } = session.group ?? session;
  return (
    <div class="session-row">
      <p class="session-title">
        <span>{session.title ?? session.session}</span>
        {session.group ? <span class="tag">{pluralise(session.group.sessions, 'session')}</span> : null}
      </p>
      <p class="quiet">
        {session.projectName} · {agent}
        {session.branch ? ` · ${session.branch}` : ''} · {session.endedAt ? shortMoment(session.endedAt) : ''}
      </p>
      <SessionStripOf session={session} />
      <p class="session-count">
        <b>{count(calls)}</b>
        <span class="quiet">{calls === 1 ? 'call' : 'calls'}</span>
        {failures > 0 ? (
          <>
            <b class="bad-text">{count(failures)}</b>
            <span class="bad-text">
              failed <small>{percent(failures, calls)}</small>
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

/** Strips that were requested before: a row that is scrolled back into view shows its own at once. */
const strips = new Map<string, string>();

/** The strip of a session, requested when its row comes into view. During the first reading it may still change. */
function SessionStripOf({ session: { agent, session, calls } }: { session: SessionRow }) {
  const { partial = false } = useShell().status;
  const key = `${agent} ${session} ${calls}${partial ? ' so far' : ''}`;
  const [strip, setStrip] = useState(() => strips.get(key));
  useEffect(() => {
    setStrip(strips.get(key));
    if (strips.has(key)) return undefined;
    const controller = new AbortController();
    // Rows that are only scrolled past are not worth a request.
    const timer = setTimeout(() => {
      ask<SessionStrip>(`/api/sessions/${part(agent)}/${part(session)}/strip`, controller.signal)
        .then((answer) => {
          strips.set(key, answer.strip);
          setStrip(answer.strip);
        })
        // A row without a strip says enough.
        .catch(() => {});
    }, 120);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  return <span class="session-strip">{strip === undefined ? null : <MiniStrip strip={strip} />}</span>;
}
