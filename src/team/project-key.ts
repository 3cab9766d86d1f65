import { createHash } from 'node:crypto';
import { isFolderRemote, normaliseRemote, remoteKey } from '../sessions/projects/remotes.ts';

/** Stands for facts about tools and machines, which join across projects. */
export const EVERYWHERE = '*';

/** Returns the name of a repository in the team's database: a hash of its address, equal for every clone. */
export function projectKeyOf({ remotes }: { remotes: readonly string[] }): string | undefined {
  const remote = remotes.find((each) => !isFolderRemote(each));
  return remote === undefined ? undefined : hashRemote(remote);
}

/** Returns the same for an address as a person writes it; undefined if it is not one. */
export function projectKeyOfUrl(url: string): string | undefined {
  const remote = normaliseRemote(url);
  return remote === undefined || isFolderRemote(remote) ? undefined : hashRemote(remote);
}

function hashRemote(remote: string): string {
  return createHash('sha256').update(remoteKey(remote)).digest('hex').slice(0, 32);
}
