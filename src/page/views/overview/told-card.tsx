import type { Told } from '../../../web/answers/overview.ts';
import { count, often, pluralise } from '../../words.ts';

/** The lessons that hooks showed while agents worked, and their effect. */
export function ToldCard({ told }: { told: Told }) {
  const { shown, stopped, followed, ignored, mistakes, helped, prevented, wrongStops, falseAlarms, unknown } = told;
  const rows: [name: string, value: number, meaning: string][] = [
    ['Shown', shown, stopped > 0 ? `about a call; the call was stopped ${often(stopped)}` : 'about a call'],
    [
      'Followed',
      followed,
      helped > 0 ? `the agent did what it says; that worked ${often(helped)}` : 'the agent did what it says',
    ],
    ['Ignored', ignored, 'the agent made the same kind of call again'],
    ['Failed anyway', mistakes, 'the call was made and failed'],
    [
      'Wrongly stopped',
      wrongStops,
      falseAlarms > wrongStops
        ? `and ${pluralise(falseAlarms - wrongStops, 'needless note')}`
        : 'the call would have worked',
    ],
    ['Prevented', prevented, 'the call was stopped or rewritten, and its replacement worked'],
    ['Unknown', unknown, 'no later call shows the effect'],
  ];
  return (
    <section class="card" aria-labelledby="told">
      <div class="card-head">
        <h2 id="told">What hooks said</h2>
      </div>
      <table class="told-counts">
        <tbody>
          {rows.map(([name, value, meaning]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count(value)}</td>
              <td class="quiet">{value > 0 ? meaning : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tellAside(told) === '' ? null : <p class="quiet">{tellAside(told)}</p>}
    </section>
  );
}

function tellAside({ asked, opened, withheld }: Told): string {
  const parts = [
    ...(asked > 0 ? [`${count(asked)} shown on request`] : []),
    ...(opened > 0 ? [`${pluralise(opened, 'lesson')} shown at the start of sessions`] : []),
    ...(withheld > 0 ? [`${count(withheld)} withheld in the control group`] : []),
  ];
  return parts.length === 0 ? '' : `Also: ${parts.join(', ')}.`;
}
