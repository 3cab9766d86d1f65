import { useEffect, useRef, useState } from 'preact/hooks';
import type { LessonRow, Lessons as LessonsAnswer } from '../../web/answers/lessons.ts';
import { query } from '../api.ts';
import { useIsWide, useKeys } from '../hooks.ts';
import { Badges } from '../parts/badges.tsx';
import { Code } from '../parts/code.tsx';
import { useChosen } from '../parts/filters.tsx';
import { useSearch } from '../parts/search.tsx';
import { usePages, VirtualList } from '../parts/virtual-list.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, shortDay } from '../words.ts';
import { LessonView } from './lesson.tsx';
import { GROUPS, LessonFilters } from './lesson-filters.tsx';
import { RejectedLessons } from './rejected-lessons.tsx';

/** The lessons, to review and decide on with the keyboard. */
export function LessonsView() {
  const { status, route } = useShell();
  const { project, agent } = useChosen();
  const [, openProject, openId] = route.parts;
  const show = GROUPS.find(([name]) => name === route.query.show)?.[0] ?? 'review';
  const { kind = '', confidence = '', sort = 'value' } = route.query;
  const { typed, search, onType } = useSearch();
  const field = useRef<HTMLInputElement>(null);
  const asked = { project, agent, show, kind, confidence, sort, search };
  const list = usePages<LessonsAnswer, LessonRow>(
    (offset, limit) => `/api/lessons${query({ ...asked, offset, limit })}`,
    status.version,
    (answer) => answer,
  );
  const [place, setPlace] = useState(-1);
  const keep = { ...route.query, search: typed || undefined };
  const pending = useRef(-1);
  // There is room for one lesson beside the list: the first one until another is chosen.
  const isWide = useIsWide();
  const [gone, setGone] = useState<{ project: string; id: string; stamp: number }>();
  const top = isWide && openId === undefined ? list.row(0) : undefined;
  // A lesson that was just decided on stays in the list until that is requested again.
  const first =
    top && gone?.id === top.id && gone.project === top.project && gone.stamp === list.stamp ? undefined : top;
  const shown = openId !== undefined && openProject !== undefined ? { project: openProject, id: openId } : first;
  const chosen = place < 0 && first ? 0 : place;
  const open = (index: number) => {
    const row = list.row(index);
    setPlace(index);
    // If its page has not arrived yet, it is opened when it does.
    pending.current = row ? -1 : index;
    if (row) go(printRoute(['lessons', row.project, row.id], keep), openId !== undefined);
  };
  useEffect(() => {
    if (openId === undefined) setPlace(-1);
  }, [openId]);
  // The address names a lesson; its position in the list is known when its page has arrived.
  useEffect(() => {
    if (pending.current >= 0) return list.row(pending.current) ? open(pending.current) : undefined;
    if (openId === undefined) return;
    const rows = Array.from({ length: Math.min(list.total, 5000) }, (_, index) => list.row(index));
    const at = rows.findIndex((row) => row?.id === openId && row.project === openProject);
    if (at >= 0) setPlace(at);
  }, [openId, openProject, list.stamp]);
  // A lesson that was decided on leaves the queue, and the next one takes its place.
  const next = (isGone: boolean) => {
    if (show !== 'review' && !isGone) {
      isNext.current = false;
      return;
    }
    if (shown) setGone({ project: shown.project, id: shown.id, stamp: list.stamp });
    const here = list.row(chosen);
    const isHere = here?.id === shown?.id && here?.project === shown?.project;
    const after = (isHere ? list.row(chosen + 1) : list.row(chosen)) ?? list.row(chosen - 1);
    go(after ? printRoute(['lessons', after.project, after.id], keep) : printRoute(['lessons'], keep), true);
    isNext.current = true;
  };
  // The button that was pressed is gone with its lesson: the next lesson gets the focus, and is announced. The list may show it
  // before the decision is answered.
  const isNext = useRef(false);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNext.current && document.activeElement === document.body) pane.current?.focus({ preventScroll: true });
    isNext.current = false;
  }, [shown?.project, shown?.id]);
  useKeys((key) => {
    if (key === 'j' || key === 'k') {
      if (list.total > 0) open(Math.min(list.total - 1, Math.max(0, chosen + (key === 'j' ? 1 : -1))));
      return true;
    }
    if (key === '/') field.current?.focus();
    if (key === 'Escape' && openId !== undefined) go(printRoute(['lessons'], keep));
    return key === '/' || key === 'Escape';
  });
  const isRejected = show === 'rejected';
  const isEmpty = list.isLoaded && list.total === 0 && !list.error;
  const choose = (name: string, value: string) => go(printRoute(['lessons'], { ...keep, [name]: value }), true);
  return (
    <div class={openId === undefined ? 'fills bars-and-panes' : 'fills bars-and-panes opened'}>
      <LessonFilters
        chosen={{ show, kind, confidence, sort }}
        answer={list.first}
        field={field}
        text={typed}
        onType={onType}
        onChoose={choose}
      />
      <div class={openId !== undefined ? 'panes opened' : isEmpty ? 'panes single' : 'panes'}>
        <section class="pane-list" aria-label="Lessons">
          {list.error ? <p class="banner bad">{list.error.message}</p> : null}
          {list.first?.refusals.map((refusal) => (
            <p key={refusal} class="banner bad">
              {refusal}
            </p>
          ))}
          {isRejected && (list.first?.rejected.length ?? 0) > 0 ? (
            <RejectedLessons lessons={list.first?.rejected ?? []} />
          ) : isEmpty ? (
            <NoLessons show={show} isFiltered={Boolean(search || kind || confidence || project || agent)} />
          ) : (
            <VirtualList list={list} rowHeight={84} chosen={chosen} onChoose={open} label="Lessons">
              {(row) => <Row lesson={row} />}
            </VirtualList>
          )}
        </section>
        <section ref={pane} class="pane-detail" tabIndex={-1} aria-label="Selected lesson">
          {shown ? (
            <LessonView
              key={`${shown.project} ${shown.id}`}
              project={shown.project}
              id={shown.id}
              back={printRoute(['lessons'], keep)}
              onDeciding={(isDeciding) => {
                isNext.current = isDeciding;
              }}
              onDecided={next}
            />
          ) : null}
        </section>
      </div>
    </div>
  );
}

function Row({ lesson }: { lesson: LessonRow }) {
  return (
    <div class="lesson-row">
      <p class="lesson-title">
        <Code text={lesson.title} />
      </p>
      <p class="lesson-meta">
        <Badges lesson={lesson} />
        <span class="quiet">
          {lesson.projectName} · {lesson.id} · seen{' '}
          {lesson.occurrences === 1 ? 'once' : `${count(lesson.occurrences)}×`}
          <span class="row-date"> · {shortDay(lesson.lastSeen)}</span>
        </span>
      </p>
    </div>
  );
}

function NoLessons({ show, isFiltered }: { show: string; isFiltered: boolean }) {
  const { status } = useShell();
  const [title, text] = status.partial
    ? ['No lessons so far', 'hardwon is still reading. Lessons appear as each project is done.']
    : isFiltered
      ? ['Nothing matches', 'Remove a filter, or search for fewer words.']
      : (NONE[show] ?? [
          'No lessons here',
          'hardwon learns a lesson when a failure and its fix recur in two sessions.',
        ]);
  return (
    <Empty title={title}>
      <p>{text}</p>
    </Empty>
  );
}

const NONE: Readonly<Record<string, [title: string, text: string]>> = {
  review: ['Nothing to review', 'New lessons, conflicts and lessons to promote appear here.'],
  rejected: ['No rejected lessons', 'Lessons that you reject appear here. You can restore them.'],
};
