import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Done } from '../web/answers/changes.ts';
import { send } from './api.ts';
import { describeError } from './describe-error.ts';
import { Frame } from './parts/frame.tsx';
import { Help } from './parts/help.tsx';
import { Toasts } from './parts/toasts.tsx';
import { Gate, Reading } from './parts/waiting.tsx';
import { useRoute } from './route.ts';
import { type Notice, ShellContext, tellDone } from './shell.ts';
import { useStatus } from './status.ts';
import { Changes } from './views/changes.tsx';
import { Lessons } from './views/lessons.tsx';
import { Live } from './views/live.tsx';
import { Overview } from './views/overview.tsx';
import { Report } from './views/report.tsx';
import { Session } from './views/session.tsx';
import { Sessions } from './views/sessions.tsx';

/** The whole page. */
export function App() {
  const { status, problem, refresh } = useStatus();
  const [notices, setNotices] = useState<(Notice & { id: number })[]>([]);
  const route = useRoute();
  const drop = (id: number) => setNotices((before) => before.filter((each) => each.id !== id));
  const notify = useCallback((notice: Notice) => {
    const id = Date.now() + Math.random();
    setNotices((before) => [...before.slice(-2).map((each) => outdate(each, notice)), { ...notice, id }]);
    setTimeout(() => drop(id), notice.isError ? 12_000 : 8000);
  }, []);
  /** Does something that writes; what it changed is asked for before it is told. */
  const write = useCallback(
    async (path: string, body: object) => {
      const done = await send<Done>(path, body);
      await refresh();
      return done;
    },
    [refresh],
  );
  const undo = async ({ id, written }: Notice & { id: number }) => {
    drop(id);
    if (!written) return;
    try {
      notify(tellDone(await write('/api/undo', written), written.project));
    } catch (error) {
      notify(describeError(error));
    }
  };
  const view = route.parts[0] ?? 'overview';
  useView(view);
  if (!status) return <Gate error={problem} />;
  return (
    <ShellContext.Provider value={{ status, route, notify, write }}>
      <Frame problem={problem}>{status.ready ? <View name={view} parts={route.parts} /> : <Reading status={status} />}</Frame>
      <Toasts notices={notices} onUndo={status.readOnly ? undefined : undo} />
      <Help />
    </ShellContext.Provider>
  );
}

/** The name of the window is that of the view; a new one begins at its top, and has the focus where what had it is gone. */
function useView(view: string): void {
  const before = useRef(view);
  useEffect(() => {
    document.title = `${TITLES[view] ?? 'Overview'} · hardwon`;
    if (before.current === view) return;
    before.current = view;
    const main = document.getElementById('main');
    main?.scrollTo(0, 0);
    scrollTo(0, 0);
    if (document.activeElement === document.body) main?.focus({ preventScroll: true });
  }, [view]);
}

/** Only the last write of a project can be taken back: an older notice must not offer to. */
function outdate<T extends Notice>(notice: T, { written }: Notice): T {
  const { project } = notice.written ?? {};
  return project === undefined || project !== written?.project ? notice : { ...notice, written: { project } };
}

const TITLES: Readonly<Record<string, string>> = {
  overview: 'Overview',
  lessons: 'Lessons',
  sessions: 'Sessions',
  session: 'Session',
  live: 'Live',
  report: 'Report a failure',
  changes: 'Changes',
};

function View({ name, parts }: { name: string; parts: readonly string[] }) {
  switch (name) {
    case 'lessons':
      return <Lessons />;
    case 'sessions':
      return <Sessions />;
    case 'session':
      return <Session key={parts.join('/')} />;
    case 'live':
      return <Live />;
    case 'report':
      return <Report />;
    case 'changes':
      return <Changes />;
    default:
      return <Overview />;
  }
}
