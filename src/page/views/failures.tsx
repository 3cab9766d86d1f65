import { useState } from 'preact/hooks';
import type { FailedCall, FailedCalls } from '../../web/answers/sessions.ts';
import { query } from '../api.ts';
import { useKeys } from '../hooks.ts';
import { Code } from '../parts/code.tsx';
import { Filters, useChosen } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { usePages, VirtualList } from '../parts/virtual-list.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, plain, pluralise, shortDay, shortMoment } from '../words.ts';

/** The failed calls behind a figure of the overview. */
export function FailuresView() {
  const { status, route } = useShell();
  const { project, agent, since } = useChosen();
  const { kind = '', lesson = '', since: from = since, until = '' } = route.query;
  const [chosen, setChosen] = useState(0);
  const asked = { project, agent, since: from, until, kind, lesson };
  const list = usePages<FailedCalls, FailedCall>(
    (offset, limit) => `/api/calls${query({ ...asked, offset, limit })}`,
    status.version,
    (answer) => answer,
    // The server reads each session of a page again.
    25,
  );
  const open = (index: number) => {
    setChosen(index);
    const row = list.row(index);
    if (row) go(printRoute(['session', row.agent, row.session], { call: String(row.index) }));
  };
  useKeys((key) => {
    if (key === 'j') setChosen(Math.max(0, Math.min(list.total - 1, chosen + 1)));
    else if (key === 'k') setChosen(Math.max(0, chosen - 1));
    else if (key === 'Enter' && list.total > 0) open(chosen);
    else if (key === 'Escape') go(printRoute(['overview'], { project, agent, range: route.query.range }));
    else return false;
    return true;
  });
  const without = (...names: string[]) =>
    printRoute(['failures'], { ...route.query, ...Object.fromEntries(names.map((name) => [name, undefined])) });
  const period = tellPeriod(route.query.since, until);
  return (
    <div class="column fills whole">
      <div class="head">
        <div>
          <a class="back always" href={printRoute(['overview'], { project, agent, range: route.query.range })}>
            <Icon name="back" /> Overview
          </a>
          <h1>{TITLES[lesson] ?? 'Failed calls'}</h1>
        </div>
        <Filters hasRange={period === undefined} />
      </div>
      <p class="chips">
        {kind ? <Chip text={plain(kind)} label="kind" href={without('kind')} /> : null}
        {lesson ? <Chip text={CHIPS[lesson] ?? lesson} label="lesson" href={without('lesson')} /> : null}
        {period ? <Chip text={period} label="period" href={without('since', 'until')} /> : null}
        <span class="quiet">{list.isStale ? 'Reading the calls…' : pluralise(list.total, 'call')}</span>
      </p>
      {list.error ? <p class="banner bad">{list.error.message}</p> : null}
      {list.isStale ? (
        <div aria-busy="true" />
      ) : list.total === 0 && !list.error ? (
        <Empty title="No failed calls">
          <p>Remove a filter, or choose a longer period.</p>
        </Empty>
      ) : (
        <VirtualList list={list} rowHeight={88} chosen={chosen} onChoose={open} onMove={setChosen} label="Failed calls">
          {(row) => <Row call={row} />}
        </VirtualList>
      )}
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  'in-time': 'Failures with a lesson in time',
  late: 'Avoidable failures without a lesson in time',
};
const CHIPS: Readonly<Record<string, string>> = { 'in-time': 'lesson in time', late: 'no lesson in time' };

function tellPeriod(since: string | undefined, until: string): string | undefined {
  if (!since) return undefined;
  if (until === '') return `since ${shortDay(since)}`;
  return since === until ? shortDay(since) : `${shortDay(since)} to ${shortDay(until)}`;
}

/** A filter that can be removed. */
function Chip({ text, label, href }: { text: string; label: string; href: string }) {
  return (
    <a class="chip" href={href} aria-label={`Remove the filter ${label}: ${text}`}>
      {text} <Icon name="cross" />
    </a>
  );
}

function Row({ call }: { call: FailedCall }) {
  return (
    <div class="failed-row">
      <p class="failed-input">
        <b>{call.name}</b> <code>{call.input}</code>
      </p>
      <p class="failed-reason">{call.diagnostic ?? ''}</p>
      <p class="failed-meta">
        {call.kind ? <span class="tag bad">{plain(call.kind)}</span> : null}
        {call.isFixed ? <span class="tag good">fixed later</span> : null}
        <span class="quiet">
          {call.projectName} · {shortMoment(call.at)} · call {count(call.index + 1)}
        </span>
        {call.inTime || call.lesson ? (
          <span class="failed-lesson">
            <Code text={call.inTime ?? call.lesson?.title ?? ''} />
          </span>
        ) : null}
      </p>
    </div>
  );
}
