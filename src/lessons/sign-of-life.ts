import type { Claim } from '../failures/recovery/claim.ts';
import { outputFolder } from './build-output.ts';
import type { ClaimGroup } from './claim-group.ts';
import type { Disk } from './disk.ts';
import { readAdvice } from './guard/read-advice.ts';
import type { History } from './history.ts';
import type { LessonWords } from './lesson-words.ts';

/** The disk, together with the last observations in the log. */
export interface LastSeen extends Disk {
  /** Whether a path is not on the disk, or the disk cannot be examined and the log last saw the path missing or removed. */
  isGone(path: string): boolean;
  /** Whether the log last saw the path missing or removed: a command may name a path of its own working directory. */
  wasGoneLast(path: string): boolean;
}

/** Combines the disk and the log: a path that was missed or removed, and that nothing has worked on since, is gone. */
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

/** Whether a lesson recommends a path, or a command with one, that the log last saw missing or removed. */
export function namesGone(
  { guidance, against = [] }: LessonWords,
  { claims }: ClaimGroup,
  { wasGoneLast }: Pick<LastSeen, 'wasGoneLast'>,
): boolean {
  const names = readAdvice(guidance).filter(({ text, isCode }) => isCode && !against.some((left) => left === text));
  const paths = new Set(names.flatMap(({ text }) => text.split(/\s+/).flatMap((word) => asPath(word) ?? [])));
  // The path that the lesson is about is missing, otherwise there would be no lesson.
  return [...paths].some((path) => !claims.some(({ wrong }) => wrong.includes(path)) && wasGoneLast(path));
}

/** Returns a word as a path of the repository; undefined if it is not one, but an address, a pattern or a placeholder. */
function asPath(word: string): string | undefined {
  const path = word
    .replace(/^['"]?(?:\.\/)?/, '')
    .replace(/['"]$/, '')
    .replace(/\/$/, '');
  const isPath = path.includes('/') ? !/^(?:[-~/@]|\w+:)/.test(path) : /^[\w.-]*\w\.\w{1,5}$/.test(path);
  return isPath && !/[*?{}<>…$=:]/.test(path) ? path : undefined;
}

/** Returns the time at which each path was last found missing. A search that found nothing says nothing about its folder. */
function lastMissed(claims: readonly Claim[]): ReadonlyMap<string, number> {
  const missed = new Map<string, number>();
  for (const { relation, wrong, facts, failure } of claims)
    if (relation === 'other-path' && facts?.silent === undefined)
      missed.set(wrong, Math.max(failure.call.at, missed.get(wrong) ?? 0));
  return missed;
}

function isGoneInLog(path: string, missed: ReadonlyMap<string, number>, history: History): boolean {
  // The output of builds is removed and created again.
  if (path === '' || outputFolder(`${path}/`) !== undefined) return false;
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const goneAt = Math.max(history.removedAt(path), ...folders.map((folder) => missed.get(folder) ?? 0));
  return goneAt > 0 && !history.sawFolderSince(path, goneAt);
}
