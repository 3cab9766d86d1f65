import type { SessionDetail, SessionFailure } from '../../web/answers/sessions.ts';
import { Code } from '../parts/code.tsx';
import { Empty } from '../parts/waiting.tsx';
import { printRoute } from '../route.ts';
import { count, plain, plural } from '../words.ts';

/** Nobody reads more than this at once. */
const MOST = 200;

/** What went wrong in a session: each failure with what fixed it and what was learned from it. */
export function SessionFailures({ detail: { about, failures } }: { detail: SessionDetail }) {
  if (failures.length === 0)
    return (
      <Empty title="No call failed">
        <p>Choose a call to see what was sent and answered.</p>
      </Empty>
    );
  const to = (index: number) => printRoute(['session', about.agent, about.session], { call: String(index) });
  const failed = failures.filter(({ outcome }) => outcome === 'failed').length;
  const fixed = failures.filter(({ fixedBy }) => fixedBy !== undefined).length;
  return (
    <div class="session-failures">
      <h2>
        {plural(failed, 'failure')}
        <span class="quiet">{fixed === 0 ? 'none with a known fix' : `${count(fixed)} with a known fix`}</span>
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
          and {count(failures.length - MOST)} more: <kbd>n</kbd> goes through all of them
        </p>
      ) : null}
    </div>
  );
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
          <span>what worked</span>
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
