import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Status } from '../web/answers/status.ts';
import { ask } from './api.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** What is known of the server. */
export interface KnownStatus {
  /** The last that it told; it stays while the server does not answer. */
  status?: Status;
  /** Why it does not. */
  problem?: Error;
  /** Asks for it now. */
  refresh: () => Promise<void>;
}

/** A browser gives up on events after a refusal, as by a server with another key: this many milliseconds later they are asked for again. */
const AGAIN = 5000;

/** The status of the server, followed. */
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
          setKnown(({ status }) => ({ ...(status ? { status } : {}), problem }));
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
    // A browser has six connections to a server for all of its windows: one that nobody looks at gives its own back.
    const follow = () => {
      leave();
      if (document.hidden) return;
      void refresh();
      connect();
    };
    // Also where it was opened behind another window.
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

/** While a server that was started again reads everything, what the one before it told stays. */
function join(before: Status | undefined, { ready, reading, problem, readOnly, ...rest }: Status): Status {
  const now = { readOnly, ...(reading ? { reading } : {}), ...(problem === undefined ? {} : { problem }) };
  if (ready || !before?.ready) return { ...rest, ready, ...now };
  const { reading: _, problem: __, ...kept } = before;
  return { ...kept, ...now };
}
