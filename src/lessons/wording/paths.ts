import { type ClaimGroup, countClaims } from '../claim-group.ts';
import { code, type Draft, listWords, quotable, times } from '../draft.ts';
import type { History } from '../history.ts';
import { folderOf, nameOf, type PathGroup } from '../path-groups.ts';

/** Puts a group of wrong paths into words. */
export function wordPaths(paths: PathGroup, history: History): { draft: Draft; group: ClaimGroup; key: string } | undefined {
  const group = countClaims(paths.claims);
  const draft =
    paths.shape === 'folder'
      ? wordFolder(paths.folder, group)
      : paths.shape === 'moved'
        ? wordMoved(paths.right, group)
        : wordNames(paths.folder, group, history);
  const key = paths.shape === 'moved' ? `at ${paths.right}` : `${paths.shape} ${paths.folder}`;
  return draft && { draft, group, key };
}

function wordMoved(right: string, group: ClaimGroup): Draft | undefined {
  const place = quotable(right, 160);
  const wrongs = distinct(group).filter((path) => path !== right);
  if (!place || wrongs.length === 0) return undefined;
  const scope = group.claims.at(-1)?.facts?.how === 'scope';
  const listed = listWords(wrongs.slice(0, 3).map(code), 'or');
  if (scope) return wordScope(place, wrongs, listed, group);
  return {
    kind: 'path',
    reach: 'project',
    title: wrongs.some((path) => nameOf(path) === nameOf(place))
      ? `${code(nameOf(place))} is at ${code(place)}, not ${listed}`
      : `It is ${code(place)}, not ${listed}`,
    guidance: `${code(place)} is the right path; ${listed} ${wrongs.length > 1 ? 'do' : 'does'} not exist.`,
    pattern: `The wrong path was tried ${times(group.occurrences)}.`,
    scope: [place],
    rule: `Read(${oneOf(wrongs)})`,
  };
}

function wordScope(place: string, wrongs: string[], listed: string, group: ClaimGroup): Draft {
  const where = place === '' ? "the repository's root" : code(place);
  return {
    kind: 'search-scope',
    reach: 'project',
    title: `Search ${where}, not ${listed}`,
    guidance: `Search in ${where}: ${listed} ${wrongs.length > 1 ? 'do' : 'does'} not exist.`,
    pattern: `A search in a folder that is not there failed ${times(group.occurrences)}.`,
    scope: [place],
    rule: `Grep(${oneOf(wrongs)}/**)`,
  };
}

/** A folder that is not there, and where its files are. */
function wordFolder(folder: string, group: ClaimGroup): Draft | undefined {
  const name = quotable(folder, 160);
  if (!name) return undefined;
  const places = group.claims.flatMap((claim) =>
    claim.right === undefined ? [] : [claim.facts?.how === 'scope' ? claim.right : folderOf(claim.right)],
  );
  const place = majority(places);
  const files = [...new Set(group.claims.flatMap((claim) => (claim.right && claim.facts?.how !== 'scope' ? [claim.right] : [])))];
  const where = place === undefined ? '' : place === '' ? "the repository's root" : code(`${place}/`);
  const example = files.length > 0 ? ` (${listWords(files.slice(0, 3).map(code))})` : '';
  const searched =
    group.claims.filter((claim) => claim.facts?.tool === 'search' || claim.facts?.tool === 'list').length * 2 >
    group.claims.length;
  return {
    kind: where ? (searched ? 'search-scope' : 'path') : 'missing-path',
    reach: 'project',
    title: where ? `There is no ${code(`${name}/`)}: look in ${where}` : `There is no ${code(`${name}/`)}`,
    guidance: where
      ? `There is no folder ${code(`${name}/`)}; what you look for is in ${where}${example}.`
      : `There is no folder ${code(`${name}/`)}${example ? `: see ${listWords(files.slice(0, 3).map(code))}` : '; list the folder above it first'}.`,
    pattern: `Paths below it were tried ${times(group.occurrences)}.`,
    scope: [`${name}/**`],
    rule: `Read(${name}/**)`,
  };
}

/** Names that are not in a folder which exists, and what is. */
function wordNames(folder: string, group: ClaimGroup, history: History): Draft | undefined {
  const names = distinct(group).map(nameOf);
  const where = folder === '' ? "the repository's root" : code(`${folder}/`);
  if (!quotable(folder || '.', 160) || names.some((name) => !quotable(name, 80))) return undefined;
  const visited = group.claims.flatMap((claim) => claim.facts?.neighbour ?? []);
  const there = [...new Set([...visited, ...history.filesIn(folder, 4)])].filter((path) => quotable(path)).slice(0, 4);
  const wrong = listWords(names.slice(0, 5).map(code), 'or');
  const look = there.length > 0 ? `; it has ${listWords(there.map((path) => code(nameOf(path))))}` : '';
  return {
    kind: 'missing-path',
    reach: 'project',
    title: `${where} has no ${wrong}`,
    guidance: `There is no ${wrong} in ${where}${look}.`,
    pattern: `Guessed file names were tried ${times(group.occurrences)}.`,
    scope: [folder === '' ? '*' : `${folder}/**`],
    rule: `Read(${oneOf(distinct(group))})`,
  };
}

function distinct(group: ClaimGroup): string[] {
  return [...new Set(group.claims.map((claim) => claim.wrong))].filter((path) => quotable(path) !== undefined);
}

function oneOf(paths: readonly string[]): string {
  return paths.length === 1 ? (paths[0] ?? '') : `{${paths.slice(0, 8).join(',')}}`;
}

function majority(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] * 2 >= values.length ? best[0] : undefined;
}
