/** One repository, with all the folders in which it was worked on. */
export interface Project {
  /** Stable from run to run: made from the configured name, else the remote, else the root. */
  id: string;
  /** Short and unique among the projects: `harbour`, or `owner/harbour` where there are two. */
  name: string;
  /** The folder to write to: the main checkout where one is known. */
  root: string;
  /** Every checkout, the root first: main checkout, worktrees, clones, on this machine and others. Sub-folders are not listed. */
  folders: string[];
  /** Its remotes as `host/owner/repo`, the one it is known by first. */
  remotes: string[];
  /** True where the root is on this disk. */
  exists: boolean;
  /** True for a folder that holds repositories rather than being one, such as ~/projects: it owns itself, nothing below it. */
  container: boolean;
  /** Sessions that were started in it, oldest first. Each session belongs to one project. */
  sessions: string[];
}

/** Where a session took place, as far as its log tells. */
export interface SessionPlace {
  agent: string;
  session: string;
  /** The working directories in order; the first is where it was started. */
  cwds: readonly string[];
  /** SHA-256 of the folder it was started in, where the log has no more. */
  folderHash?: string;
  /** Remotes that the log shows for the start folder. */
  remotes: readonly string[];
  /** Branches the log names; a session in no repository has none. */
  branches?: readonly string[];
  startedAt?: number;
  endedAt?: number;
  /** What `collectTraces` found in the session's calls. */
  traces?: readonly FolderTrace[];
}

/** A sign in a log of which repository a folder belongs to. */
export interface FolderTrace {
  /** The folder it is about: where the command really ran, after `cd` and `git -C`. */
  folder: string;
  /**
   * `remote`: value is `host/owner/repo`. `worktree`: the folder is a worktree of the repository in the folder `value`. `mark`: value
   * is equal in clones of one repository only, such as a commit.
   */
  kind: 'remote' | 'worktree' | 'mark';
  value: string;
  /** The remote's name where the log tells it: `origin`. */
  name?: string;
  /** How often it was seen, times how much each sighting says. */
  weight: number;
}

/** Folders that a person declared to be one project. */
export interface DeclaredGroup {
  /** The project's name; absent for `--join`, where the folders name it. */
  name?: string;
  /** Globs as `anchorGlob` makes them. */
  globs: readonly string[];
}
