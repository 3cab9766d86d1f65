import { type ClaimGroup, countClaims } from '../claim-group.ts';
import { code, type Draft, listWords, quotablePath, times } from '../draft.ts';
import type { History } from '../history.ts';
import { folderOf, nameOf, type PathGroup, thingIn } from '../path-groups.ts';

/** A wrong path and what is there instead, for a list of them. */
export interface GuessedPath {
  wrong: string;
  /** The right path, or what the folder has; absent where nobody knows. */
  instead?: string;
}

/** A draft about paths. */
export interface PathDraft extends Draft {
  /** The guesses as a list would name them. */
  guesses?: GuessedPath[];
}

/** Puts a group of wrong paths into words. */
export function wordPaths(paths: PathGroup, history: History): { draft: PathDraft; group: ClaimGroup; key: string } | undefined {
  const group = countClaims(paths.claims);
  const [draft, key] = wordShape(paths, group, history);
  return draft && { draft, group, key };
}

function wordShape(paths: PathGroup, group: ClaimGroup, history: History): [draft: PathDraft | undefined, key: string] {
  switch (paths.shape) {
    case 'folder':
      return [wordFolder(paths.folder, group), `folder ${paths.folder}`];
    case 'deeper':
      return [wordDeeper(paths.folder, paths.inside, group), `in ${paths.inside}`];
    case 'moved':
      return [wordMoved(paths.right, group), `at ${paths.right}`];
    case 'names':
      return [wordNames(paths.folder, group, history), `names ${paths.folder}`];
  }
}

/** Guesses of many sessions, each made once. */
export function wordGuesses(guesses: readonly GuessedPath[], group: ClaimGroup): Draft {
  const shared = sharedFolder(guesses.map(({ wrong }) => wrong));
  const below = (text: string) => text.replaceAll(`\`${shared}`, '`');
  const facts = guesses.flatMap(({ wrong, instead }) =>
    instead === undefined ? [] : [`${code(wrong.slice(shared.length))} (${below(instead)})`],
  );
  const unknown = guesses.flatMap(({ wrong, instead }) => (instead === undefined ? [code(wrong.slice(shared.length))] : []));
  const listed = [...facts, ...(unknown.length > 0 ? [listWords(unknown, 'or')] : [])];
  return {
    kind: 'path',
    reach: 'project',
    title: `List the folder before you read a guessed name: ${guesses.length} guesses were wrong`,
    guidance: `List a folder before you read a name in it that you only guess. Not there${shared ? `, below ${code(shared)}` : ''}: ${listed.join('; ')}.`,
    pattern: `${group.occurrences} guessed paths in ${group.sessions} sessions did not exist.`,
    scope: [...new Set(guesses.map(({ wrong }) => folderOf(wrong)).filter((folder) => folder !== ''))].map(
      (folder) => `${folder}/**`,
    ),
    rule: `Read(${oneOf(guesses.map(({ wrong }) => (wrong.endsWith('/') ? `${wrong}**` : wrong)))})`,
  };
}

/** The folders that all paths begin with, `/` at the end; said once, they need not be said with each. */
function sharedFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => folderOf(path.replace(/\/$/, '')).split('/'));
  let depth = first.length;
  for (const parts of others) while (first.slice(0, depth).some((part, index) => parts[index] !== part)) depth--;
  const folder = first.slice(0, depth).join('/');
  return folder === '' ? '' : `${folder}/`;
}

/** Things of a folder that are all in a folder below it. */
function wordDeeper(folder: string, inside: string, group: ClaimGroup): PathDraft | undefined {
  const things = [...new Set(distinct(group).map((path) => thingIn(folder, path)))];
  if (!quotablePath(inside, 160) || things.length === 0) return undefined;
  const listed = listWords(things.slice(0, 5).map(code));
  const where = folder === '' ? "the repository's root" : code(`${folder}/`);
  const isFile = (thing: string) => thing.includes('.');
  const wrongs = things.map((thing) => `${folder === '' ? '' : `${folder}/`}${thing}${isFile(thing) ? '' : '/**'}`);
  return {
    kind: 'path',
    reach: 'project',
    title: `${listed} ${things.length > 1 ? 'are' : 'is'} in ${code(`${inside}/`)}, not in ${where}`,
    guidance: `Look for ${listed} in ${code(`${inside}/`)}: ${where} itself does not have ${things.length > 1 ? 'them' : 'it'}.`,
    pattern: `Paths one level too high were tried ${times(group.occurrences)}.`,
    scope: [`${inside}/**`],
    rule: `Read(${oneOf(wrongs)})`,
  };
}

function wordMoved(right: string, group: ClaimGroup): PathDraft | undefined {
  const place = quotablePath(right, 160);
  const wrongs = distinct(group).filter((path) => path !== right);
  if (!place || wrongs.length === 0) return undefined;
  const scope = group.claims.at(-1)?.facts?.how === 'scope';
  const listed = listWords(wrongs.slice(0, 3).map(code), 'or');
  if (scope) return wordScope(place, wrongs, listed, group);
  const isOutside = place.startsWith('~');
  return {
    kind: 'path',
    reach: isOutside || wrongs.some((path) => path.startsWith('~')) ? 'machine' : 'project',
    title: wrongs.some((path) => nameOf(path) === nameOf(place))
      ? `${code(nameOf(place))} is at ${code(place)}, not ${listed}`
      : `It is ${code(place)}, not ${listed}`,
    guidance: `${code(place)} is the right path; ${listed} ${wrongs.length > 1 ? 'do' : 'does'} not exist.`,
    pattern: `The wrong path was tried ${times(group.occurrences)}.`,
    scope: [place],
    rule: `Read(${oneOf(wrongs)})`,
    ...(wrongs.length === 1 && wrongs[0] ? { guesses: [{ wrong: wrongs[0], instead: `it is ${code(place)}` }] } : {}),
  };
}

function wordScope(place: string, wrongs: string[], listed: string, group: ClaimGroup): PathDraft {
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
function wordFolder(folder: string, group: ClaimGroup): PathDraft | undefined {
  const name = quotablePath(folder, 160);
  if (!name) return undefined;
  const places = group.claims.flatMap((claim) => {
    if (claim.right === undefined) return [];
    // The folder itself is elsewhere, or the files that were looked for in it are.
    const isItself = claim.wrong === folder && !nameOf(claim.right).includes('.');
    return [claim.facts?.how === 'scope' || isItself ? claim.right : folderOf(claim.right)];
  });
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
    guesses: [{ wrong: `${name}/`, ...(where ? { instead: `look in ${where}` } : {}) }],
  };
}

/** Names that are not in a folder which exists, and what is. */
function wordNames(folder: string, group: ClaimGroup, history: History): PathDraft | undefined {
  const names = distinct(group).map(nameOf);
  const where = folder === '' ? "the repository's root" : code(`${folder}/`);
  if (!quotablePath(folder || '.', 160) || names.length === 0 || names.some((name) => !quotablePath(name, 80))) return undefined;
  const visited = group.claims.flatMap((claim) => claim.facts?.neighbour ?? []);
  const there = [...new Set([...visited, ...history.filesIn(folder, 4)])].filter((path) => quotablePath(path)).slice(0, 4);
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
    ...guessesOf(distinct(group), folder, there),
  };
}

/** The names, each with what its folder has. The root has so much that only the names are said. */
function guessesOf(wrongs: readonly string[], folder: string, there: readonly string[]): Pick<PathDraft, 'guesses'> {
  if (folder !== '' && there.length === 0) return {};
  const instead =
    folder === '' ? {} : { instead: `the folder has ${listWords(there.slice(0, 3).map((path) => code(nameOf(path))))}` };
  return { guesses: wrongs.map((wrong) => ({ wrong, ...instead })) };
}

function distinct(group: ClaimGroup): string[] {
  return [...new Set(group.claims.map((claim) => claim.wrong))].filter((path) => quotablePath(path) !== undefined);
}

function oneOf(paths: readonly string[]): string {
  return paths.length === 1 ? (paths[0] ?? '') : `{${paths.slice(0, 12).join(',')}}`;
}

function majority(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] * 2 >= values.length ? best[0] : undefined;
}
