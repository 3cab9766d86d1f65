import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Status } from '../web/answers/status.ts';
import { ask } from './api.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** The known state of the server. */
export interface KnownStatus {
  /** Its last status; kept while the server does not respond. */
  status?: Status;
  /** The reason why it does not respond. */
  problem?: Error;
  /** Requests the status now. */
  refresh: () => Promise<void>;
}

/**
 * A browser stops listening for events after a refusal, for example by a server with a different token: the delay before trying
 * again, in milliseconds.
 */
const AGAIN = 5000;

/** Returns the current status of the server. */
export function useStatus(): KnownStatus {
  const [known, setKnown] = useState<Omit<KnownStatus, 'refresh'>>({});
  const refresh = useMemo(
    () =>
      oneAtATime(async () => {
        try {
          const answer = await ask<Status>('/api/status');
          setKnown(({ status }) => ({ status: join(status, answer) }));
        } catch (error) {
          const problem = error instanceof Error ? error : new Error(String(error));
          setKnown(({ status }) => ({ status, problem }));
        }
      }),
    [],
  );
  useEffect(() => {
    let events: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      events?.close();
      clearTimeout(timer);
    };
    const connect = () => {
      const own = new EventSource('/api/events');
      events = own;
      own.addEventListener('status', () => void refresh());
      own.onerror = () => {
        void refresh();
        if (own.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN);
      };
    };
    // A browser has six connections to a server for all of its windows: a hidden window gives its own back.
    const follow = () => {
      leave();
      if (document.hidden) return;
      void refresh();
      connect();
    };
    // Also when it was opened behind another window.
    void refresh();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      leave();
    };
  }, [refresh]);
  return { ...known, refresh };
}

/** While a restarted server reads everything, the status of the previous one is kept. */
function join(before: Status | undefined, answer: Status): Status {
  const { ready, reading, problem, readOnly, ...rest } = answer;
  const isWhole = ready && !answer.partial;
  const now = { readOnly, reading, problem };
  if (isWhole || !before?.ready || before.partial) return { ...rest, ready, ...now };
  const { reading: _, problem: __, ...kept } = before;
  return { ...kept, ...now };
}
