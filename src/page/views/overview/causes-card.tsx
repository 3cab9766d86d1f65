import type { Overview } from '../../../web/answers/overview.ts';
import { Bars } from '../../parts/bars.tsx';
import { percent, plain } from '../../words.ts';

/** Number of kinds shown; the rest are rare. */
const MOST = 9;

/** The causes of failures: their numbers by kind. */
export function CausesCard({ overview: { causes, totals } }: { overview: Overview }) {
  return (
    <section class="card" aria-labelledby="causes">
      <div class="card-head">
        <h2 id="causes">Why calls fail</h2>
        <span class="unit">failures, share of all</span>
      </div>
      <Bars
        unit="failures"
        bars={causes.slice(0, MOST).map(({ kind, failures, work }) => ({
          key: kind,
          name: plain(kind),
          value: failures,
          note: percent(failures, totals.failures),
          isQuiet: work,
        }))}
      />
      {causes.length === 0 ? <p class="quiet">No call failed in this time.</p> : null}
      {causes.some(({ work }) => work) ? (
        <p class="quiet">Pale bars are what checks say about the code under work: red tests are work, not mistakes.</p>
      ) : null}
    </section>
  );
}
