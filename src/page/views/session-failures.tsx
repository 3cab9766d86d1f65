import type { SessionDetail, SessionFailure, ShownTelling } from '../../web/answers/sessions.ts';
import { Code } from '../parts/code.tsx';
import { ToldWords } from '../parts/told.tsx';
import { Empty } from '../parts/waiting.tsx';
import { printRoute } from '../route.ts';
import { count, plain, pluralise } from '../words.ts';

/** Nobody reads more than this at once. */
const MOST = 200;

/** The failures of a session, each with its fix and the lesson learned from it; and the lessons that hardwon showed in it. */
export function SessionFailures({ detail }: { detail: SessionDetail }) {
  const { about, failures, told } = detail;
  if (failures.length === 0 && told.length === 0)
    return (
      <Empty title="No call failed">
        <p>Select a call to see its input and output.</p>
      </Empty>
    );
  const to = (index: number) => printRoute(['session', about.agent, about.session], { call: String(index) });
  const failed = failures.filter(({ outcome }) => outcome === 'failed').length;
  const fixed = failures.filter(({ fixedBy }) => fixedBy !== undefined).length;
  return (
    <div class="session-failures">
      <h2>
        {failures.length === 0 ? 'No call failed' : pluralise(failed, 'failure')}
        <span class="quiet">{tellFixed(failures.length, fixed)}</span>
      </h2>
      <ol>
        {failures.slice(0, MOST).map((failure) => (
          <li key={failure.index} class={failure.work ? 'is-work' : ''}>
            <Line failure={failure} project={about.project} to={to} />
          </li>
        ))}
      </ol>
      {failures.length > MOST ? (
        <p class="quiet">
          and {count(failures.length - MOST)} more. Press <kbd>n</kbd> to go through all of them.
        </p>
      ) : null}
      {told.length > 0 ? <SessionTold told={told} to={to} /> : null}
    </div>
  );
}

/** Labels for lessons that were shown without a call in the log. */
const PLACES: Readonly<Record<string, string>> = { 'session-start': 'start' };

function SessionTold({ told, to }: { told: readonly ShownTelling[]; to: (index: number) => string }) {
  const about = told.filter(({ as }) => as !== 'session-start').length;
  return (
    <>
      <h2>
        What hardwon said
        <span class="quiet">{about === 0 ? 'at the start of the session' : `about ${pluralise(about, 'call')}`}</span>
      </h2>
      <ol>
        {told.slice(0, MOST).map((telling, at) => (
          <li key={at}>
            <p class="failure-lesson">
              <span>
                {telling.index === undefined ? (
                  (PLACES[telling.as] ?? 'a call')
                ) : (
                  <a href={to(telling.index)}>call #{telling.index + 1}</a>
                )}
              </span>
              <ToldWords telling={telling} />
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

function tellFixed(failures: number, fixed: number): string {
  if (failures === 0) return '';
  return fixed === 0 ? 'no known fix' : `${count(fixed)} fixed later`;
}

function Line({ failure, project, to }: { failure: SessionFailure; project: string; to: (index: number) => string }) {
  const { index, name, input, outcome, kind, fixedBy, fix, lesson, title = '' } = failure;
  return (
    <>
      <p class="failure-call">
        <a href={to(index)}>
          <span class="unseen">{name} </span>
          <code>{input}</code>
        </a>
        {outcome === 'failed' ? <span class="tag bad">{plain(kind ?? outcome)}</span> : null}
        {outcome === 'failed' || outcome === 'ok' ? null : <span class="tag refused">{outcome}</span>}
      </p>
      {fixedBy === undefined ? null : (
        <p class="failure-fix">
          <span>fixed by</span>
          <a href={to(fixedBy)}>
            <code>{fix?.input}</code>
          </a>
        </p>
      )}
      {lesson ? (
        <p class="failure-lesson">
          <span>lesson</span>
          <a href={printRoute(['lessons', project, lesson], { show: 'all' })}>
            {lesson}: <Code text={title} />
          </a>
        </p>
      ) : null}
    </>
  );
}
