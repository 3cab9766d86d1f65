import type { Packages } from './guard/refuse-advice.ts';

/** What is in the project's folder right now. */
export interface Disk extends Packages {
  /** Whether the repository path exists; undefined where the project is not on this machine. */
  isThere(path: string): boolean | undefined;
}

/** The disk of a project that is not on this machine. */
export const noDisk: Disk = { isThere: () => undefined, declares: () => undefined };
