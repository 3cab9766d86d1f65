import { useRef, useState } from 'preact/hooks';
import type { CaseDetail, CaseExhibit } from '../../web/answers/cases.ts';
import { part } from '../api.ts';
import { useAnswer, useKeys } from '../hooks.ts';
import { CallCard, CallRow } from '../parts/call.tsx';
import { Code } from '../parts/code.tsx';
import { Icon } from '../parts/icon.tsx';
import { Said } from '../parts/said.tsx';
import { Sparkline } from '../parts/strip.tsx';
import { Empty } from '../parts/waiting.tsx';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { count, pluralise, shortMoment } from '../words.ts';
import { Coverage, describeTimes } from './cases.tsx';
import { ExplainForm } from './explain-form.tsx';

/** One case: what it cost, what its calls have in common, the calls themselves, and a form to explain it. */
export function CaseView() {
  const { status, route } = useShell();
  const [, project = '', id = ''] = route.parts;
  const { value: one, error } = useAnswer<CaseDetail>(`/api/cases/${part(project)}/${part(id)}`, status.version);
  // Exhibits that are shown.
  const [most, setMost] = useState(3);
  const form = useRef<HTMLElement>(null);
  const back = printRoute(['cases'], { project });
  useKeys((key) => {
    if (key === 'Escape') go(back);
    return key === 'Escape';
  });
  if (error && !one)
    return (
      <Empty title="The case cannot be shown" isWhole>
        <p>
          {error.message} <a href={back}>All cases</a>
        </p>
      </Empty>
    );
  if (!one) return <div aria-busy="true" />;
  return (
    <article class="column whole case">
      <a class="back always" href={back}>
        <Icon name="back" /> Cases
      </a>
      <div class="head">
        <h1>
          {one.program}: {one.title}
        </h1>
        {status.readOnly ? null : (
          <button type="button" class="main" onClick={() => form.current?.querySelector('textarea')?.focus()}>
            Explain it
          </button>
        )}
      </div>
      <p>
        {describeTimes(one)} · {pluralise(one.lostCalls, 'call')} and {pluralise(one.lostMinutes, 'minute')} lost ·{' '}
        <Coverage row={one} project={project} />
      </p>
      <Sparkline counts={one.overTime} />
      <Contrast one={one} />
      <section>
        <h2>What happened</h2>
        <ol>
          {one.exhibits.slice(0, most).map((exhibit) => (
            <Exhibit key={exhibit.failed.id} exhibit={exhibit} />
          ))}
        </ol>
        {one.exhibits.length > most ? (
          <button type="button" onClick={() => setMost(one.exhibits.length)}>
            Show {count(one.exhibits.length - most)} more
          </button>
        ) : null}
      </section>
      {one.worked.length > 0 ? (
        <section>
          <h2>Calls that worked elsewhere</h2>
          {one.worked.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </section>
      ) : null}
      {status.readOnly ? null : (
        <section ref={form}>
          <h2>Explain it</h2>
          <ExplainForm project={project} one={one} />
        </section>
      )}
    </article>
  );
}

/** How calls went with and without a part, what several of them print, and how the program does otherwise. */
function Contrast({ one: { program, contrast, parts = [], usual, untouched } }: { one: CaseDetail }) {
  const tell = (failed: number, worked: number) => `${count(failed)} failed, ${count(worked)} worked`;
  return (
    <section>
      {contrast.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Part of the call</th>
              <th scope="col">With it</th>
              <th scope="col">Without it</th>
            </tr>
          </thead>
          <tbody>
            {contrast.map((row) => (
              <tr key={row.part}>
                <th scope="row">
                  <Code text={row.part} />
                </th>
                <td>{tell(row.failedWith, row.workedWith)}</td>
                <td>{tell(row.failedWithout, row.workedWithout)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <ul class="quiet">
        {usual ? (
          <li>
            {program} in all: {tell(usual.failed, usual.worked)}, in {pluralise(usual.sessions, 'session')}
          </li>
        ) : null}
        {untouched ? <li>red in {pluralise(untouched, 'session')} before anything was edited</li> : null}
        {parts.map(({ line, calls }) => (
          <li key={line}>
            {pluralise(calls, 'call')} also print <code>{line}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A failing call, and beside it what came next. */
function Exhibit({ exhibit: { trouble, failed, next, stated, said } }: { exhibit: CaseExhibit }) {
  return (
    <li class="exhibit">
      <div>
        <h3>
          {shortMoment(failed.at)}: {trouble}
        </h3>
        <CallCard call={failed} as="failed" />
      </div>
      <div>
        <h3>What came next</h3>
        {stated ? <Said text={`The agent: ${stated}`} isShort /> : null}
        {next.map((call) =>
          call.fixes ? <CallCard key={call.id} call={call} as="fix" /> : <CallRow key={call.id} call={call} />,
        )}
        {said ? <Said text={`The user: ${said}`} isShort /> : null}
      </div>
    </li>
  );
}
