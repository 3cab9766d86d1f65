import type { Told } from '../../../web/answers/overview.ts';
import { count, pluralise } from '../../words.ts';

/** The lessons that hooks showed while agents worked, and their effect. */
export function ToldCard({ told }: { told: Told }) {
  const { shown, stopped, followed, ignored, mistakes, helped, prevented, wrongStops, falseAlarms, unknown } = told;
  const rows: [name: string, value: number, meaning: string][] = [
    ['shown', shown, stopped > 0 ? `about calls; ${often(stopped)} the call was stopped` : 'about calls'],
    ['heeded', followed, helped > 0 ? `the right form followed; ${often(helped)} it went well` : 'the right form followed'],
    ['not heeded', ignored, 'such a call came again'],
    ['mistake all the same', mistakes, 'the call was made, and failed'],
    [
      'wrong stops',
      wrongStops,
      falseAlarms > wrongStops ? `and ${pluralise(falseAlarms - wrongStops, 'wrong note')}` : 'the call went well',
    ],
    ['prevented', prevented, 'stopped or rewritten, and what was made in its place went well'],
    ['not known', unknown, 'nothing tells what came of it'],
  ];
  return (
    <section class="card" aria-labelledby="told">
      <div class="card-head">
        <h2 id="told">Said by hooks and answers</h2>
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

function often(value: number): string {
  return value === 1 ? 'once' : `${count(value)} times`;
}

function tellAside({ asked, opened, withheld }: Told): string {
  const parts = [
    ...(asked > 0 ? [`${count(asked)} of what was shown to somebody who asked`] : []),
    ...(opened > 0 ? [`${pluralise(opened, 'lesson')} told at the start of sessions`] : []),
    ...(withheld > 0 ? [`${count(withheld)} withheld in sessions that were held out`] : []),
  ];
  return parts.length === 0 ? '' : `Besides: ${parts.join(', ')}.`;
}
