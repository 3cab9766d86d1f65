import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionDetail, ShownCall, ShownMessage } from '../../web/answers/sessions.ts';
import { part } from '../api.ts';
import { useIsWide, useKeys } from '../hooks.ts';
import { OutcomeMark, toneOf } from '../parts/call.tsx';
import { Choice } from '../parts/choice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Strip, StripLegend } from '../parts/strip.tsx';
import { ToldTag } from '../parts/told.tsx';
import { usePages, VirtualList } from '../parts/virtual-list.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { clock, count, percent, plain, pluralise, shortMoment } from '../words.ts';
import { ChosenCall } from './chosen-call.tsx';
import { SessionFailures } from './session-failures.tsx';
import { lastList } from './sessions.tsx';

const PARTS = [
  ['failures', 'Failures'],
  ['calls', 'Calls'],
] as const;

/** One session: every call with its outcome, and for a failure its fix and its lesson. */
export function Session() {
  const { status, route } = useShell();
  const [, agent = '', session = ''] = route.parts;
  const asked = /^\d{1,9}$/.test(route.query.call ?? '') ? Number(route.query.call) : -1;
  const [chosen, setChosen] = useState(asked);
  const [messages, setMessages] = useState<ReadonlyMap<number, ShownMessage[]>>(new Map());
  const [shownPart, setPart] = useState<'failures' | 'calls'>('failures');
  const isWide = useIsWide();
  const path = `/api/sessions/${part(agent)}/${part(session)}`;
  const list = usePages<SessionDetail, ShownCall>(
    (offset, limit) => `${path}?offset=${offset}&limit=${limit}`,
    status.version,
    (answer) => {
      setMessages((before) => withMessages(before, answer.messages));
      return { total: answer.strip.length, rows: answer.calls };
    },
  );
  useEffect(() => setChosen(asked), [asked, agent, session]);
  const detail = list.first;
  const failures = detail
    ? [...detail.strip].flatMap((letter, index) => (letter === '.' || letter === '-' ? [] : [index]))
    : [];
  const open = (index: number) => {
    setChosen(index);
    go(printRoute(['session', agent, session], { call: String(index) }), true);
  };
  const nextFailure = () => {
    const next = failures.find((index) => index > chosen) ?? failures[0];
    if (next !== undefined) open(next);
  };
  useKeys((key) => {
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
    if (step !== 0 && list.total === 0) return false;
    if (step !== 0) open(Math.min(list.total - 1, Math.max(0, chosen + step)));
    else if (key === 'n') nextFailure();
    else if (key === 'Escape') go(chosen >= 0 ? printRoute(['session', agent, session]) : lastList());
    else return false;
    return true;
  });
  const pane = useRef<HTMLElement>(null);
  // A newly chosen call is scrolled to its beginning; on a phone it scrolls with the page.
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    if (!isWide) scrollTo(0, 0);
  }, [chosen]);
  useEffect(() => {
    if (chosen >= 0 && list.total > 0) list.want(chosen, chosen + 1);
  }, [chosen, list.stamp]);
  if (list.error && !detail)
    return (
      <Empty title="Session not found" isWhole>
        <p>{list.error.message}</p>
        <p>
          <a href={printRoute(['sessions'])}>All sessions</a>
        </p>
      </Empty>
    );
  if (!detail) return <div aria-busy="true" />;
  const { about } = detail;
  // If there is room for only one of the two, the failures come first.
  const hasChoice = !isWide && detail.failures.length + detail.told.length > 0;
  const call = chosen >= 0 ? list.row(chosen) : undefined;
  return (
    <div class={chosen >= 0 ? 'fills panes opened' : 'fills panes'}>
      <section class="pane-list" aria-label="Calls of the session">
        <a class="back always" href={lastList()}>
          <Icon name="back" /> Sessions
        </a>
        <h1 class="session-name">{about.title ?? about.session}</h1>
        <p class="quiet">
          {about.projectName} · {status.agents.find(({ name }) => name === about.agent)?.title ?? about.agent}
          {about.branch ? ` · ${about.branch}` : ''} · {about.startedAt ? shortMoment(about.startedAt) : ''}
        </p>
        <div class="session-sum">
          <p>
            {pluralise(about.calls, 'call')}, {count(about.failures)} failed ({percent(about.failures, about.calls)}),{' '}
            {count(detail.failures.filter(({ fixedBy }) => fixedBy !== undefined).length)} fixed later
          </p>
          {failures.length > 0 ? (
            <button type="button" class="small-button" onClick={nextFailure} aria-keyshortcuts="n">
              Next failure <kbd>n</kbd>
            </button>
          ) : null}
        </div>
        {list.error ? <p class="banner bad">{list.error.message}</p> : null}
        <Strip strip={detail.strip} chosen={chosen} onChoose={open} />
        <StripLegend strip={detail.strip} hasMessages={messages.size > 0} />
        {hasChoice ? <Choice label="Show" value={shownPart} options={PARTS} onChoose={setPart} /> : null}
        {hasChoice && shownPart === 'failures' ? (
          <div class="scrolls">
            <SessionFailures detail={detail} />
          </div>
        ) : (
          <VirtualList list={list} rowHeight={50} chosen={chosen} onChoose={open} label="Calls">
            {(row, index) => <Row call={row} hasMessage={messages.has(index)} />}
          </VirtualList>
        )}
      </section>
      <section ref={pane} class="pane-detail" aria-label="The chosen call">
        <a class="back" href={printRoute(['session', agent, session])}>
          <Icon name="back" /> Calls
        </a>
        {call ? <ChosenCall key={call.id} call={call} messages={messages.get(call.index) ?? []} /> : null}
        {chosen < 0 ? <SessionFailures detail={detail} /> : null}
      </section>
    </div>
  );
}

function withMessages(
  before: ReadonlyMap<number, ShownMessage[]>,
  found: readonly ShownMessage[],
): ReadonlyMap<number, ShownMessage[]> {
  if (found.length === 0) return before;
  const all = new Map(before);
  const grouped = new Map<number, ShownMessage[]>();
  for (const message of found) grouped.set(message.index, [...(grouped.get(message.index) ?? []), message]);
  for (const [index, messages] of grouped) all.set(index, messages);
  return all;
}

function Row({ call, hasMessage }: { call: ShownCall; hasMessage: boolean }) {
  const hasTags =
    call.kind !== undefined || call.fixedBy !== undefined || call.lesson !== undefined || call.told !== undefined;
  return (
    <div class={`call-row ${toneOf(call)}`}>
      <OutcomeMark call={call} />
      <span class="call-time">{clock(call.at)}</span>
      <span class="call-name">
        {hasMessage ? <i class="said" title="A message from you comes before this call" /> : null}
        {call.name}
      </span>
      <code class="call-input">{call.input.split('\n')[0]}</code>
      {hasTags ? (
        <span class="call-tags">
          {call.kind ? <span class="bad-text">{plain(call.kind)}</span> : null}
          {call.fixedBy === undefined ? null : <span class="tag good">fixed</span>}
          {call.lesson ? <span class="tag accent">{call.lesson.id}</span> : null}
          {call.told ? <ToldTag tellings={call.told} /> : null}
        </span>
      ) : null}
    </div>
  );
}
