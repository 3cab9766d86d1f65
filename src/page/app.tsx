import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Done } from '../web/answers/changes.ts';
import { sendRequest } from './api.ts';
import { noticeOfError } from './describe-error.ts';
import { PageFrame } from './parts/frame.tsx';
import { Help } from './parts/help.tsx';
import { Toasts } from './parts/toasts.tsx';
import { Gate, StillReading } from './parts/waiting.tsx';
import { findPlace, type Place } from './places.tsx';
import { useRoute } from './route.ts';
import { type PageNotice, ShellContext, tellDone } from './shell.ts';
import { useStatus } from './status.ts';

/** The whole page. */
export function App() {
  const { status, problem, refresh } = useStatus();
  const [notices, setNotices] = useState<(PageNotice & { id: number })[]>([]);
  const route = useRoute();
  const drop = (id: number) => setNotices((before) => before.filter((each) => each.id !== id));
  const notify = useCallback((notice: PageNotice) => {
    const id = Date.now() + Math.random();
    setNotices((before) => [...before.slice(-2).map((each) => outdate(each, notice)), { ...notice, id }]);
    setTimeout(() => drop(id), notice.isError ? 12_000 : 8000);
  }, []);
  /** Sends a request that writes; the changed data is requested before the write is reported. */
  const write = useCallback(
    async (path: string, body: object) => {
      const done = await sendRequest<Done>(path, body);
      await refresh();
      return done;
    },
    [refresh],
  );
  const undo = async ({ id, written }: PageNotice & { id: number }) => {
    drop(id);
    if (!written) return;
    try {
      notify(tellDone(await write('/api/undo', written), written.project));
    } catch (error) {
      notify(noticeOfError(error));
    }
  };
  const place = findPlace(route.parts[0]);
  usePlace(place);
  if (!status) return <Gate error={problem} />;
  return (
    <ShellContext.Provider value={{ status, route, notify, write }}>
      <PageFrame problem={problem}>
        {status.ready ? place.view(route.parts) : <StillReading status={status} />}
      </PageFrame>
      <Toasts notices={notices} onUndo={status.readOnly ? undefined : undo} />
      <Help />
    </ShellContext.Provider>
  );
}

/** Titles the window after the view; scrolls a new view to its top, and focuses it if the focused element no longer exists. */
function usePlace({ name, title }: Place): void {
  const before = useRef(name);
  useEffect(() => {
    document.title = `${title} · hardwon`;
    if (before.current === name) return;
    before.current = name;
    const main = document.getElementById('main');
    main?.scrollTo(0, 0);
    scrollTo(0, 0);
    if (document.activeElement === document.body) main?.focus({ preventScroll: true });
  }, [name, title]);
}

/** Only the last write of a project can be undone: an older notice must not offer it. */
function outdate<T extends PageNotice>(notice: T, { written }: PageNotice): T {
  const { project } = notice.written ?? {};
  return project === undefined || project !== written?.project ? notice : { ...notice, written: { project } };
}
