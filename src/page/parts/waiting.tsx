import type { ComponentChildren } from 'preact';
import type { Status } from '../../web/answers/status.ts';
import { isLocked } from '../describe-error.ts';
import { describeProgress } from '../progress.ts';
import { pluralise } from '../words.ts';

/** Shown before anything is known: a wrong token, a server that is gone, or a short wait. */
export function Gate({ error }: { error: Error | undefined }) {
  if (!error) return <main class="gate" aria-busy="true" />;
  const needsKey = isLocked(error);
  return (
    <main class="gate">
      <div class="card gate-card">
        <h1>{needsKey ? 'Open the page with its link' : 'The server is not responding'}</h1>
        <p>
          {needsKey ? (
            <>
              Use the link that <code>hardwon ui</code> printed in the terminal. Each start prints a new one.
            </>
          ) : (
            <>
              Start it again with <code>hardwon ui</code>. ({error.message})
            </>
          )}
        </p>
      </div>
    </main>
  );
}

/** Shown while the logs are read for the first time. */
export function StillReading({ status: { reading, problem } }: { status: Status }) {
  if (problem !== undefined)
    return (
      <Empty title="The sessions could not be read" isWhole>
        <p>{problem}</p>
      </Empty>
    );
  return (
    <Empty title="Reading your sessions" isWhole>
      <Progress reading={reading} />
    </Empty>
  );
}

/** Shown above the figures that are known so far. */
export function PartialNote({ status: { reading, projects } }: { status: Status }) {
  const sessions = projects.reduce((sum, project) => sum + project.sessions, 0);
  return (
    <section class="partial" aria-label="Still reading">
      <Progress reading={reading} />
      <p class="quiet">
        This page shows {pluralise(sessions, 'session')} so far.{' '}
        {reading?.mined ? 'Lessons appear as each project is done.' : 'Lessons follow in step 2.'}
      </p>
    </section>
  );
}

/** A bar, and the same numbers in words. */
function Progress({ reading }: { reading: Status['reading'] }) {
  const { done, total, text } = describeProgress(reading);
  return (
    <>
      <progress aria-label={text} {...(total > 0 ? { max: total, value: done } : {})} />
      <p class="quiet" role="status">
        {text}
      </p>
    </>
  );
}

/** An empty place, with the reason; the heading is that of the page if there is nothing else. */
export function Empty({
  title,
  isWhole,
  children,
}: {
  title: string;
  isWhole?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <section class="empty">
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <circle cx="32" cy="32" r="30" class="empty-ring" />
        <path d="M18 38c4-9 9-12 14-6s10 3 14-6" class="empty-line" />
      </svg>
      {isWhole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </section>
  );
}
