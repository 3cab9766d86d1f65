import type { Team } from '../../../web/answers/overview.ts';
import { count, pluralise, shortDay } from '../../words.ts';

/** What the people of the team found together, and what came of telling it. */
export function TeamCard({ team }: { team: Team }) {
  const { people, machines, lessons, shown, followed, helped, falseAlarms, at } = team;
  const parts: [name: string, value: number][] = [
    ['for everybody', lessons.ready],
    ['of yours found by too few people so far', lessons.few],
    ['in dispute, or over', lessons.disputed + lessons.over],
    ['rejected for the team', lessons.rejected],
  ];
  return (
    <section class="card" aria-labelledby="team">
      <div class="card-head">
        <h2 id="team">Team</h2>
        <span class="unit">
          {count(people)} {people === 1 ? 'person' : 'people'} on {pluralise(machines, 'machine')}
        </span>
      </div>
      <ul class="counts">
        {parts.map(([name, value]) =>
          value > 0 || name === 'for everybody' ? (
            <li key={name}>
              <b>{count(value)}</b> {name}
            </li>
          ) : null,
        )}
      </ul>
      <p class="quiet">
        {shown > 0
          ? `Hooks of the team showed lessons ${count(shown)}×: followed ${count(followed)}×, then worked ${count(helped)}×, ${pluralise(falseAlarms, 'false alarm')}. `
          : ''}
        Fetched {shortDay(at)}; <code>hardwon sync</code> fetches again.
      </p>
    </section>
  );
}
