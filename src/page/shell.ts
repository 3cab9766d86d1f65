import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { Done } from '../web/answers/changes.ts';
import type { Status } from '../web/answers/status.ts';
import { noticeOfError } from './describe-error.ts';
import type { Route } from './route.ts';

/** The data and actions available to every view. */
export interface Shell {
  status: Status;
  route: Route;
  /** Reports an action or an error. */
  notify(message: PageNotice): void;
  /** Sends a request that writes; resolves when the status reflects it. */
  write(path: string, body: object): Promise<Done>;
}

export interface PageNotice {
  text: string;
  hint?: string;
  isError?: boolean;
  /** The project that was changed, and the number of the write: it can be undone as long as it is the last one of the project. */
  written?: { project: string; write?: number };
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('a view stands outside of the page');
  return shell;
}

/** Runs work, and returns whether it runs, and why the last one failed. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageNotice>();
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(noticeOfError(error)));
    setBusy(false);
  };
  return { isBusy, problem, setProblem, attempt };
}

/** Returns the outcome of a change as a notice. */
export function tellDone({ said, write }: Done, project: string): PageNotice {
  return { text: said, written: { project, write } };
}
