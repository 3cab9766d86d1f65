import { baseName } from '../../shared/paths.ts';
import { isContainerPath, isSharedFolder } from './containers.ts';
import { choosePrimary, type FolderFacts } from './folder-facts.ts';
import type { GitDisk } from './git-folder.ts';
import { remoteKey, repositoryName } from './remotes.ts';

/** Answers which folder contains which, from the facts in logs. */
export class FolderTree {
  private readonly folders: ReadonlyMap<string, FolderFacts>;
  private readonly disk: GitDisk;
  /** The repositories seen below each folder. */
  private readonly below = new Map<string, { remotes: Set<string>; onDisk: boolean }>();
  private readonly containers = new Map<string, boolean>();

  constructor(folders: ReadonlyMap<string, FolderFacts>, disk: GitDisk) {
    this.folders = folders;
    this.disk = disk;
    for (const folder of folders.values()) this.reportUpwards(folder);
  }

  /**
   * Returns the repository that contains a folder; the folder itself if there is none above it.
   *
   * This is the deepest parent that is a repository: one whose remote is known, or whose worktrees were listed, or in which
   * another session was started, unless that folder contains repositories rather than being one.
   */
  findRepository(folder: FolderFacts): FolderFacts {
    for (const above of this.listAbove(folder)) if (this.owns(above, folder)) return above;
    return folder;
  }

  /** Whether a folder contains repositories: judged by its place and name, or because different ones were seen below it. */
  isContainer(folder: FolderFacts): boolean {
    let known = this.containers.get(folder.key);
    if (known === undefined) {
      known = this.decideContainer(folder);
      this.containers.set(folder.key, known);
    }
    return known;
  }

  private decideContainer(folder: FolderFacts): boolean {
    if (isSharedFolder(folder.path)) return true;
    if (
      ownRemote(folder) !== undefined ||
      folder.worktreeOf !== undefined ||
      this.disk.findGit(folder.path) !== undefined
    )
      return false;
    if (isContainerPath(folder.path)) return true;
    const below = this.below.get(folder.key);
    if (below === undefined) return false;
    return below.remotes.size > 1 || (below.onDisk && this.disk.exists(folder.path));
  }

  private owns(above: FolderFacts, folder: FolderFacts): boolean {
    const own = ownRemote(folder);
    const remote = ownRemote(above);
    const isKnown = remote !== undefined || above.worktreeOf !== undefined;
    if (!isKnown && above.starts.length === 0) return false;
    if (this.isContainer(above)) return false;
    if (own === undefined) return isKnown || !isRepositoryInPlainFolder(folder, above);
    if (own === remote) return true;
    // A remote that was seen only from the sub-folder belongs to the repository if it has its name.
    return remote === undefined && repositoryName(own) === baseName(above.path).toLowerCase();
  }

  private *listAbove(folder: FolderFacts): Iterable<FolderFacts> {
    for (let end = folder.key.lastIndexOf('/'); end > 0; end = folder.key.lastIndexOf('/', end - 1)) {
      const above = this.folders.get(folder.key.slice(0, end));
      if (above !== undefined) yield above;
    }
  }

  private reportUpwards(folder: FolderFacts): void {
    const remote = ownRemote(folder);
    const onDisk = this.disk.findGit(folder.path) !== undefined;
    if (remote === undefined && !onDisk) return;
    for (const above of this.listAbove(folder)) {
      const seen = this.below.get(above.key) ?? { remotes: new Set<string>(), onDisk: false };
      if (remote !== undefined) seen.remotes.add(remote);
      seen.onDisk ||= onDisk;
      this.below.set(above.key, seen);
    }
  }
}

/**
 * Whether sessions in the inner folder name a branch, but those of the same agent in the outer one never do: the outer one is
 * then not a repository.
 */
function isRepositoryInPlainFolder(inner: FolderFacts, outer: FolderFacts): boolean {
  if (outer.branches.size > 0) return false;
  const silent = new Set(outer.starts.map((session) => session.agent));
  return inner.starts.some(
    (session) => silent.has(session.agent) && (session.branches ?? []).some((branch) => branch !== ''),
  );
}

function ownRemote(folder: FolderFacts): string | undefined {
  const primary = choosePrimary([...folder.remotes.values()].filter((seen) => seen.firm));
  return primary === undefined ? undefined : remoteKey(primary.remote);
}
