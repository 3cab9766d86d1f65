import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Done } from '../web/answers/changes.ts';
import type { Status } from '../web/answers/status.ts';
import type { Route } from './route.ts';

/** What every view knows. */
export interface Shell {
  status: Status;
  route: Route;
  /** Says something that was done, or what went wrong. */
  notify(message: PageNotice): void;
  /** Asks the server to write something; done when the status tells of it. */
  write(path: string, body: object): Promise<Done>;
}

export interface PageNotice {
  text: string;
  hint?: string;
  isError?: boolean;
  /** Whose files were changed, and by which write: it can be taken back as long as it is the last one of the project. */
  written?: { project: string; write?: number };
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('a view stands outside of the page');
  return shell;
}

/** What a change came to, as a notice. */
export function tellDone({ said, write }: Done, project: string): PageNotice {
  return { text: said, written: { project, ...(write === undefined ? {} : { write }) } };
}
