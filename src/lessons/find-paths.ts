import type { Claim } from '../failures/recovery/claim.ts';
import { findBuild, outputFolder } from './build-output.ts';
import type { History } from './history.ts';
import { isFolder, lastPartOf } from './path-groups.ts';
import type { LastSeen } from './sign-of-life.ts';

/** Wrong paths by their resolution. */
interface SettledPaths {
  wrong: Claim[];
  /** Output of a build, with the command of the build. */
  built: Claim[];
  /**
   * Claims that no longer hold: a path that exists by now is no longer a wrong guess, and a claim that leads to a place that is
   * gone leads nowhere.
   */
  over: Claim[];
}

/** Resolves wrong paths to the places that the rest of the history shows, and the disk if the project is on it. */
export function settlePaths(claims: readonly Claim[], history: History, disk: LastSeen): SettledPaths {
  const wrong: Claim[] = [];
  const built: Claim[] = [];
  const over: Claim[] = [];
  const often = seenTwice(claims, ({ wrong }) => wrong);
  const agreed = seenTwice(claims, ({ wrong, right }) => `${wrong}\n${right}`);
  for (const claim of claims) {
    const output = outputFolder(claim.wrong);
    const build = output === undefined ? undefined : findBuild(output, history);
    if (output !== undefined && build !== undefined) {
      built.push({ ...claim, right: build, facts: { ...claim.facts, output } });
      continue;
    }
    // Outside the repository, and in installed packages, only paths that were then found or missed again are worth telling.
    const isElsewhere = claim.wrong.startsWith('~') || isInstalled(claim.wrong);
    // The folder of one version of a plugin or a package has another name tomorrow.
    if (isElsewhere && isVersioned(claim.wrong)) continue;
    if (isElsewhere && claim.right === undefined && !often.has(claim.wrong)) continue;
    const isThere = disk.isThere(claim.wrong) ?? history.sawPathSince(claim.wrong, claim.failure.call.at);
    if (isThere || (claim.right && disk.isGone(claim.right))) over.push(claim);
    if (!isThere) wrong.push(place(claim, history, disk, agreed.has(`${claim.wrong}\n${claim.right}`)));
  }
  return { wrong, built, over };
}

/** Returns the keys that claims of more than one session share. */
function seenTwice(claims: readonly Claim[], keyOf: (claim: Claim) => string): ReadonlySet<string> {
  const sessions = new Map<string, string>();
  const often = new Set<string>();
  for (const claim of claims) {
    const key = keyOf(claim);
    const { session } = claim.failure.call;
    const first = sessions.get(key);
    if (first === undefined) sessions.set(key, session);
    else if (first !== session) often.add(key);
  }
  return often;
}

/** Returns the claim with the place that it is believed to mean; agreement between sessions is stronger evidence than a name. */
function place(claim: Claim, history: History, disk: LastSeen, isAgreed: boolean): Claim {
  const { neighbour, ...facts } = claim.facts ?? {};
  if (neighbour !== undefined && disk.isGone(neighbour)) return place({ ...claim, facts }, history, disk, isAgreed);
  const { right, ...rest } = claim;
  // The contents of a dependency or another project say nothing about this one, and a test of the same name is not the thing
  // itself.
  if (right !== undefined && !mayBeMeant(claim.wrong, right, isAgreed)) return place(rest, history, disk, false);
  // The root always exists.
  if (right !== undefined) return right === '' || !disk.isGone(right) ? claim : rest;
  const found = findElsewhere(claim, history, disk);
  if (found !== undefined) return { ...claim, right: found, facts: { ...claim.facts, how: 'known' } };
  return isAlone(claim.facts?.neighbour, history) ? { ...claim, facts: { ...claim.facts, isAlone: 'yes' } } : claim;
}

/** Whether a file is the only one in its folder apart from tests: a wrong name guessed there was meant to be this file. */
function isAlone(file: string | undefined, history: History): boolean {
  if (file === undefined || isOfTests(lastPartOf(file))) return false;
  const others = history.filesIn(file.slice(0, Math.max(0, file.lastIndexOf('/'))), 6);
  return others.filter((path) => !isOfTests(lastPartOf(path))).every((path) => path === file);
}

/** Returns the only file or folder of the same name that any session worked with. */
function findElsewhere(claim: Claim, history: History, disk: LastSeen): string | undefined {
  const name = lastPartOf(claim.wrong);
  if (claim.wrong.startsWith('~') || isCommon(name)) return undefined;
  const known = isFolder(claim) ? history.foldersNamed(name) : history.filesNamed(name);
  const others = known.filter((path) => path !== claim.wrong && !disk.isGone(path));
  const [only] = others;
  return others.length === 1 && only !== undefined && mayBeMeant(claim.wrong, only, false) && isNear(claim.wrong, only)
    ? only
    : undefined;
}

/**
 * Whether a file of the same name may be the intended one: it is in the repository itself and in a folder that the guess also
 * names. The only file of that name may belong to a different part, and the intended part may have one as well.
 */
function isNear(wrong: string, found: string): boolean {
  if (found.startsWith('~') || isInstalled(found)) return false;
  // A name of several words is distinctive.
  if (/[a-z\d][-_.][a-z]{3}|[a-z][A-Z]/.test(lastPartOf(found).replace(/\.\w+$/, ''))) return true;
  const folders = new Set(foldersOf(wrong).filter((name) => !generalFolders.has(name)));
  const others = foldersOf(found);
  return folders.size === 0 || others.length === 0 || others.some((name) => folders.has(name));
}

function foldersOf(path: string): string[] {
  return path.split('/').slice(0, -1);
}

/** Folders that nearly every project has, and that therefore say nothing. */
const generalFolders = new Set([
  'src',
  'lib',
  'app',
  'apps',
  'packages',
  'pkg',
  'cmd',
  'internal',
  'test',
  'tests',
  'docs',
]);

/** Whether a path can be the intended place of another: in the repository if the other was, and a test only for a test. */
function mayBeMeant(wrong: string, right: string, isAgreed: boolean): boolean {
  if (wrong.startsWith('~') || isInstalled(wrong)) return true;
  // A document about code is not the place of the code.
  if (!isAgreed && isDocument(right) && !isDocument(wrong) && lastPartOf(wrong).includes('.')) return false;
  return !right.startsWith('~') && !isInstalled(right) && (isOfTests(wrong) || !isOfTests(right));
}

function isDocument(path: string): boolean {
  return /\.(?:mdx?|rst|adoc|txt)$/i.test(path);
}

function isOfTests(path: string): boolean {
  return /(?:^|[/._-])(?:tests?|spec|__tests__|e2e)(?:[/._-]|$)/i.test(path);
}

/** Whether one of the folders is a version or a hash. */
function isVersioned(path: string): boolean {
  return /\/[^/]*(?:\d+\.\d+\.\d+|(?=[a-f]*\d)[0-9a-f]{8,})[^/]*\//.test(`${path}/`);
}

/** Whether a path is in a folder that package managers fill: its content is a fact about a package, not about the project. */
function isInstalled(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|vendor|target|\.git)(?:\/|$)/.test(path);
}

/** Whether a project may well have many files of this name: that one of them was seen elsewhere says nothing about this one. */
function isCommon(name: string): boolean {
  const stem = name.toLowerCase().split('.')[0] ?? '';
  const isFile = name.includes('.');
  return stem.length < (isFile ? 7 : 4) || commonStems.has(stem) || /(?:^|[._-])(?:tests?|spec)(?:[._-]|$)/i.test(name);
}

const commonStems = new Set(
  (
    'index main mod lib init __init__ __main__ app server client readme changelog license package setup config settings types type utils util ' +
    'helpers helper common constants errors error test tests spec specs src docs doc build dist bin scripts script examples example ' +
    'makefile dockerfile conftest tsconfig cargo go gemfile page layout route routes router style styles schema schemas models model ' +
    'views view api core components component hooks services data assets public static resources internal pkg cmd modules packages apps'
  ).split(' '),
);
