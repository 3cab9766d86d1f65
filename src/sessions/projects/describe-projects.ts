import { baseName, isAbsolutePath, pathKey } from '../../shared/paths.ts';
import type { Checkout, Checkouts } from './checkouts.ts';
import type { GitDisk } from './git-folder.ts';
import type { Groups } from './groups.ts';
import { makeProjectId } from './identity.ts';
import type { Project, SessionPlace } from './project.ts';
import { isFolderRemote, ownerName, repositoryName } from './remotes.ts';

/** Returns the groups that have sessions, as projects; the one with the most sessions first. */
export function describeProjects(
  groups: Groups,
  checkouts: Checkouts,
  sessions: readonly SessionPlace[],
  disk: GitDisk,
): Project[] {
  const members = new Map<Checkout, SessionPlace[]>();
  for (const session of sessions) {
    const home = findHome(session, groups, checkouts);
    if (home !== undefined) members.set(home, [...(members.get(home) ?? []), session]);
  }
  const drafts = groups.list().flatMap((group) => {
    const own = group[0] === undefined ? undefined : members.get(groups.find(group[0]));
    return own === undefined ? [] : [draftProject(group, own, groups, disk)];
  });
  giveNames(drafts);
  return drafts
    .map(({ project }) => project)
    .sort((a, b) => b.sessions.length - a.sessions.length || (a.name < b.name ? -1 : 1));
}

/**
 * Returns the group of the folder in which a session was started. One that was started above its repositories belongs to the one
 * it entered.
 */
function findHome({ cwds }: SessionPlace, groups: Groups, checkouts: Checkouts): Checkout | undefined {
  const visited = cwds.filter(isAbsolutePath).map((cwd) => checkouts.at(cwd));
  const [start] = visited;
  if (start === undefined || !start.container) return start && groups.find(start);
  const inside = new Set(visited.filter((checkout) => !checkout.container).map((checkout) => groups.find(checkout)));
  const [only] = inside;
  return only !== undefined && inside.size === 1 ? only : groups.find(start);
}

interface Draft {
  project: Project;
  /** Longer names to choose from if the short one is taken. */
  names: string[];
}

function draftProject(
  group: readonly Checkout[],
  sessions: readonly SessionPlace[],
  groups: Groups,
  disk: GitDisk,
): Draft {
  const ordered = orderCheckouts(group, disk);
  const [root] = ordered;
  if (root === undefined) throw new Error('a project without a folder');
  const declared = ordered.flatMap((checkout) => [...checkout.declared]).find(({ name }) => name !== undefined)?.name;
  const remotes = listRemotes(ordered, groups);
  const [remote] = remotes;
  const names = [
    ...(declared === undefined ? [] : [declared]),
    remote === undefined ? baseName(root.path) || root.path : repositoryName(remote),
    remote === undefined
      ? root.path.split(/[\\/]/).slice(-2).join('/')
      : `${ownerName(remote)}/${repositoryName(remote)}`,
    remote ?? root.path,
  ];
  const key =
    declared === undefined
      ? remote === undefined
        ? `folder ${root.key}`
        : `remote ${remote.toLowerCase()}`
      : `name ${declared}`;
  const project: Project = {
    id: makeProjectId(names[0] ?? '', key),
    name: names[0] ?? '',
    root: root.path,
    folders: listFolders(ordered),
    remotes,
    exists: disk.exists(root.path),
    container: ordered.every((checkout) => checkout.container),
    sessions: [...sessions].sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0)).map(({ session }) => session),
  };
  return { project, names };
}

/** Orders checkouts by where to write first: a main checkout, on this machine, with the most sessions, the latest. */
function orderCheckouts(group: readonly Checkout[], disk: GitDisk): Checkout[] {
  const rank = (checkout: Checkout): number[] => {
    const sessions = checkout.folders.flatMap((folder) => folder.starts);
    return [
      checkout.container ? 0 : 1,
      checkout.git === undefined ? 0 : 1,
      disk.exists(checkout.path) ? 1 : 0,
      checkout.main === undefined && checkout.repository === undefined ? 1 : 0,
      sessions.length,
      Math.max(0, ...sessions.map((session) => session.endedAt ?? session.startedAt ?? 0)),
    ];
  };
  const ranked = group.map((checkout) => ({ checkout, rank: rank(checkout) }));
  ranked.sort((a, b) => {
    for (const [index, value] of b.rank.entries()) {
      const difference = value - (a.rank[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return a.checkout.key < b.checkout.key ? -1 : 1;
  });
  return ranked.map(({ checkout }) => checkout);
}

function listFolders(ordered: readonly Checkout[]): string[] {
  const folders = new Map<string, string>();
  const add = (path: string): void => {
    if (!folders.has(pathKey(path))) folders.set(pathKey(path), path);
  };
  for (const { path } of ordered) add(path);
  for (const { aliases, git } of ordered) for (const path of [...aliases, ...(git?.worktrees ?? [])]) add(path);
  return [...folders.values()];
}

function listRemotes(ordered: readonly Checkout[], groups: Groups): string[] {
  const primaries = ordered
    .flatMap((checkout) => groups.primaryOf(checkout) ?? [])
    .sort((a, b) => Number(b.firm) - Number(a.firm));
  const firm = ordered
    .flatMap(({ remotes }) => [...remotes.values()])
    .filter((seen) => seen.firm && seen.names.size > 0);
  const unique = new Map<string, string>();
  for (const remote of [...primaries, ...firm].map((seen) => seen.remote)) {
    if (!isFolderRemote(remote) && !unique.has(remote.toLowerCase())) unique.set(remote.toLowerCase(), remote);
  }
  return [...unique.values()];
}

/** Gives each project the shortest of its names that no other project could have. */
function giveNames(drafts: readonly Draft[]): void {
  const longest = Math.max(0, ...drafts.map(({ names }) => names.length));
  for (let length = 0; length < longest; length++) {
    const taken = new Map<string, Draft[]>();
    for (const draft of drafts) taken.set(draft.project.name, [...(taken.get(draft.project.name) ?? []), draft]);
    for (const same of taken.values()) if (same.length > 1) for (const draft of same) lengthen(draft);
  }
}

function lengthen(draft: Draft): void {
  const at = draft.names.indexOf(draft.project.name);
  draft.project.name = draft.names[at + 1] ?? draft.project.name;
}
