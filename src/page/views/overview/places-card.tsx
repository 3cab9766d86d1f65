import type { Overview } from '../../../web/answers/overview.ts';
import { Bars } from '../../parts/bars.tsx';
import { printRoute } from '../../route.ts';
import { useShell } from '../../shell.ts';
import { percent } from '../../words.ts';

/** Number of projects shown. */
const MOST = 7;

/** The places of failures: their numbers by project and by agent, each with its own rate. */
export function PlacesCard({ overview: { projects, agents } }: { overview: Overview }) {
  const { project, agent, range } = useShell().route.query;
  const chosen = { project, agent, range };
  return (
    <section class="card" aria-labelledby="places">
      <div class="card-head">
        <h2 id="places">Where calls fail</h2>
        <span class="unit">failed calls, share of its calls</span>
      </div>
      <Bars
        unit="failures"
        bars={projects.slice(0, MOST).map(({ id, name, failures, calls }) => ({
          key: id,
          name,
          value: failures,
          note: percent(failures, calls),
          href: printRoute(['failures'], { ...chosen, project: id }),
        }))}
      />
      {projects.length > MOST ? <p class="quiet">and {projects.length - MOST} more</p> : null}
      {agents.length > 1 ? (
        <>
          <h3>By agent</h3>
          <Bars
            unit="failures"
            bars={agents.map(({ name, title, failures, calls }) => ({
              key: name,
              name: title,
              value: failures,
              note: percent(failures, calls),
              href: printRoute(['failures'], { ...chosen, agent: name }),
            }))}
          />
        </>
      ) : null}
    </section>
  );
}
