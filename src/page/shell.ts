import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Status } from '../web/answers/status.ts';
import type { Route } from './route.ts';

/** What every view knows. */
export interface Shell {
  status: Status;
  route: Route;
  /** Says something that was done, or what went wrong. With a project, what was written can be taken back. */
  notify(message: Notice): void;
}

export interface Notice {
  text: string;
  hint?: string;
  isError?: boolean;
  /** The project whose last write can be taken back. */
  undo?: string;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('a view stands outside of the page');
  return shell;
}
