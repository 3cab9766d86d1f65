/** One repository, with all folders in which it was worked on. */
export interface Project {
  /** Stable between runs: made from the configured name, else the remote, else the root. */
  id: string;
  /** Short and unique among the projects: `harbour`, or `owner/harbour` if there are two. */
  name: string;
  /** The folder to write to: the main checkout if one is known. */
  root: string;
  /** Every checkout, the root first: main checkout, worktrees, clones, on this machine and others. Sub-folders are not listed. */
  folders: string[];
  /** Its remotes as `host/owner/repo`, the one that identifies it first. */
  remotes: string[];
  /** Whether the root exists on this disk. */
  exists: boolean;
  /** Whether the folder contains repositories rather than being one, such as ~/projects: it owns itself, nothing below it. */
  container: boolean;
  /** Sessions started in it, oldest first. Each session belongs to one project. */
  sessions: string[];
}

/** The place of a session, as far as its log reveals it. */
export interface SessionPlace {
  agent: string;
  session: string;
  /** The working directories in order; the session was started in the first. */
  cwds: readonly string[];
  /** SHA-256 of the folder in which it was started, if the log has only that. */
  folderHash?: string;
  /** Remotes that the log shows for the start folder. */
  remotes: readonly string[];
  /** Branches named in the log; a session outside of repositories has none. */
  branches?: readonly string[];
  startedAt?: number;
  endedAt?: number;
  /** The traces that `collectTraces` found in the session's calls. */
  traces?: readonly FolderTrace[];
}

/** Evidence in a log that a folder belongs to a repository. */
export interface FolderTrace {
  /** The folder it is about: where the command actually ran, after `cd` and `git -C`. */
  folder: string;
  /**
   * `remote`: value is `host/owner/repo`. `worktree`: the folder is a worktree of the repository in the folder `value`. `mark`:
   * value is the same only in clones of one repository, such as a commit.
   */
  kind: 'remote' | 'worktree' | 'mark';
  value: string;
  /** The remote's name, if the log has it: `origin`. */
  name?: string;
  /** Number of sightings, times the weight of each. */
  weight: number;
}

/** Folders that a person declared to be one project. */
export interface DeclaredGroup {
  /** The project's name; absent for `--join`, where the folders name it. */
  name?: string;
  /** Globs as returned by `anchorGlob`. */
  globs: readonly string[];
}
