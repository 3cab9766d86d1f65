import { useEffect, useRef, useState } from 'preact/hooks';
import type { LessonRow, Lessons as LessonsAnswer } from '../../web/answers.ts';
import { query } from '../api.ts';
import { useKeys, useLater } from '../hooks.ts';
import { Badges } from '../parts/badges.tsx';
import { Code } from '../parts/code.tsx';
import { Filters, useChosen } from '../parts/filters.tsx';
import { Search } from '../parts/search.tsx';
import { usePages, VirtualList } from '../parts/virtual-list.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, plain, shortDay } from '../words.ts';
import { Lesson } from './lesson.tsx';

const GROUPS: readonly [show: keyof LessonsAnswer['counts'], title: string][] = [
  ['review', 'To review'],
  ['ready', 'Ready'],
  ['watching', 'Watching'],
  ['promoted', 'Promoted'],
  ['retired', 'Retired'],
  ['all', 'All'],
];

const KINDS = [
  'environment',
  'path',
  'search-scope',
  'command',
  'preference',
  'large-file',
  'tool-use',
  'prerequisite',
  'convention',
  'missing-path',
  'retry',
  'permission',
];

const SORTS: readonly [value: string, title: string][] = [
  ['value', 'Most pressing'],
  ['seen', 'Most often seen'],
  ['wasted', 'Most calls lost'],
  ['recent', 'Seen last'],
  ['id', 'By id'],
];

/** The lessons, to be looked through and decided on with the keyboard. */
export function Lessons() {
  const { status, route } = useShell();
  const { project, agent } = useChosen();
  const [, openProject, openId] = route.parts;
  const show = GROUPS.some(([name]) => name === route.query.show)
    ? (route.query.show as keyof LessonsAnswer['counts'])
    : 'review';
  const { kind = '', confidence = '', sort = 'value' } = route.query;
  const [typed, setTyped] = useState(route.query.search ?? '');
  const search = useLater(typed, 150);
  const field = useRef<HTMLInputElement>(null);
  const asked = { project, agent, show, kind, confidence, sort, search };
  const list = usePages<LessonsAnswer, LessonRow>(
    (offset, limit) => `/api/lessons${query({ ...asked, offset, limit })}`,
    status.version,
    (answer) => answer,
  );
  const counts = list.first?.counts;
  const [chosen, setChosen] = useState(-1);
  const keep = { ...route.query, search: typed || undefined };
  const pending = useRef(-1);
  const open = (index: number) => {
    const row = list.row(index);
    setChosen(index);
    // Where its page has not come yet, it is opened when it does.
    pending.current = row ? -1 : index;
    if (row) go(printRoute(['lessons', row.project, row.id], keep), openId !== undefined);
  };
  useEffect(() => {
    if (openId === undefined) setChosen(-1);
  }, [openId]);
  useEffect(() => setTyped(route.query.search ?? ''), [route.query.search]);
  // The address names a lesson; where it stands in the list is found when its page has come.
  useEffect(() => {
    if (pending.current >= 0) return list.row(pending.current) ? open(pending.current) : undefined;
    if (openId === undefined) return;
    const rows = Array.from({ length: Math.min(list.total, 5000) }, (_, index) => list.row(index));
    const at = rows.findIndex((row) => row?.id === openId && row.project === openProject);
    if (at >= 0) setChosen(at);
  }, [openId, openProject, list.stamp]);
  // A lesson that was decided on leaves the queue: the next one takes its place.
  const next = (isGone: boolean) => {
    if (show !== 'review' && !isGone) return;
    const isHere = list.row(chosen)?.id === openId;
    const after = (isHere ? list.row(chosen + 1) : list.row(chosen)) ?? list.row(chosen - 1);
    go(after ? printRoute(['lessons', after.project, after.id], keep) : printRoute(['lessons'], keep), true);
  };
  useKeys((key) => {
    if (key === 'j' || key === 'k') {
      if (list.total > 0) open(Math.min(list.total - 1, Math.max(0, chosen + (key === 'j' ? 1 : -1))));
      return true;
    }
    if (key === '/') field.current?.focus();
    if (key === 'Escape' && openId !== undefined) go(printRoute(['lessons'], keep));
    return key === '/' || key === 'Escape';
  });
  const choose = (name: string, value: string) => go(printRoute(['lessons'], { ...keep, [name]: value }), true);
  return (
    <div class={openId === undefined ? 'panes' : 'panes opened'}>
      <section class="pane-list" aria-label="Lessons">
        <div class="head">
          <h1>Lessons</h1>
          <Filters hasRange={false} />
        </div>
        <fieldset class="tabs" aria-label="Which lessons">
          {GROUPS.map(([name, title]) => (
            <button key={name} type="button" aria-pressed={name === show} onClick={() => choose('show', name)}>
              {title} {counts ? <b>{count(counts[name])}</b> : null}
            </button>
          ))}
        </fieldset>
        <div class="filters">
          <Search field={field} text={typed} onType={setTyped} />
          <select aria-label="Kind" value={kind} onChange={(event) => choose('kind', event.currentTarget.value)}>
            <option value="">All kinds</option>
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {plain(name)}
              </option>
            ))}
          </select>

          <select
            aria-label="Confidence"
            value={confidence}
            onChange={(event) => choose('confidence', event.currentTarget.value)}
          >
            <option value="">Any confidence</option>
            <option value="high">High</option>
            <option value="medium">Medium</option>
            <option value="low">Low</option>
          </select>

          <select aria-label="Order" value={sort} onChange={(event) => choose('sort', event.currentTarget.value)}>
            {SORTS.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </div>
        {list.isLoaded && list.total === 0 ? (
          <NoLessons show={show} isFiltered={Boolean(search || kind || confidence || project || agent)} />
        ) : (
          <VirtualList list={list} rowHeight={92} chosen={chosen} onChoose={open} label="Lessons">
            {(row) => <Row lesson={row} />}
          </VirtualList>
        )}
      </section>
      <section class="pane-detail" aria-label="The chosen lesson">
        {openId === undefined || openProject === undefined ? (
          <Empty title={list.total > 0 ? 'Choose a lesson' : 'No lesson is chosen'}>
            {list.total > 0 ? (
              <p>
                <kbd>j</kbd> and <kbd>k</kbd> go through them, <kbd>a</kbd> accepts, <kbd>r</kbd> rejects, <kbd>?</kbd> shows all
                keys.
              </p>
            ) : null}
          </Empty>
        ) : (
          <Lesson
            key={`${openProject} ${openId}`}
            project={openProject}
            id={openId}
            back={printRoute(['lessons'], keep)}
            onDecided={next}
          />
        )}
      </section>
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
          {lesson.projectName} · {lesson.id} · seen {lesson.occurrences === 1 ? 'once' : `${count(lesson.occurrences)}×`} ·{' '}
          {shortDay(lesson.lastSeen)}
        </span>
      </p>
    </div>
  );
}

function NoLessons({ show, isFiltered }: { show: string; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="Nothing matches">
        <p>Take a filter away, or search for less.</p>
      </Empty>
    );
  if (show === 'review')
    return (
      <Empty title="Nothing to review">
        <p>New lessons, conflicts and lessons that should be promoted will stand here.</p>
      </Empty>
    );
  return (
    <Empty title="No lessons here">
      <p>A lesson needs a failure, and what then worked, in two sessions.</p>
    </Empty>
  );
}
