import type { CaseRow, Cases } from '../../web/answers/cases.ts';
import { query } from '../api.ts';
import { useAnswer, useKeys } from '../hooks.ts';
import { Choice } from '../parts/choice.tsx';
import { Filters } from '../parts/filters.tsx';
import { Sparkline } from '../parts/strip.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, often, pluralise, shortDay } from '../words.ts';

const SHOWN = [
  ['all', 'All'],
  ['open', 'Without a lesson'],
] as const;

/** What recurs in a project, whatever its cause, the costliest first. */
export function CasesView() {
  const { status, route } = useShell();
  const ids = status.projects.flatMap(({ id, own }) => (own ? [] : [id]));
  const project = [route.query.project, status.here].find((id) => id && ids.includes(id)) ?? ids[0] ?? '';
  const show = route.query.show === 'open' ? 'open' : 'all';
  const { value, error } = useAnswer<Cases>(project && `/api/cases${query({ project })}`, status.version);
  const all = value?.project.id === project ? value.cases : undefined;
  const cases = all?.filter(({ lesson }) => show === 'all' || !lesson);
  useKeys((key) => {
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
    const links = [...document.querySelectorAll('a.session-title')] as HTMLElement[];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
    return step !== 0;
  });
  return (
    <div class="column">
      <div class="head">
        <h1>Cases</h1>
        <Filters only={project} />
      </div>
      <div class="head">
        <p class="quiet intro">
          {value && cases
            ? `${count(value.failing)} of ${pluralise(value.calls, 'call')} did not do what they were for. `
            : ''}
          What recurs is listed here, the costliest first. Open a case to see what happened, and explain it.
        </p>
        <Choice
          label="Which cases"
          value={show}
          options={SHOWN}
          onChoose={(chosen) => go(printRoute(['cases'], { ...route.query, project, show: chosen }), true)}
        />
      </div>
      {error && !cases ? <p class="banner bad">{error.message}</p> : null}
      <ol class="case-list" aria-busy={!cases && !error}>
        {cases?.map((row) => (
          <Row key={row.id} row={row} project={project} />
        ))}
      </ol>
      {cases?.length === 0 ? (
        <Empty title={all?.length ? 'A lesson covers each case' : 'Nothing recurs yet'}>
          <p>
            {all?.length
              ? 'Choose “All” to see them.'
              : 'A failure is listed when it comes up again: work on with your agent, or choose another project.'}
          </p>
        </Empty>
      ) : null}
    </div>
  );
}

function Row({ row, project }: { row: CaseRow; project: string }) {
  return (
    <li class="session-row case-row">
      <a class="session-title" href={printRoute(['case', project, row.id])}>
        <b>{row.program}</b> <code>{row.title}</code>
      </a>
      <p class="quiet">
        {describeTimes(row)} · <Coverage row={row} project={project} />
      </p>
      <span class="session-strip">
        <Sparkline counts={row.overTime} />
      </span>
      <p class="session-count">
        <b>{count(row.lostCalls)}</b> <span class="quiet">calls lost</span>
        <b>{count(row.lostMinutes)}</b> <span class="quiet">min lost</span>
      </p>
    </li>
  );
}

/** Returns `40 calls in 16 sessions, 6 Jan to 29 Jan`. */
export function describeTimes({ calls, sessions, firstSeen, lastSeen }: CaseRow): string {
  const days = firstSeen === lastSeen ? shortDay(firstSeen) : `${shortDay(firstSeen)} to ${shortDay(lastSeen)}`;
  return `${pluralise(calls, 'call')} in ${pluralise(sessions, 'session')}, ${days}`;
}

/** The lesson that covers a case, or how it ended. */
export function Coverage({ row: { lesson, rule, ended }, project }: { row: CaseRow; project: string }) {
  if (lesson)
    return (
      <a href={printRoute(['lessons', project, lesson.id], { show: 'all' })} title={lesson.title}>
        covered by {lesson.id}
      </a>
    );
  if (rule) return <>named by {rule}</>;
  return <>{ended ? `ended: worked ${often(ended.calls)} since ${shortDay(ended.since)}` : 'no lesson'}</>;
}
