import type { Claim } from '../failures/recovery/claim.ts';
import { outputFolder } from './build-output.ts';
import type { ClaimGroup } from './claim-group.ts';
import type { Disk } from './disk.ts';
import type { Draft } from './draft.ts';
import { readAdvice } from './guard/read-advice.ts';
import type { History } from './history.ts';

/** The disk, with what the log saw last. */
export interface LastSeen extends Disk {
  /** Whether a path is not on the disk, or the disk cannot be asked and the log saw it missing or removed last. */
  isGone(path: string): boolean;
  /** The second alone: a command may name a path of the folder that it is run in. */
  wasGoneLast(path: string): boolean;
}

/** Looks at the disk, and into the log: a path that was missed or removed, and that nothing worked on since, is gone. */
export function lookWithLog(disk: Disk, claims: readonly Claim[], history: History): LastSeen {
  const missed = lastMissed(claims);
  const wasGoneLast = (path: string) => disk.isThere(path) !== true && isGoneInLog(path, missed, history);
  return {
    wasGoneLast,
    isGone: (path) => disk.isThere(path) === false || wasGoneLast(path),
    isThere: (path) => disk.isThere(path),
    declares: (wanted) => disk.declares(wanted),
  };
}

/** Whether a lesson recommends a path, or a command with one, that the log saw missing or removed last. */
export function namesGone(
  { guidance, against = [] }: Draft,
  { claims }: ClaimGroup,
  { wasGoneLast }: Pick<LastSeen, 'wasGoneLast'>,
): boolean {
  const names = readAdvice(guidance).filter(({ text, isCode }) => isCode && !against.some((left) => left === text));
  const paths = new Set(names.flatMap(({ text }) => text.split(/\s+/).flatMap((word) => asPath(word) ?? [])));
  // What the lesson is about is missing, or it would not be one.
  return [...paths].some((path) => !claims.some(({ wrong }) => wrong.includes(path)) && wasGoneLast(path));
}

/** A word that names a path of the repository: neither an address nor a pattern nor a placeholder. */
function asPath(word: string): string | undefined {
  const path = word
    .replace(/^['"]?(?:\.\/)?/, '')
    .replace(/['"]$/, '')
    .replace(/\/$/, '');
  const isPath = path.includes('/') ? !/^(?:[-~/@]|\w+:)/.test(path) : /^[\w.-]*\w\.\w{1,5}$/.test(path);
  return isPath && !/[*?{}<>…$=:]/.test(path) ? path : undefined;
}

/** When each path was last found missing. A search that found nothing says nothing about its folder. */
function lastMissed(claims: readonly Claim[]): ReadonlyMap<string, number> {
  const missed = new Map<string, number>();
  for (const { relation, wrong, facts, failure } of claims)
    if (relation === 'other-path' && facts?.silent === undefined)
      missed.set(wrong, Math.max(failure.call.at, missed.get(wrong) ?? 0));
  return missed;
}

function isGoneInLog(path: string, missed: ReadonlyMap<string, number>, history: History): boolean {
  // What builds write is removed and made again.
  if (path === '' || outputFolder(`${path}/`) !== undefined) return false;
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const goneAt = Math.max(history.removedAt(path), ...folders.map((folder) => missed.get(folder) ?? 0));
  return goneAt > 0 && !history.sawFolderSince(path, goneAt);
}
