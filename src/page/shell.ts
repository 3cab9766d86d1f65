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
  notify(message: Notice): void;
  /** Asks the server to write something; done when the status tells of it. */
  write(path: string, body: object): Promise<Done>;
}

export interface Notice {
  text: string;
  hint?: string;
  isError?: boolean;
  /** What can be taken back: a write of a project, as long as it is the last one. */
  undo?: { project: string; write: number };
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('a view stands outside of the page');
  return shell;
}

/** What was written can be taken back, where anything was. */
export function undoOf({ write }: Done, project: string): Pick<Notice, 'undo'> {
  return write === undefined ? {} : { undo: { project, write } };
}
