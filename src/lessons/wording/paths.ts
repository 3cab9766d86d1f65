import type { Claim } from '../../failures/recovery/claim.ts';
import { type ClaimGroup, countClaims } from '../claim-group.ts';
import type { LessonWords } from '../lesson-words.ts';
import { folderOf, lastPartOf, type PathGroup, thingIn } from '../path-groups.ts';
import {
  code,
  derive,
  fixed,
  listWords,
  type Quotable,
  quotable,
  quotablePath,
  quote,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { oneOfGlobs } from './rules.ts';

/** Puts a group of wrong paths into words. */
export function wordPaths(paths: PathGroup): { draft: LessonWords; group: ClaimGroup; key: string } | undefined {
  const group = countClaims(paths.claims);
  const [draft, key] = wordShape(paths, group);
  return draft && { draft, group, key };
}

function wordShape(paths: PathGroup, group: ClaimGroup): [draft: LessonWords | undefined, key: string] {
  switch (paths.shape) {
    case 'folder':
      return [wordFolder(paths.folder, group), `folder ${paths.folder}`];
    case 'deeper':
      return [wordDeeper(paths.folder, paths.inside, group), `in ${paths.inside}`];
    case 'moved':
      return [wordMoved(paths.right, group), `at ${paths.right}`];
    case 'names':
      return [wordNames(paths.folder, group), keyOfNames(paths.folder, group)];
  }
}

/** Returns the key of a lesson about names: several lessons may be about names of one folder, and each needs its own. */
function keyOfNames(folder: string, { claims }: ClaimGroup): string {
  const names = new Set(claims.map(({ wrong }) => wrong));
  const answers = new Set(claims.map(({ facts }) => facts?.neighbour));
  const [name = folder] = names;
  const [answer] = answers;
  if (names.size === 1) return `name ${name}`;
  return answers.size === 1 && answer !== undefined ? `names ${folder} for ${answer}` : `names ${folder}`;
}

/** Words the lesson about files that only a build creates. */
export function wordOutput(output: string, group: ClaimGroup): LessonWords | undefined {
  const folder = quotablePath(output, 120);
  const build = quotable(group.rights[0], 80);
  const [file] = distinct(group);
  if (!folder || !build || !file) return undefined;
  return {
    kind: 'prerequisite',
    reach: 'project',
    title: say`Run ${code(build)} first: ${code(quote`${folder}/`)} is built, not checked in`,
    guidance: say`Run ${code(build)} before you use ${code(file)}: a fresh checkout or worktree does not have it.`,
    pattern: say`Files of ${code(quote`${folder}/`)} were missing ${times(group.occurrences)}.`,
    scope: [quote`${folder}/**`],
  };
}

/** Words the lesson about entries of a folder that are all in a folder below it. */
function wordDeeper(from: string, into: string, group: ClaimGroup): LessonWords | undefined {
  const folder = from === '' ? quote`` : quotablePath(from, 160);
  const inside = quotablePath(into, 160);
  if (folder === undefined || !inside) return undefined;
  const things = [...new Set(distinct(group).map((path) => derive(path, (text) => thingIn(folder, text))))];
  if (things.length === 0) return undefined;
  const listed = listWords(things.slice(0, 5).map(code));
  const where = folder === '' ? fixed("the repository's root") : code(quote`${folder}/`);
  const isFile = (thing: string) => thing.includes('.');
  const wrongs = things.map(
    (thing) => quote`${folder === '' ? '' : quote`${folder}/`}${thing}${isFile(thing) ? '' : '/**'}`,
  );
  return {
    kind: 'path',
    reach: 'project',
    title: say`${listed} ${things.length > 1 ? 'are' : 'is'} in ${code(quote`${inside}/`)}, not in ${where}`,
    guidance: say`Look for ${listed} in ${code(quote`${inside}/`)}, not in ${where} itself.`,
    pattern: say`Paths one level too high were tried ${times(group.occurrences)}.`,
    scope: [quote`${inside}/**`],
    rule: quote`Read(${oneOf(wrongs)})`,
  };
}

function wordMoved(right: string, group: ClaimGroup): LessonWords | undefined {
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
    title: wrongs.some((path) => lastPartOf(path) === lastPartOf(place))
      ? say`${code(derive(place, lastPartOf))} is at ${code(place)}, not ${listed}`
      : say`It is ${code(place)}, not ${listed}`,
    guidance: say`Use ${code(place)}: ${listed} ${wrongs.length > 1 ? 'do' : 'does'} not exist.`,
    pattern: say`The wrong path was tried ${times(group.occurrences)}.`,
    scope: [place],
    rule: quote`Read(${oneOf(wrongs)})`,
  };
}

function wordScope(place: Quotable, wrongs: Quotable[], listed: Sentence, group: ClaimGroup): LessonWords {
  const where = place === '' ? fixed("the repository's root") : code(place);
  return {
    kind: 'search-scope',
    reach: 'project',
    title: say`Search ${where}, not ${listed}`,
    guidance: say`Search in ${where}: ${listed} ${wrongs.length > 1 ? 'do' : 'does'} not exist.`,
    pattern: say`A search in a folder that is not there failed ${times(group.occurrences)}.`,
    scope: [place],
    rule: quote`Grep(${oneOf(wrongs)}/**)`,
  };
}

/** Words the lesson about a folder that does not exist, and the place of its files. */
function wordFolder(folder: string, group: ClaimGroup): LessonWords | undefined {
  const name = quotablePath(folder, 160);
  if (!name) return undefined;
  const places = group.claims.flatMap((claim) => {
    if (claim.right === undefined) return [];
    // Either the folder itself is elsewhere, or the files that were looked for in it are.
    const isItself = claim.wrong === folder && !lastPartOf(claim.right).includes('.');
    return [claim.facts?.how === 'scope' || isItself ? claim.right : folderOf(claim.right)];
  });
  const found = majority(places);
  const place = quotablePath(found, 160);
  // A place that cannot be quoted cannot be recommended.
  if (found !== undefined && found !== '' && !place) return undefined;
  const files = [
    ...new Set(
      group.claims.flatMap((claim) => (claim.facts?.how === 'scope' ? [] : (quotablePath(claim.right, 160) ?? []))),
    ),
  ];
  const where = found === undefined ? '' : place ? code(quote`${place}/`) : fixed("the repository's root");
  const dropped = where ? undefined : wordDropped(group, quote`${name}/`);
  if (dropped) return dropped;
  const example = files.length > 0 ? say` (${listWords(files.slice(0, 3).map(code))})` : '';
  const searched =
    group.claims.filter((claim) => claim.facts?.tool === 'search' || claim.facts?.tool === 'list').length * 2 >
    group.claims.length;
  return {
    kind: where ? (searched ? 'search-scope' : 'path') : 'missing-path',
    reach: 'project',
    lacks: where || files.length > 0 ? undefined : ('action' as const),
    title: where
      ? say`There is no ${code(quote`${name}/`)}: look in ${where}`
      : say`There is no ${code(quote`${name}/`)}`,
    guidance: where
      ? say`Look in ${where}${example}: there is no folder ${code(quote`${name}/`)}.`
      : say`There is no folder ${code(quote`${name}/`)}${example ? say`: see ${listWords(files.slice(0, 3).map(code))}` : '; list the folder above it first'}.`,
    pattern: say`Paths below it were tried ${times(group.occurrences)}.`,
    scope: [quote`${name}/**`],
    rule: quote`Read(${name}/**)`,
  };
}

/** Words the lesson about places that searches named beside others, and could have omitted: told with those that existed. */
function wordDropped(group: ClaimGroup, folder?: Quotable): LessonWords | undefined {
  const searches = group.claims.filter(({ facts }) => facts?.beside !== undefined);
  if (searches.length * 2 <= group.claims.length) return undefined;
  const there = agreed(searches, ({ facts }) => facts?.beside?.split('\n') ?? []).flatMap(
    (path) => quotablePath(path, 80) ?? [],
  );
  if (there.length === 0) return undefined;
  const all = folder ? [folder] : distinct(group).slice(0, MOST_DROPPED);
  const missing = listWords(all.map(code));
  const globs = all.map((path) => (path.endsWith('/') ? quote`${path}**` : path));
  const none = all.length === 1 ? fixed('it does not exist') : fixed('they do not exist');
  return {
    kind: 'search-scope',
    reach: 'project',
    title: say`Leave ${missing} out of searches: ${none}`,
    guidance: say`Leave ${missing} out of searches: ${none}, and ${all.length === 1 ? say`makes them fail. Search ${listWords(there.slice(0, 4).map(code))}` : 'make them fail'}.`,
    pattern: say`Searches named ${all.length === 1 ? 'it' : 'them'} ${times(group.occurrences)}.`,
    against: all,
    scope: globs,
    rule: quote`Grep(${oneOf(globs)})`,
  };
}

/** A longer list is not read. */
const MOST_DROPPED = 6;

/** Returns the values that claims of two or more sessions share, the most common first. */
function agreed(claims: readonly Claim[], valuesOf: (claim: Claim) => readonly string[]): string[] {
  const sessions = new Map<string, Set<string>>();
  for (const claim of claims)
    for (const value of valuesOf(claim))
      sessions.set(value, (sessions.get(value) ?? new Set()).add(claim.failure.call.session));
  return [...sessions]
    .filter(([, seen]) => seen.size >= 2)
    .sort((a, b) => b[1].size - a[1].size || a[0].localeCompare(b[0]))
    .map(([value]) => value);
}

/** Words the lesson about names that are not in an existing folder, and those that are. */
function wordNames(within: string, group: ClaimGroup): LessonWords | undefined {
  const folder = within === '' ? quote`` : quotablePath(within, 160);
  const names = distinct(group).map((path) => derive(path, lastPartOf));
  if (folder === undefined || names.length === 0 || names.some((name) => !quotablePath(name, 80))) return undefined;
  const where = folder === '' ? fixed("the repository's root") : code(quote`${folder}/`);
  const dropped = names.length === 1 ? wordDropped(group) : undefined;
  if (dropped) return dropped;
  // The other content of the folder is worth mentioning only if two sessions used it next, or if it is all there is.
  const alone = group.claims.flatMap(({ facts }) => (facts?.isAlone === 'yes' ? (facts.neighbour ?? []) : []));
  const often = agreed(group.claims, ({ facts }) => (facts?.neighbour === undefined ? [] : [facts.neighbour]));
  const visited = [...new Set([...often, ...alone])];
  const there = folder === '' ? [] : visited.flatMap((path) => quotablePath(path) ?? []).slice(0, 3);
  const wrong = listWords(names.slice(0, 5).map(code), 'or');
  const look =
    there.length > 0
      ? say`: read ${listWords(
          there.map((path) => code(derive(path, lastPartOf))),
          'or',
        )}`
      : '';
  return {
    kind: 'missing-path',
    reach: 'project',
    lacks: there.length > 0 ? undefined : ('action' as const),
    title: say`${where} has no ${wrong}`,
    guidance: say`There is no ${wrong} in ${where}${look}.`,
    pattern: say`Guessed file names were tried ${times(group.occurrences)}.`,
    scope: [folder === '' ? quote`*` : quote`${folder}/**`],
    rule: quote`Read(${oneOf(distinct(group))})`,
  };
}

function distinct(group: ClaimGroup): Quotable[] {
  return [...new Set(group.claims.map((claim) => claim.wrong))].flatMap((path) => quotablePath(path) ?? []);
}

function oneOf(paths: readonly Quotable[]): Quotable {
  return oneOfGlobs(paths.slice(0, 12));
}

function majority(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] * 2 >= values.length ? best[0] : undefined;
}
