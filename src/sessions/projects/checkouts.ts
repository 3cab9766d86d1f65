import { contains, cutPath, normalisePath, parseLocation, pathKey, relativeTo } from '../../shared/paths.ts';
import type { DeclaredMatch, DeclaredMatcher } from './declared.ts';
import { type FolderFacts, type SeenRemote, seeRemote } from './folder-facts.ts';
import type { GitDisk, GitFolder } from './git-folder.ts';
import type { DeclaredGroup } from './project.ts';
import { remoteKey } from './remotes.ts';
import { FolderTree } from './sub-folders.ts';
import { matchWorktree } from './worktree-paths.ts';

/** The disk is the present, logs are the past: git's configuration outweighs every sighting in logs. */
const DISK_WEIGHT = 1_000_000;

/** The top folder of one copy of a repository: a main checkout, a clone or a worktree. */
export interface Checkout {
  key: string;
  path: string;
  /** Other names of the same folder, through symbolic links. */
  aliases: Set<string>;
  /** The main checkout, if this one is a worktree of it. */
  main?: Checkout;
  /** The repository's name, if the path of a worktree reveals only that. */
  repository?: string;
  /** The folders in it in which sessions worked. */
  folders: FolderFacts[];
  remotes: Map<string, SeenRemote>;
  declared: Set<DeclaredGroup>;
  /** Its state on disk, if it is a repository there. */
  git?: GitFolder;
  /** Whether it contains repositories rather than being one. */
  container: boolean;
}

/** Finds the checkout of every folder. */
export class Checkouts {
  readonly byKey = new Map<string, Checkout>();
  private readonly asked = new Map<string, Checkout>();
  private readonly ofFolder = new Map<string, Checkout>();
  private readonly folders: ReadonlyMap<string, FolderFacts>;
  private readonly disk: GitDisk;
  private readonly declared: DeclaredMatcher;
  private readonly tree: FolderTree;
  private readonly branches = new Set<string>();

  constructor(folders: ReadonlyMap<string, FolderFacts>, disk: GitDisk, declared: DeclaredMatcher) {
    this.folders = folders;
    this.disk = disk;
    this.declared = declared;
    this.tree = new FolderTree(folders, disk);
    for (const folder of folders.values()) for (const branch of folder.branches) this.branches.add(branch);
    for (const folder of folders.values()) this.assign(folder);
  }

  /** Returns the checkout that contains a folder; creates one if no session worked in it. */
  at(path: string): Checkout {
    const asked = this.asked.get(path);
    if (asked !== undefined) return asked;
    const key = pathKey(path);
    const checkout =
      this.ofFolder.get(key) ??
      this.byKey.get(key) ??
      this.open(this.locate(this.folders.get(key) ?? emptyFacts(path)));
    // While folders are still being assigned, the answer can change.
    if (this.ofFolder.size === this.folders.size) this.asked.set(path, checkout);
    return checkout;
  }

  private assign(folder: FolderFacts): void {
    const matches = this.declared.match(folder.path);
    const checkout = this.open(chooseRoot(this.locate(folder), folder, matches));
    for (const { group } of matches) checkout.declared.add(group);
    checkout.folders.push(folder);
    for (const seen of folder.remotes.values()) {
      seeRemote(checkout.remotes, { ...seen, name: undefined });
      for (const name of seen.names)
        seeRemote(checkout.remotes, { remote: seen.remote, weight: 0, name, firm: seen.firm });
    }
    this.addAlias(checkout, folder);
    this.ofFolder.set(folder.key, checkout);
  }

  private open(located: Located): Checkout {
    const key = pathKey(located.path);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const facts = this.folders.get(key);
    const checkout: Checkout = {
      key,
      path: normalisePath(located.path),
      aliases: new Set(),
      folders: [],
      remotes: new Map(),
      declared: new Set(),
      container: located.git === undefined && facts !== undefined && this.tree.isContainer(facts),
    };
    this.byKey.set(key, checkout);
    if (located.repository !== undefined) checkout.repository = located.repository;
    if (located.git !== undefined) {
      checkout.git = located.git;
      for (const [name, remote] of located.git.remotes)
        seeRemote(checkout.remotes, { remote, weight: DISK_WEIGHT, name, firm: true });
    }
    if (located.main !== undefined) {
      const main = this.at(located.main);
      if (main !== checkout) checkout.main = main;
    }
    return checkout;
  }

  /** Uses the disk first, then the path, then the facts from other sessions. */
  private locate(folder: FolderFacts): Located {
    const worktree = this.findWorktree(folder.path);
    const git = this.findGit(folder);
    if (git !== undefined && (worktree === undefined || contains(worktree.path, git.top))) {
      const main = git.former ?? git.main;
      return { path: git.top, git, main: main === git.top ? undefined : main };
    }
    if (worktree !== undefined) return git === undefined ? worktree : { ...worktree, main: git.former ?? git.main };
    if (folder.worktreeOf !== undefined) return { path: folder.path, main: folder.worktreeOf };
    const above = this.tree.findRepository(folder);
    return above === folder ? { path: folder.path } : this.locate(above);
  }

  /**
   * Returns the repository of a folder. A folder that no longer exists and had a remote of its own was a clone inside the
   * repository that is still there, so it has none.
   */
  private findGit(folder: FolderFacts): GitFolder | undefined {
    const git = this.disk.findGit(folder.path);
    if (git === undefined || folder.remotes.size === 0 || git.remotes.size === 0 || this.disk.exists(folder.path))
      return git;
    const configured = new Set([...git.remotes.values()].map(remoteKey));
    const firm = [...folder.remotes].filter(([, seen]) => seen.firm);
    return firm.length > 0 && firm.every(([key]) => !configured.has(key)) ? undefined : git;
  }

  private findWorktree(path: string): Located | undefined {
    const found = matchWorktree(path);
    if (found === undefined) return undefined;
    const { segments } = parseLocation(path);
    const depth = parseLocation(found.root).segments.length;
    const root = cutPath(path, found.open ? this.settleDepth(path, segments, depth) : depth);
    return {
      path: root,
      main: found.main,
      repository: found.name,
    };
  }

  /** Finds the depth of an open worktree: where git reported one, a branch has the name of the path, or a session was started. */
  private settleDepth(path: string, segments: readonly string[], least: number): number {
    const steps = Array.from({ length: segments.length - least + 1 }, (_, index) => least + index);
    const key = pathKey(path).split('/');
    const facts = steps.map((depth) => this.folders.get(key.slice(0, key.length - segments.length + depth).join('/')));
    const factsAt = (depth: number): FolderFacts | undefined => facts[depth - least];
    return (
      steps.find((depth) => factsAt(depth)?.worktreeOf !== undefined) ??
      steps.findLast((depth) => this.branches.has(segments.slice(least - 1, depth).join('/'))) ??
      steps.find((depth) => (factsAt(depth)?.starts.length ?? 0) > 0) ??
      least
    );
  }

  private addAlias(checkout: Checkout, folder: FolderFacts): void {
    if (checkout.git === undefined || contains(checkout.path, folder.path)) return;
    const inside = relativeTo(checkout.path, this.disk.real(folder.path));
    if (inside === undefined) return;
    const depth = parseLocation(folder.path).segments.length - (inside === '.' ? 0 : inside.split('/').length);
    const alias = cutPath(folder.path, depth);
    if (pathKey(this.disk.real(alias)) === checkout.key) checkout.aliases.add(alias);
  }
}

interface Located {
  path: string;
  main?: string;
  repository?: string;
  git?: GitFolder;
}

/** A declaration by a person takes precedence over evidence. */
function chooseRoot(located: Located, folder: FolderFacts, matches: readonly DeclaredMatch[]): Located {
  // A glob below the repository's top splits it: that folder is then a project of its own.
  const split = matches.find(({ top }) => !contains(top, located.path));
  if (split !== undefined) return { path: split.top };
  // Nothing is known about a folder below the named one.
  const named = matches.find((match) => match.named !== undefined)?.named;
  const isUnknown = located.git === undefined && located.main === undefined && pathKey(located.path) === folder.key;
  return named !== undefined && isUnknown ? { path: named } : located;
}

function emptyFacts(path: string): FolderFacts {
  return {
    key: pathKey(path),
    path: normalisePath(path),
    starts: [],
    branches: new Set(),
    remotes: new Map(),
    marks: new Set(),
  };
}
