import type { Claim } from '../failures/recovery/claim.ts';
import { groupClaims } from './claim-group.ts';
import type { History } from './history.ts';

/** Wrong guesses that form one lesson. */
export type PathGroup =
  | { shape: 'folder'; folder: string; claims: Claim[] }
  | { shape: 'deeper'; folder: string; inside: string; claims: Claim[] }
  | { shape: 'moved'; right: string; claims: Claim[] }
  | { shape: 'names'; folder: string; claims: Claim[] };

/**
 * Joins wrong guesses about one fact. Entries of a folder that are all one level deeper are one lesson; a folder that never
 * existed covers all guesses below it; guesses with the same true place are one; the remaining names in a folder that exists are
 * "these names are not in it".
 */
export function groupPaths(claims: readonly Claim[], history: History): PathGroup[] {
  const heard = claims.filter((claim) => claim.facts?.silent === undefined);
  const { groups, rest } = groupDeeper(heard);
  const missed = missedFolders(claims);
  const byFolder = groupClaims(rest, (claim) => absentFolder(claim, history, missed) ?? '');
  const left: Claim[] = byFolder.get('') ?? [];
  byFolder.delete('');
  const silent = claims.filter((claim) => claim.facts?.silent !== undefined);
  for (const [top, inFolder] of byFolder) {
    const folder = missed.has(top) ? top : sharedFolder(inFolder);
    const unheard = silent.filter((claim) => isBelow(claim.wrong, folder));
    if (isProvenAbsent(folder, [...inFolder, ...unheard], missed))
      groups.push({ shape: 'folder', folder, claims: [...inFolder, ...unheard] });
    else left.push(...inFolder);
  }
  groups.push(...groupPlaces(left));
  return groups;
}

/**
 * Groups the remaining claims: files by their true place, and names that are nowhere by the folder in which they were looked for.
 */
function groupPlaces(claims: readonly Claim[]): PathGroup[] {
  const located = groupClaims(
    claims.filter((claim) => claim.right !== undefined),
    (claim) => claim.right ?? '',
  );
  // The same wrong path without a fix, in another session, belongs to the one with a place.
  const placeOf = new Map(
    claims.flatMap((claim) => (claim.right === undefined ? [] : [[claim.wrong, claim.right] as const])),
  );
  const unlocated: Claim[] = [];
  for (const claim of claims) {
    if (claim.right !== undefined) continue;
    const right = placeOf.get(claim.wrong);
    const group = right === undefined ? undefined : located.get(right);
    if (group) group.push(claim);
    else unlocated.push(claim);
  }
  const names = groupClaims(unlocated, nameGroups(unlocated));
  return [
    ...[...located].map(([right, same]) => ({ shape: 'moved' as const, right, claims: same })),
    ...[...names.values()].map((same) => ({
      shape: 'names' as const,
      folder: folderOf(same[0]?.wrong ?? ''),
      claims: same,
    })),
  ];
}

/**
 * Returns a function that gives the names of a folder that form one lesson the same key: those that were missed in several
 * sessions, and those after which the same file of the folder was read in several sessions. Others have nothing in common except
 * that nobody knows where they are.
 */
function nameGroups(claims: readonly Claim[]): (claim: Claim) => string {
  const byName = groupClaims(claims, ({ wrong }) => wrong);
  const answerOf = ({ wrong, facts }: Claim) =>
    facts?.neighbour === undefined ? '' : `${folderOf(wrong)}\n${facts.neighbour}`;
  const byAnswer = groupClaims(claims, answerOf);
  const isOften = (same: readonly Claim[] = []) => new Set(same.map(({ failure }) => failure.call.session)).size > 1;
  return (claim) => {
    const answer = answerOf(claim);
    if (answer !== '' && isOften(byAnswer.get(answer))) return answer;
    return isOften(byName.get(claim.wrong)) ? folderOf(claim.wrong) : claim.wrong;
  };
}

/**
 * Joins guesses such as `src/cranes` and `src/sluices` for `src/harbour/cranes` and `src/harbour/sluices`: one fact about `src`.
 */
function groupDeeper(claims: readonly Claim[]): { groups: PathGroup[]; rest: Claim[] } {
  const byStep = groupClaims(claims, (claim) => stepDown(claim) ?? '');
  const rest = byStep.get('') ?? [];
  byStep.delete('');
  const groups: PathGroup[] = [];
  for (const [step, same] of byStep) {
    const [folder = '', inside = ''] = step.split('\n');
    const things = new Set(same.map((claim) => thingIn(folder, claim.wrong)));
    if (things.size >= 2) groups.push({ shape: 'deeper', folder, inside, claims: same });
    else rest.push(...same);
  }
  return { groups, rest };
}

/**
 * Returns the folder in which a path was looked for and the one below it that really contains the same rest of the path, if that
 * is the only difference.
 */
function stepDown({ wrong, right }: Claim): string | undefined {
  if (right === undefined || right.startsWith('~')) return undefined;
  const [from, to] = [wrong.split('/'), right.split('/')];
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const tail = from.slice(same);
  const added = to.length - from.length;
  if (added < 1 || added > 2 || tail.length === 0 || same + added + tail.length !== to.length) return undefined;
  if (tail.some((part, index) => part !== to[same + added + index])) return undefined;
  return `${from.slice(0, same).join('/')}\n${to.slice(0, same + added).join('/')}`;
}

/** Returns the first part of a path below a folder. */
export function thingIn(folder: string, path: string): string {
  return path.slice(folder === '' ? 0 : folder.length + 1).split('/', 1)[0] ?? '';
}

/**
 * Whether a folder is proved to be absent. That nobody worked in it is no proof: a call must have found it missing, or several
 * guesses below it must have failed. A search that found nothing is also a guess, but proves nothing alone.
 */
function isProvenAbsent(folder: string, claims: readonly Claim[], missed: ReadonlyMap<string, number>): boolean {
  const elsewhere = claims.some((claim) => claim.right !== undefined && !isBelow(claim.right, folder));
  const guesses = new Set(claims.map((claim) => claim.wrong)).size;
  return missed.has(folder) || guesses >= 3 || (elsewhere && guesses >= 2);
}

/** Returns the deepest folder that contains all the paths. */
function sharedFolder(claims: readonly Claim[]): string {
  const [first = [], ...others] = claims.map((claim) =>
    (isFolder(claim) ? claim.wrong : folderOf(claim.wrong)).split('/'),
  );
  let depth = first.length;
  for (const parts of others) while (first.slice(0, depth).some((part, index) => parts[index] !== part)) depth--;
  return first.slice(0, depth).join('/');
}

/** Returns the folders that calls found missing, with the last time they did. */
function missedFolders(claims: readonly Claim[]): Map<string, number> {
  const missed = new Map<string, number>();
  for (const claim of claims) {
    if (claim.facts?.silent === undefined && isFolder(claim))
      missed.set(claim.wrong, Math.max(claim.failure.call.at, missed.get(claim.wrong) ?? 0));
  }
  return missed;
}

/** Returns the topmost folder of a wrong path that does not exist: never seen, or found missing after it was last seen. */
function absentFolder(claim: Claim, history: History, missed: ReadonlyMap<string, number>): string | undefined {
  if (claim.wrong.startsWith('~') || claim.right?.startsWith('~')) return undefined;
  const parts = claim.wrong.split('/');
  const deepest = isFolder(claim) ? parts.length : parts.length - 1;
  for (let depth = 1; depth <= deepest; depth++) {
    const folder = parts.slice(0, depth).join('/');
    if (!history.sawFolderSince(folder, missed.get(folder) ?? 0)) return folder;
  }
  return undefined;
}

/** Whether a wrong path was meant as a folder, judging by its name and by the tool to which it was given. */
export function isFolder(claim: Claim): boolean {
  const { tool } = claim.facts ?? {};
  return (
    tool === 'list' || !/\.\w+$/.test(claim.wrong) || (tool === 'search' && !lastPartOf(claim.wrong).includes('.'))
  );
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns the folder of a path; '' for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the last part of a path. */
export function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
