import type { Packages } from './guard/refuse-advice.ts';

/** The current content of the project's folder. */
export interface Disk extends Packages {
  /** Whether the repository path exists; undefined if the project is not on this machine. */
  isThere(path: string): boolean | undefined;
}

/** The disk of a project that is not on this machine. */
export const noDisk: Disk = { isThere: () => undefined, declares: () => undefined };
