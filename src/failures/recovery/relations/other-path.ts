import { measureDistance } from '../../../shared/did-you-mean.ts';
import type { Claim } from '../claim.ts';
import { touchedAtHome } from '../home-paths.ts';
import { type MissingPath, missingPaths } from '../missing-paths.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import { searchedPlaces, searchOf } from '../searches.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';
import { findsSomething } from '../silent-mistakes.ts';
import { listedPaths, touchedPaths } from '../touched.ts';

/**
 * A path that does not exist, and where the thing is: the same file name elsewhere, the same name with another extension, a
 * similar name in the same folder, or the suggestion of the error. Without any of these the claim only says that the path is
 * wrong.
 */
export const otherPath: Relation = {
  name: 'other-path',
  explain(step, view) {
    const all = missingPaths(step, view);
    const beside = searchedBeside(step, view, all);
    return all.map((missing) => explainPath(step, view, missing, beside));
  },
};

/** Returns the other places of a search, which existed: the search only had to omit the missing ones. */
function searchedBeside(
  { failure, call }: FailedStep,
  { roots }: ThreadView,
  missing: readonly MissingPath[],
): string[] {
  const wrong = new Set(missing.map(({ path }) => path));
  const places = failure.command ? searchedPlaces(failure.command, call.cwd, roots) : [];
  return places.filter((place) => !wrong.has(place)).slice(0, MOST_BESIDE);
}

/** Any further places are not mentioned. */
const MOST_BESIDE = 8;

function explainPath(step: FailedStep, view: ThreadView, missing: MissingPath, beside: readonly string[]): Claim {
  const elsewhere = suggested(step, missing) ?? sameName(step, view, missing) ?? sameSearch(step, view, missing);
  // A call that named both places already knew where it is.
  const found = elsewhere && beside.includes(elsewhere.path) ? undefined : elsewhere;
  const neighbour = found ? undefined : nextInFolder(step, view, missing);
  return claim(step, found?.step, {
    relation: 'other-path',
    key: missing.path,
    wrong: missing.path,
    ...(found ? { right: found.path } : {}),
    facts: {
      tool: searchOf(step, view.roots) ? 'search' : step.call.tool,
      ...(found ? { how: found.how } : {}),
      ...(neighbour ? { neighbour } : {}),
      ...(beside.length > 0 ? { beside: beside.join('\n') } : {}),
    },
  });
}

interface Found {
  path: string;
  how: 'suggested' | 'moved' | 'extension' | 'alike' | 'scope';
  step?: Step;
}

/** Returns the path that the error suggests: "Did you mean .eslintrc.cjs?" */
function suggested(step: FailedStep, missing: MissingPath): Found | undefined {
  const name = step.failure.suggestion;
  if (!name || name.includes(' ')) return undefined;
  return { path: name.includes('/') ? name : within(folderOf(missing.path), name), how: 'suggested' };
}

function sameName(step: FailedStep, view: ThreadView, missing: MissingPath): Found | undefined {
  let listed: Found | undefined;
  for (const later of after(view, step)) {
    for (const path of touchedPaths(later, view.roots)) {
      const how = likeness(missing.path, path);
      if (how) return { path, how, step: later };
    }
    const atHome = touchedAtHome(later, view.roots).find(
      (path) => nameOf(path) === nameOf(missing.path) && path !== missing.path,
    );
    if (atHome && nameOf(atHome).includes('.')) return { path: atHome, how: 'moved', step: later };
    if (listed) continue;
    const hits = [
      ...new Set(
        listedPaths(later, view.roots).filter((path) => nameOf(path) === nameOf(missing.path) && path !== missing.path),
      ),
    ];
    if (hits.length === 1 && hits[0] !== undefined && nameOf(missing.path).includes('.'))
      listed = { path: hits[0], how: 'moved', step: later };
  }
  return listed;
}

/** Finds the same search elsewhere after a search that named a folder that does not exist. */
function sameSearch(step: FailedStep, view: ThreadView, missing: MissingPath): Found | undefined {
  const search = searchOf(step, view.roots);
  // A command that searches a file needs that file.
  if (!search || (step.call.tool === 'shell' && nameOf(missing.path).includes('.'))) return undefined;
  for (const later of after(view, step, 6)) {
    const other = later.outcome === 'worked' && findsSomething(later) ? searchOf(later, view.roots) : undefined;
    if (other?.pattern !== search.pattern || later.call.tool !== step.call.tool || other.place === missing.path)
      continue;
    return { path: other.place, how: 'scope', step: later };
  }
  return undefined;
}

function likeness(wrong: string, right: string): Found['how'] | undefined {
  if (wrong === right || right === '') return undefined;
  const [wrongName, rightName] = [nameOf(wrong), nameOf(right)];
  if (wrongName === rightName) return rightName.includes('.') || sharesFolder(wrong, right) ? 'moved' : undefined;
  if (isModule(wrong, right) || isModule(right, wrong)) return 'moved';
  if (folderOf(wrong) !== folderOf(right))
    return isSameThing(wrongName, rightName) || isPartOf(wrongName, rightName) ? 'moved' : undefined;
  if (stemOf(wrongName) === stemOf(rightName) && stemOf(wrongName).length > 1) return 'extension';
  if (extensionOf(wrongName) !== extensionOf(rightName)) return undefined;
  const [a, b] = [stemOf(wrongName), stemOf(rightName)];
  // A module is not a wrong guess for its test, nor vice versa.
  if (isTest(wrongName) !== isTest(rightName)) return undefined;
  const close = measureDistance(a, b) <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 4));
  return Math.min(a.length, b.length) > 3 && close ? 'alike' : undefined;
}

/** Whether `src/deps.rs` is `src/deps/mod.rs`, or vice versa: a module may be a file or a folder. */
function isModule(file: string, inFolder: string): boolean {
  const extension = extensionOf(nameOf(file));
  return (
    extension !== '' &&
    extensionOf(nameOf(inFolder)) === extension &&
    folderOf(inFolder) === file.slice(0, -extension.length)
  );
}

/**
 * Whether two names of several words differ by one additional word: `tide-gauge-demo.tsx` and `tide-gauge.mdx`. Not a test of it.
 */
function isPartOf(wrong: string, right: string): boolean {
  const [a, b] = [stemOf(wrong), stemOf(right)];
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  if (isTest(wrong) !== isTest(right)) return false;
  return (
    short.length >= 8 && /\w[_-]\w/.test(short) && long.startsWith(short) && /^[_-]\w+$/.test(long.slice(short.length))
  );
}

/**
 * Whether a name of several words exists in a language that is used alongside the guessed one: `TideGauge.java` and
 * `TideGauge.scala`.
 */
function isSameThing(wrong: string, right: string): boolean {
  const stem = stemOf(wrong);
  const isOwnName = /[a-z\d][A-Z]|\w[_-]\w/.test(stem);
  const language = languages.find((extensions) => extensions.has(extensionOf(wrong)));
  return isOwnName && stem === stemOf(right) && language?.has(extensionOf(right)) === true;
}

/** The extensions of languages that share modules: a module guessed in one may have been written in another. */
const languages: readonly ReadonlySet<string>[] = [
  new Set(['.java', '.scala', '.kt', '.kts', '.groovy', '.clj']),
  new Set(['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.vue', '.svelte']),
  new Set(['.c', '.cc', '.cpp', '.cxx']),
  new Set(['.m', '.mm', '.swift']),
  new Set(['.h', '.hh', '.hpp', '.hxx']),
  new Set(['.py', '.pyi', '.pyx']),
  new Set(['.cs', '.fs', '.vb']),
  new Set(['.ex', '.exs', '.erl']),
];

function isTest(name: string): boolean {
  return /(?:^|[._-])(?:test|tests|spec)(?:[._-]|$)/i.test(name);
}

function sharesFolder(a: string, b: string): boolean {
  return a.split('/')[0] === b.split('/')[0];
}

/** Returns the first file of the same folder that was then read: where the agent looked instead. */
function nextInFolder(step: FailedStep, view: ThreadView, missing: MissingPath): string | undefined {
  for (const later of after(view, step, 8)) {
    // Some agents read files with the shell.
    if (later.call.tool !== 'read' && later.call.tool !== 'shell') continue;
    const path = touchedPaths(later, view.roots).find((touched) => folderOf(touched) === folderOf(missing.path));
    if (path && nameOf(path).includes('.')) return path;
  }
  return undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function stemOf(name: string): string {
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

function extensionOf(name: string): string {
  const dot = name.indexOf('.', 1);
  return dot < 0 ? '' : name.slice(dot);
}
