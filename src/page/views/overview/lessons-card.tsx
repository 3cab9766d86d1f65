import type { Overview } from '../../../web/answers/overview.ts';
import { Code } from '../../parts/code.tsx';
import { printRoute } from '../../route.ts';
import { useShell } from '../../shell.ts';
import { count, often, pluralise } from '../../words.ts';

/** The lessons learned, and those whose failures cost the most. */
export function LessonsCard({ overview: { lessons, costly } }: { overview: Overview }) {
  const { route, status } = useShell();
  const { project, agent } = route.query;
  const to = (show: string) => printRoute(['lessons'], { project, agent, show });
  const groups: [name: string, count: number, show: string][] = [
    ['ready', lessons.ready, 'ready'],
    ['watching', lessons.watching, 'watching'],
    ['promoted', lessons.promoted, 'promoted'],
  ];
  return (
    <section class="card" aria-labelledby="learned">
      <div class="card-head">
        <h2 id="learned">Lessons</h2>
        {lessons.review > 0 ? (
          <a class="button main" href={to('review')}>
            Review {count(lessons.review)}
          </a>
        ) : null}
      </div>
      <ul class="counts">
        {groups.map(([name, value, show]) => (
          <li key={name}>
            <a href={to(show)}>
              <b>{count(value)}</b> {name}
            </a>
          </li>
        ))}
      </ul>
      {lessons.own > 0 ? (
        <p class="quiet">{count(lessons.own)} of them in your own memory, which holds for every project</p>
      ) : null}
      {costly.length > 0 ? (
        <>
          <h3>Most calls lost</h3>
          <ol class="costly">
            {costly.map((lesson) => (
              <li key={`${lesson.project} ${lesson.id}`}>
                <a href={printRoute(['lessons', lesson.project, lesson.id], { show: 'all' })}>
                  <Code text={lesson.title} />
                </a>
                <small>
                  {pluralise(lesson.wastedCalls, 'call')}, seen {often(lesson.occurrences)}
                </small>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p class="quiet">{status.partial ? 'Lessons follow when the sessions are read.' : 'No lessons yet.'}</p>
      )}
    </section>
  );
}
