import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Done } from '../web/answers/changes.ts';
import type { Status } from '../web/answers/status.ts';
import { ask, send } from './api.ts';
import { describeError } from './describe-error.ts';
import { Frame } from './parts/frame.tsx';
import { Help } from './parts/help.tsx';
import { Toasts } from './parts/toasts.tsx';
import { Gate, Reading } from './parts/waiting.tsx';
import { useRoute } from './route.ts';
import { type Notice, ShellContext } from './shell.ts';
import { Changes } from './views/changes.tsx';
import { Lessons } from './views/lessons.tsx';
import { Live } from './views/live.tsx';
import { Overview } from './views/overview.tsx';
import { Report } from './views/report.tsx';
import { Session } from './views/session.tsx';
import { Sessions } from './views/sessions.tsx';

/** The whole page. */
export function App() {
  const [status, setStatus] = useState<Status>();
  const [problem, setProblem] = useState<Error>();
  const [notices, setNotices] = useState<(Notice & { id: number })[]>([]);
  const route = useRoute();
  const refresh = useCallback(async () => {
    try {
      setStatus(await ask<Status>('/api/status'));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)));
    }
  }, []);
  useEffect(() => {
    void refresh();
    const events = new EventSource('/api/events');
    events.addEventListener('status', () => void refresh());
    // It tries again by itself; what is shown stays, and says that it is old.
    events.onerror = () => void refresh();
    return () => events.close();
  }, [refresh]);
  const notify = useCallback((notice: Notice) => {
    const id = Date.now() + Math.random();
    setNotices((before) => [...before.slice(-2), { ...notice, id }]);
    setTimeout(() => setNotices((before) => before.filter((each) => each.id !== id)), notice.isError ? 12_000 : 8000);
  }, []);
  const undo = async (project: string) => {
    try {
      const done = await send<Done>('/api/undo', { project });
      notify({ text: done.said });
    } catch (error) {
      notify(describeError(error));
    }
  };
  useEffect(() => {
    document.title = `${TITLES[route.parts[0] ?? ''] ?? 'Overview'} · hardwon`;
  }, [route]);
  if (!status) return <Gate error={problem} />;
  return (
    <ShellContext.Provider value={{ status, route, notify }}>
      <Frame isOffline={problem !== undefined}>
        {status.ready ? <View name={route.parts[0] ?? 'overview'} /> : <Reading status={status} />}
      </Frame>
      <Toasts notices={notices} onUndo={status.readOnly ? undefined : undo} />
      <Help />
    </ShellContext.Provider>
  );
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

function View({ name }: { name: string }) {
  switch (name) {
    case 'lessons':
      return <Lessons />;
    case 'sessions':
      return <Sessions />;
    case 'session':
      return <Session />;
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
