import type { Claim } from '../failures/recovery/claim.ts';
import { type ClaimGroup, countClaims, groupClaims } from './claim-group.ts';
import type { Disk } from './disk.ts';
import { isNear, settlePaths } from './find-paths.ts';
import type { History } from './history.ts';
import { groupPaths } from './path-groups.ts';
import { type GuessedPath, type PathDraft, wordDropped, wordGuesses, wordOutput, wordPaths } from './wording/paths.ts';

/** Wrong paths that are one lesson, in words. */
export interface WordedPaths {
  key: string;
  group: ClaimGroup;
  draft: PathDraft;
  /** The path exists by now. */
  isOver: boolean;
}

/** Turns wrong paths into lessons: joined where they are one fact, single guesses of many sessions in one list. */
export function distilPaths(claims: readonly Claim[], history: History, disk: Disk): WordedPaths[] {
  const { wrong, built, cameToBe } = settlePaths(claims, history, disk);
  const current = [...word(wrong, history, false), ...wordBuilt(built)];
  const keys = new Set(current.map(({ key }) => key));
  const over = word(cameToBe, history, true).filter(({ key }) => !keys.has(key));
  const singles = current.filter(({ group }) => group.sessions < 2 && group.episodes < 2);
  const lists = [listGuesses(singles), listDropped(singles)].filter((list) => list !== undefined);
  const listed = new Set(lists.flatMap((list) => [...list.listed]));
  return [...current.filter((one) => !listed.has(one)), ...lists.map(({ worded }) => worded), ...over];
}

function word(claims: readonly Claim[], history: History, isOver: boolean): WordedPaths[] {
  return groupPaths(claims, history).flatMap((paths) => {
    const worded = wordPaths(paths);
    return worded ? [{ ...worded, isOver }] : [];
  });
}

/** Output that is not there before a build, by its folder. */
function wordBuilt(built: readonly Claim[]): WordedPaths[] {
  return [...groupClaims(built, ({ facts }) => facts?.output ?? '')].flatMap(([output, claims]) => {
    const group = countClaims(claims);
    const draft = wordOutput(output, group);
    return draft ? [{ key: `built ${output}`, group, draft, isOver: false }] : [];
  });
}

/** Single guesses in one lesson. */
interface ListedPaths {
  worded: WordedPaths;
  listed: ReadonlySet<WordedPaths>;
}

/**
 * Files and folders of the root that searches named beside others, each once: guesses at how the repository is laid out, and what all of
 * them needed is to do without. What was guessed below the root has nothing in common.
 */
function listDropped(singles: readonly WordedPaths[]): ListedPaths | undefined {
  const dropped = singles.filter(
    ({ draft, group }) =>
      draft.lacks === 'action' &&
      draft.reach === 'project' &&
      group.claims.every(({ facts, wrong }) => facts?.beside !== undefined && !wrong.includes('/')),
  );
  const group = countClaims(dropped.flatMap((one) => one.group.claims));
  if (dropped.length < fewestGuesses || group.sessions < 2) return undefined;
  const draft = wordDropped(group);
  return draft && { worded: { key: 'dropped', group, draft, isOver: false }, listed: new Set(dropped) };
}

/** Fewer single guesses than this are watched one by one. */
const fewestGuesses = 3;
/** More than this nobody reads; the newest, and those with a known place, come first. */
const mostGuesses = 8;

/**
 * Each guess was made once, but guessing goes on: session after session another name is tried that is not there. That is one lesson,
 * with the guesses that were put right as its content.
 */
function listGuesses(singles: readonly WordedPaths[]): ListedPaths | undefined {
  // That a name is not there helps nobody who does not hear where it is.
  const isPlaced = ({ draft }: WordedPaths) => draft.guesses?.every(({ instead }) => instead !== undefined) ?? false;
  // One session alone shows no more than that a file of that name is there: it must be in a folder that the guess names, too.
  const isBelieved = ({ group }: WordedPaths) =>
    group.claims.every(({ wrong, right, facts }) => right === undefined || facts?.how === 'suggested' || isNear(wrong, right));
  const known = singles.filter((single) => isPlaced(single) && isBelieved(single) && single.draft.reach === 'project');
  const newest = [...known].sort((a, b) => b.group.lastAt - a.group.lastAt).slice(0, mostGuesses);
  const claims = newest.flatMap(({ group }) => group.claims);
  const sessions = new Set(claims.map((claim) => claim.failure.call.session));
  if (newest.length < fewestGuesses || sessions.size < fewestGuesses) return undefined;
  const guesses = newest.flatMap(({ draft }): GuessedPath[] => draft.guesses ?? []);
  const group = countClaims(claims);
  return {
    worded: { key: 'guesses', group, draft: wordGuesses(guesses, group), isOver: false },
    listed: new Set(newest),
  };
}
