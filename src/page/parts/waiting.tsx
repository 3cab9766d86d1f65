import type { ComponentChildren } from 'preact';
import type { Status } from '../../web/answers/status.ts';
import { isLocked } from '../describe-error.ts';
import { count } from '../words.ts';

/** Shown before anything is known: a wrong token, a server that is gone, or a short wait. */
export function Gate({ error }: { error: Error | undefined }) {
  if (!error) return <main class="gate" aria-busy="true" />;
  const needsKey = isLocked(error);
  return (
    <main class="gate">
      <div class="card gate-card">
        <h1>{needsKey ? 'This page needs its key' : 'The server does not answer'}</h1>
        <p>
          {needsKey ? (
            <>
              Open the link that <code>hardwon ui</code> printed in the terminal. Each start makes a new one.
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
  const share = reading && shareOf(reading);
  return (
    <Empty title="Reading your sessions" isWhole>
      <progress
        aria-label={reading?.mined ? 'Projects that were gone through' : 'Logs that are read'}
        {...(share === undefined ? {} : { value: share })}
      />
      <p class="quiet" role="status">
        {tellProgress(reading)}
      </p>
    </Empty>
  );
}

/** Returns the progress of one bar for both steps: with many calls, reading them takes about as long as mining them. */
function shareOf({ done, total, mined }: NonNullable<Status['reading']>): number | undefined {
  if (mined) return 0.5 + mined.done / Math.max(1, mined.total) / 2;
  return total > 0 ? done / total / 2 : undefined;
}

function tellProgress(reading: Status['reading']): string {
  if (!reading) return 'Looking for logs';
  const { mined } = reading;
  if (mined) return `Looking for what failed, and what fixed it: project ${count(mined.done + 1)} of ${count(mined.total)}`;
  return `${count(Math.floor(reading.done / 1e6))} of ${count(Math.ceil(reading.total / 1e6))} MB`;
}

/** An empty place, with the reason; the heading is that of the page if there is nothing else. */
export function Empty({ title, isWhole, children }: { title: string; isWhole?: boolean; children?: ComponentChildren }) {
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
