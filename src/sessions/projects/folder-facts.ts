import { baseName, isAbsolutePath, normalisePath, pathKey } from '../../shared/paths.ts';
import type { FolderTrace, SessionPlace } from './project.ts';
import { normaliseRemote, remoteKey, repositoryName } from './remotes.ts';

/** The facts about one folder in which sessions worked. */
export interface FolderFacts {
  key: string;
  /** The path as written in a log, normalised. */
  path: string;
  /** Sessions that were started exactly here. */
  starts: SessionPlace[];
  /** Branches of those sessions. */
  branches: Set<string>;
  /** Remotes by key, with everything seen of each here. */
  remotes: Map<string, SeenRemote>;
  /** Features that only clones of one repository share. */
  marks: Set<string>;
  /** The folder of the repository that this one is a worktree of; the folder itself if it is the main checkout. */
  worktreeOf?: string;
}

/** A remote of a folder, as seen in logs or on disk. */
export interface SeenRemote {
  remote: string;
  weight: number;
  /** Its names: `origin`, `upstream`. */
  names: Set<string>;
  /** False if a session named several, and nothing proves that this one is the folder's. */
  firm: boolean;
}

/** Returns every folder that the sessions name, by key. */
export function gatherFolders(sessions: readonly SessionPlace[]): Map<string, FolderFacts> {
  const folders = new Map<string, FolderFacts>();
  // A few folders are named thousands of times: each spelling is parsed once.
  const spelled = new Map<string, FolderFacts>();
  const touch = (path: string): FolderFacts => {
    const folder = spelled.get(path) ?? open(folders, path);
    spelled.set(path, folder);
    return folder;
  };
  for (const session of sessions) {
    const [start, ...others] = session.cwds.filter(isAbsolutePath);
    if (start !== undefined) addStart(touch(start), session);
    for (const cwd of others) touch(cwd);
    for (const trace of session.traces ?? []) if (isAbsolutePath(trace.folder)) addTrace(touch(trace.folder), trace);
  }
  return folders;
}

/** Records one sighting of a remote. */
export function seeRemote(
  remotes: Map<string, SeenRemote>,
  sighting: { remote: string; weight: number; name?: string | undefined; firm: boolean },
): void {
  const key = remoteKey(sighting.remote);
  const seen = remotes.get(key) ?? { remote: sighting.remote, weight: 0, names: new Set<string>(), firm: false };
  seen.weight += sighting.weight;
  seen.firm ||= sighting.firm;
  if (sighting.name !== undefined) seen.names.add(sighting.name);
  remotes.set(key, seen);
}

/**
 * Chooses the remote that identifies a folder: `origin` if that name was seen, else the one seen most often. A firm one takes
 * precedence over one that a session merely mentioned.
 */
export function choosePrimary(remotes: Iterable<SeenRemote>): SeenRemote | undefined {
  const rank = (seen: SeenRemote): number[] => [seen.names.has('origin') ? 1 : 0, seen.firm ? 1 : 0, seen.weight];
  let best: SeenRemote | undefined;
  for (const seen of remotes) {
    if (best === undefined || compare(rank(seen), rank(best)) > 0) best = seen;
  }
  return best;
}

function open(folders: Map<string, FolderFacts>, path: string): FolderFacts {
  const key = pathKey(path);
  let folder = folders.get(key);
  if (folder === undefined) {
    folder = { key, path: normalisePath(path), starts: [], branches: new Set(), remotes: new Map(), marks: new Set() };
    folders.set(key, folder);
  }
  return folder;
}

function addStart(folder: FolderFacts, session: SessionPlace): void {
  folder.starts.push(session);
  for (const branch of session.branches ?? []) if (branch !== '') folder.branches.add(branch);
  const remotes = [...new Set(session.remotes.flatMap((url) => normaliseRemote(url) ?? []))];
  for (const remote of remotes) {
    // A session that names several also looked at other repositories: then only the folder's own name makes one its own.
    const firm = remotes.length === 1 || repositoryName(remote).toLowerCase() === baseName(folder.path).toLowerCase();
    seeRemote(folder.remotes, { remote, weight: 1, firm });
  }
}

function addTrace(folder: FolderFacts, trace: FolderTrace): void {
  if (trace.kind === 'mark') folder.marks.add(trace.value);
  else if (trace.kind === 'worktree') folder.worktreeOf ??= trace.value;
  else seeRemote(folder.remotes, { remote: trace.value, weight: trace.weight, name: trace.name, firm: true });
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
