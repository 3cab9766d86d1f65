import type { Loop } from '../../../web/answers/overview.ts';
import { Bars } from '../../parts/bars.tsx';
import { count, plain, pluralise } from '../../words.ts';

/** The outcomes of the tasks that `hardwon run` gave to agents, and of the rules made from failures. */
export function LoopCard({ loop }: { loop: Loop }) {
  const { runs, passedAtOnce, passedLater, rules } = loop;
  const parts: [name: string, tone: string, value: number][] = [
    ['passed first time', 'at-once', passedAtOnce],
    ['passed after a rule', 'later', passedLater],
    ['not passed', 'never', Math.max(0, runs - passedAtOnce - passedLater)],
  ];
  return (
    <section class="card" aria-labelledby="loop">
      <div class="card-head">
        <h2 id="loop">Learning loop</h2>
        <span class="unit">
          {pluralise(runs, 'task')} of <code>hardwon run</code>
        </span>
      </div>
      <div class="shares" aria-hidden="true">
        {parts.map(([name, tone, value]) =>
          value > 0 ? <i key={name} class={tone} style={{ flexGrow: value }} /> : null,
        )}
      </div>
      <ul class="counts">
        {parts.map(([name, tone, value]) => (
          <li key={name} class={tone}>
            <b>{count(value)}</b> {name}
          </li>
        ))}
      </ul>
      {rules.made > 0 ? (
        <>
          <div class="card-head">
            <h3>Rules that helped</h3>
            <span class="unit">
              {count(rules.helped)} of {count(rules.made)}
            </span>
          </div>
          <Bars
            unit="rules that helped"
            tone="good"
            most={Math.max(...rules.byCategory.map(({ made }) => made))}
            bars={rules.byCategory.map(({ category, made, helped }) => ({
              key: category,
              name: plain(category),
              value: helped,
              note: `of ${count(made)}`,
            }))}
          />
        </>
      ) : null}
      <p class="quiet">{tellCost(loop)}</p>
    </section>
  );
}

function tellCost({ attempts, costUsd, unpriced }: Loop): string {
  if (unpriced >= attempts && costUsd === 0) return `${pluralise(attempts, 'attempt')}; none reported its cost.`;
  const silent = unpriced > 0 ? `; ${pluralise(unpriced, 'attempt')} reported no cost` : '';
  return `${pluralise(attempts, 'attempt')} for $${costUsd.toFixed(2)}${silent}.`;
}
