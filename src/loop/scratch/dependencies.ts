import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { exists } from '../../shared/files.ts';
import { type CarriedCopy, type CarryOptions, carryPath } from './carry-path.ts';
import { type CarriedPath, chooseDependencies, type DependencyWishes } from './choose-dependencies.ts';
import { makeLink } from './copy-folder.ts';
import type { Move, PathMap } from './path-map.ts';
import type { Scratch } from './scratch.ts';
import type { Source } from './source.ts';

/** The outcome of carrying over dependencies. */
export interface Carriage {
  carried: CarriedPath[];
  /** Ignored files with settings of this machine that were not asked for, relative to the root. */
  settings: string[];
  /** Folders that were copied from outside the repository. */
  moves: Move[];
  /** Notices for people: what was left out or may be missing. */
  notices: string[];
}

/**
 * Gives a scratch checkout the user's dependencies. They are copied, not linked: an agent that installs a package must not change
 * the user's files. File systems with copy-on-write share the blocks until they are written to.
 */
export async function carryDependencies(
  source: Source,
  scratch: Scratch,
  wishes: DependencyWishes,
  map: PathMap,
  signal?: AbortSignal,
): Promise<Carriage> {
  const { wanted, settings } = await chooseDependencies(source, scratch, wishes);
  const done: Carriage = { carried: [], settings, moves: [], notices: [] };
  const links: string[] = [];
  for (const { path, how } of wanted) {
    const copy = await carryOne(source, scratch, { path, how }, { root: source.root, map, signal }).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        throw new AppError('unreadable', `cannot copy ${join(source.root, path)}: ${reason}`, {
          hint: 'loop.copy in the configuration names what is copied; loop.setup can create it instead.',
          cause: error,
        });
      },
    );
    if (!copy) continue;
    if (copy.refusal !== undefined) done.notices.push(`${path} was left out: it ${copy.refusal}`);
    else done.carried.push({ path, how });
    if (copy.move) done.moves.push(copy.move);
    links.push(...(copy.links ?? []));
  }
  done.notices.push(...describeDangling(links, scratch));
  await ignore(scratch, done.carried);
  for (const { path, source: inner, scratch: at } of scratch.submodules)
    add(done, `${path}/`, await carryDependencies(inner, at, wishesIn(`${path}/`, wishes), map, signal));
  return done;
}

/** Carries over one file or folder. Returns undefined if its place is taken. */
async function carryOne(
  source: Source,
  scratch: Scratch,
  { path, how }: CarriedPath,
  options: CarryOptions,
): Promise<CarriedCopy | undefined> {
  const [from, to] = [join(source.root, path), join(scratch.tree, path)];
  if (!(await makeRoom(source, scratch, path))) return undefined;
  if (how === 'copied') return carryPath(from, to, options);
  await makeLink(from, to, from);
  return {};
}

/** Adapts the paths for a submodule: those relative to the root change, names stay the same. */
function wishesIn(prefix: string, { copy, link }: DependencyWishes): DependencyWishes {
  const cut = (wish: string) => (wish.startsWith(prefix) ? wish.slice(prefix.length) : wish);
  return { copy: copy?.map(cut), link: link?.map(cut) };
}

function add(done: Carriage, prefix: string, inner: Carriage): void {
  done.carried.push(...inner.carried.map(({ path, how }) => ({ path: `${prefix}${path}`, how })));
  done.settings.push(...inner.settings.map((path) => `${prefix}${path}`));
  done.moves.push(...inner.moves);
  done.notices.push(...inner.notices.map((notice) => `in ${prefix}: ${notice}`));
}

/**
 * Makes room for a file or folder, unless something is there already. A link does not count, because it leads to the user's
 * files.
 */
async function makeRoom({ root }: Source, { tree }: Scratch, path: string): Promise<boolean> {
  const to = join(tree, path);
  if (!(await exists(join(root, path)))) return false;
  if (lstatSync(to, { throwIfNoEntry: false })?.isSymbolicLink()) await rm(to);
  if (await exists(to)) return false;
  await mkdir(dirname(to), { recursive: true });
  return true;
}

/** Upper bound of the links that are named. */
const MOST_NAMED = 3;

/** Describes links of dependencies that lead to files which git ignores and nobody asked for. */
function describeDangling(links: readonly string[], { tree }: Scratch): string[] {
  const dangling = links.filter((link) => !existsSync(link));
  if (dangling.length === 0) return [];
  const named = dangling
    .slice(0, MOST_NAMED)
    .map((link) => `${relative(tree, link)} (to ${relative(tree, readlinkSync(link))})`);
  const more = dangling.length > MOST_NAMED ? ` and ${dangling.length - MOST_NAMED} more` : '';
  return [
    `links point to files that are not in the scratch checkout: ${named.join(', ')}${more}; loop.copy copies them`,
  ];
}

/** Adds ignore rules: a rule such as `node_modules/` is for folders, so a link would look like a change made by the agent. */
async function ignore({ gitDir }: Scratch, carried: readonly CarriedPath[]): Promise<void> {
  const rules = carried.map(({ path }) => `/${path.replace(/[\\*?[\]#! ]/g, '\\$&')}\n`).join('');
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await appendFile(join(gitDir, 'info', 'exclude'), `\n${rules}`);
}
