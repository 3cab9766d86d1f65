import type { Claim } from '../failures/recovery/claim.ts';
import { groupClaims } from './claim-group.ts';
import type { History } from './history.ts';

/** Wrong guesses that are one lesson. */
export type PathGroup =
  | { shape: 'folder'; folder: string; claims: Claim[] }
  | { shape: 'moved'; right: string; claims: Claim[] }
  | { shape: 'names'; folder: string; claims: Claim[] };

/**
 * Joins wrong guesses of one fact. A folder that never was there takes all guesses below it; guesses with the same true place are
 * one; what is left in a folder that exists is "these names are not in it".
 */
export function groupPaths(claims: readonly Claim[], history: History): PathGroup[] {
  const groups: PathGroup[] = [];
  const missed = missedFolders(claims);
  const byFolder = groupClaims(claims, (claim) => absentFolder(claim, history, missed) ?? '');
  const rest: Claim[] = byFolder.get('') ?? [];
  byFolder.delete('');
  for (const [folder, inFolder] of byFolder) {
    if (isProvenAbsent(folder, inFolder, missed)) groups.push({ shape: 'folder', folder, claims: inFolder });
    else rest.push(...inFolder);
  }

  const located = groupClaims(
    rest.filter((claim) => claim.right !== undefined),
    (claim) => claim.right ?? '',
  );
  for (const [right, sameRight] of located) groups.push({ shape: 'moved', right, claims: sameRight });
  // The same wrong path without a fix, in another session, belongs to the located one.
  const placeOf = new Map(rest.flatMap((claim) => (claim.right === undefined ? [] : [[claim.wrong, claim.right] as const])));
  const unlocated: Claim[] = [];
  for (const claim of rest) {
    if (claim.right !== undefined) continue;
    const right = placeOf.get(claim.wrong);
    const group = right === undefined ? undefined : located.get(right);
    if (group) group.push(claim);
    else unlocated.push(claim);
  }
  for (const [folder, names] of groupClaims(unlocated, (claim) => folderOf(claim.wrong)))
    groups.push({ shape: 'names', folder, claims: names });
  return groups;
}

/** Paths that are still wrong, and those that exist since: a file that was written or read after the failure is no wrong guess any more. */
export function splitByPresence(claims: readonly Claim[], history: History): { wrong: Claim[]; cameToBe: Claim[] } {
  const wrong: Claim[] = [];
  const cameToBe: Claim[] = [];
  for (const claim of claims) {
    const exists = history.sawPathSince(claim.wrong, claim.failure.call.at);
    (exists ? cameToBe : wrong).push(claim);
  }
  return { wrong, cameToBe };
}

/** That nobody worked in a folder does not mean that it is not there: a call found it missing, its files are elsewhere, or many guesses failed. */
function isProvenAbsent(folder: string, claims: readonly Claim[], missed: ReadonlyMap<string, number>): boolean {
  const elsewhere = claims.some((claim) => claim.right !== undefined && !claim.right.startsWith(`${folder}/`));
  return missed.has(folder) || elsewhere || new Set(claims.map((claim) => claim.wrong)).size >= 3;
}

/** Folders that calls found missing, with the last time they did. */
function missedFolders(claims: readonly Claim[]): Map<string, number> {
  const missed = new Map<string, number>();
  for (const claim of claims) {
    if (isFolder(claim)) missed.set(claim.wrong, Math.max(claim.failure.call.at, missed.get(claim.wrong) ?? 0));
  }
  return missed;
}

/** The topmost folder of a wrong path that is not there: never seen, or found missing after it was last seen. */
function absentFolder(claim: Claim, history: History, missed: ReadonlyMap<string, number>): string | undefined {
  const parts = claim.wrong.split('/');
  const deepest = isFolder(claim) ? parts.length : parts.length - 1;
  for (let depth = 1; depth <= deepest; depth++) {
    const folder = parts.slice(0, depth).join('/');
    if (!history.sawFolderSince(folder, missed.get(folder) ?? 0)) return folder;
  }
  return undefined;
}

function isFolder(claim: Claim): boolean {
  const { tool } = claim.facts ?? {};
  return tool === 'list' || !/\.\w+$/.test(claim.wrong) || (tool === 'search' && !nameOf(claim.wrong).includes('.'));
}

/** The folder a path is in; '' for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
