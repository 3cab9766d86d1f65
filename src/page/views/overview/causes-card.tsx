import type { Overview } from '../../../web/answers/overview.ts';
import { Bars } from '../../parts/bars.tsx';
import { printRoute } from '../../route.ts';
import { useShell } from '../../shell.ts';
import { percent, plain } from '../../words.ts';

/** Number of kinds shown; the rest are rare. */
const MOST = 9;

/** The causes of failures: their numbers by kind. */
export function CausesCard({ overview: { causes, totals } }: { overview: Overview }) {
  const { project, agent, range } = useShell().route.query;
  return (
    <section class="card" aria-labelledby="causes">
      <div class="card-head">
        <h2 id="causes">Why calls fail</h2>
        <span class="unit">failed calls, share of all</span>
      </div>
      <Bars
        unit="failures"
        bars={causes.slice(0, MOST).map(({ kind, failures, work }) => ({
          key: kind,
          name: plain(kind),
          value: failures,
          note: percent(failures, totals.failures),
          isQuiet: work,
          href: printRoute(['failures'], { project, agent, range, kind }),
        }))}
      />
      {causes.length === 0 ? <p class="quiet">No call failed in this period.</p> : null}
      {causes.some(({ work }) => work) ? (
        <p class="quiet">Grey bars are failing tests and checks: part of the work rather than mistakes.</p>
      ) : null}
    </section>
  );
}
