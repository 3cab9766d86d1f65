import { baseName, isAbsolutePath, parseLocation, pathKey } from '../../shared/paths.ts';
import type { Checkout, Checkouts } from './checkouts.ts';
import { homeOf, isShelfName } from './containers.ts';
import type { Groups } from './groups.ts';
import type { SessionPlace } from './project.ts';
import { isFolderRemote, ownerName, repositoryName } from './remotes.ts';

/** A single common commit can come from a template that both were made from. */
const SHARED_MARKS = 2;

/** Joins clones with the same remote, wherever they are. */
export function joinRemotes(groups: Groups, checkouts: Checkouts): void {
  const first = new Map<string, Checkout>();
  for (const checkout of checkouts.byKey.values()) {
    const primary = groups.primaryOf(checkout);
    if (primary !== undefined) {
      const known = first.get(primary.key);
      if (known === undefined) first.set(primary.key, checkout);
      else groups.join(known, checkout);
    }
    // A clone of a folder belongs to the repository in that folder.
    for (const { remote } of checkout.remotes.values()) {
      const source = isFolderRemote(remote) ? checkouts.byKey.get(remote.slice('file:'.length)) : undefined;
      if (source !== undefined) groups.join(source, checkout);
    }
  }
}

/** Joins folders whose logs show the same commits or the same Go packages, those with the most in common first. */
export function joinMarks(groups: Groups, checkouts: Checkouts): void {
  const owners = new Map<string, Set<Checkout>>();
  for (const checkout of checkouts.byKey.values()) {
    for (const mark of checkout.folders.flatMap((folder) => [...folder.marks])) {
      const set = owners.get(mark) ?? new Set();
      owners.set(mark, set.add(groups.find(checkout)));
    }
  }
  joinPairs(groups, owners.values(), SHARED_MARKS);
}

/**
 * Joins folders of sessions that continue in another folder. In another home folder, the session was resumed on another machine:
 * both folders, if they have the same name, are the same repository. In the same home folder it is a `cd` and proves nothing,
 * unless the folder has the name of the session's branch: a worktree.
 */
export function joinResumed(groups: Groups, checkouts: Checkouts, sessions: readonly SessionPlace[]): void {
  for (const { cwds, branches = [] } of sessions) {
    if (cwds.length < 2) continue;
    const [start, ...others] = cwds.filter(isAbsolutePath);
    const home = start === undefined ? undefined : homeKey(start);
    if (start === undefined || home === undefined) continue;
    const from = checkouts.at(start);
    for (const to of others.map((cwd) => checkouts.at(cwd))) {
      if (to === from || from.container || to.container) continue;
      const elsewhere = homeKey(to.path);
      const isWorktree = branches.some((branch) => isTelling(branch) && isCalled(to, branch));
      if (isWorktree || (elsewhere !== undefined && elsewhere !== home && sameName(from, to))) groups.join(from, to);
    }
  }
}

/** Joins a folder `…/owner/repo` without a remote of its own to the only known `host/owner/repo`, as a clone of it. */
export function joinOwnerFolders(groups: Groups, checkouts: Checkouts): void {
  const known = new Map<string, Checkout | undefined>();
  for (const checkout of checkouts.byKey.values()) {
    const primary = groups.primaryOf(checkout);
    if (primary === undefined || !primary.firm || isShelfName(ownerName(primary.remote))) continue;
    const name = `${ownerName(primary.remote)}/${repositoryName(primary.remote)}`.toLowerCase();
    const other = known.get(name);
    // If two hosts have the same owner and name, neither is chosen.
    known.set(
      name,
      known.has(name) && (other === undefined || groups.find(other) !== groups.find(checkout)) ? undefined : checkout,
    );
  }
  for (const checkout of checkouts.byKey.values()) {
    if (checkout.git !== undefined || groups.primaryOf(checkout)?.firm || checkout.main !== undefined) continue;
    const clone = known.get(parseLocation(checkout.path).segments.slice(-2).join('/').toLowerCase());
    if (clone !== undefined) groups.join(clone, checkout);
  }
}

/** Joins worktrees whose path reveals only the repository's name to the only repository of that name in the same home folder. */
export function joinNamedWorktrees(groups: Groups, checkouts: Checkouts): void {
  const all = [...checkouts.byKey.values()];
  for (const worktree of all) {
    const name = worktree.repository?.toLowerCase();
    if (name === undefined) continue;
    const home = homeKey(worktree.path);
    const near = all.filter(
      (other) => other.repository === undefined && !other.container && homeKey(other.path) === home,
    );
    const exact = near.filter((other) => baseName(other.path).toLowerCase() === name);
    // For worktrees/harbour-fix beside harbour, choose the longest name that is a prefix of it.
    const begun = near.filter(
      (other) => name.startsWith(`${baseName(other.path).toLowerCase()}-`) && isBeside(other, worktree),
    );
    const longest = begun.sort((a, b) => baseName(b.path).length - baseName(a.path).length).slice(0, 1);
    const candidates = new Set((exact.length > 0 ? exact : longest).map((other) => groups.find(other)));
    const [only] = candidates;
    if (only !== undefined && candidates.size === 1) groups.join(only, worktree);
    else if (candidates.size === 0) {
      const twin = all.find((other) => other.repository?.toLowerCase() === name && homeKey(other.path) === home);
      if (twin !== undefined && twin !== worktree) groups.join(twin, worktree);
    }
  }
}

/** Joins folders of the same name whose sessions worked on the same branches, if nobody would choose those names twice. */
export function joinBranches(groups: Groups, checkouts: Checkouts): void {
  const owners = new Map<string, Set<Checkout>>();
  for (const checkout of checkouts.byKey.values()) {
    for (const branch of checkout.folders.flatMap((folder) => [...folder.branches])) {
      if (!isTelling(branch)) continue;
      const key = `${baseName(checkout.path).toLowerCase()}\n${branch}`;
      const set = owners.get(key) ?? new Set();
      owners.set(key, set.add(groups.find(checkout)));
    }
  }
  joinPairs(groups, owners.values(), SHARED_MARKS);
}

/** Whether the name of a branch is distinctive: bots and releases use the same names everywhere. */
function isTelling(branch: string): boolean {
  return (
    branch.length >= 12 &&
    branch.split(/[-_/]/).length >= 3 &&
    !/^(?:dependabot|renovate|release|hotfix|snyk|revert|pr|gh-pages)\b/i.test(branch)
  );
}

/** Joins checkouts that occur together in at least that many of the sets, the strongest pair first. */
function joinPairs(groups: Groups, sets: Iterable<ReadonlySet<Checkout>>, least: number): void {
  const numbers = new Map<Checkout, number>();
  const pairs = new Map<string, { a: Checkout; b: Checkout; count: number }>();
  for (const set of sets) {
    // A feature of so many checkouts proves nothing; and the number of pairs grows quadratically.
    if (set.size < 2 || set.size > 50) continue;
    for (const checkout of set) if (!numbers.has(checkout)) numbers.set(checkout, numbers.size);
    const list = [...set].sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
    for (const [index, a] of list.entries()) {
      for (const b of list.slice(index + 1)) {
        const key = `${numbers.get(a)} ${numbers.get(b)}`;
        const pair = pairs.get(key) ?? { a, b, count: 0 };
        pair.count++;
        pairs.set(key, pair);
      }
    }
  }
  const strongest = [...pairs.values()].sort((x, y) => y.count - x.count);
  for (const { a, b, count } of strongest) if (count >= least) groups.join(a, b);
}

function isCalled(checkout: Checkout, branch: string): boolean {
  const parts = branch.split('/');
  return parseLocation(checkout.path).segments.slice(-parts.length).join('/') === branch;
}

function sameName(a: Checkout, b: Checkout): boolean {
  return baseName(a.path).toLowerCase() === baseName(b.path).toLowerCase();
}

function isBeside(repository: Checkout, worktree: Checkout): boolean {
  const folder = (checkout: Checkout, up: number): string =>
    parseLocation(checkout.path).segments.slice(0, -up).join('/');
  return folder(repository, 1) === folder(worktree, 2);
}

function homeKey(path: string): string | undefined {
  const home = homeOf(path);
  return home === undefined ? undefined : pathKey(home);
}
