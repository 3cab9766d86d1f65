import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { exists } from '../../shared/files.ts';
import { hashText } from '../../shared/hash.ts';
import { commitChanges } from './carry-changes.ts';
import { linkObjects } from './link-objects.ts';
import { runGit, tryGit } from './run-git.ts';
import { gitIn, listRefs, type Scratch, type Submodule, scratchPlace } from './scratch.ts';
import { describeSource, listUncommitted, type Source } from './source.ts';

/** The place of a new scratch checkout, and its contents. */
interface ScratchRequest {
  source: Source;
  /** A folder of our own, in which `tree` and `git` are created. */
  folder: string;
  /** The name of the branch that the agent sees. */
  branch: string;
  /** The commit to start from, if it was made for an earlier run, with a bundle of the part that the user's repository lacks. */
  from?: { base: string; bundle?: string };
  /** Whether to include uncommitted changes. */
  withChanges: boolean;
  /** Receives notices for people: what could not be included. */
  tell?(notice: string): void;
}

type Place = Pick<Scratch, 'tree' | 'gitDir'>;

/**
 * Creates a checkout to work in. It is a repository of its own that borrows the objects of the user's: whatever an agent does in
 * it (commits, stashes, settings, hooks, `git gc`) stays in it, which a linked worktree could not guarantee. It has no remotes,
 * so nothing is pushed.
 */
export async function makeScratch(request: ScratchRequest): Promise<Scratch> {
  const { source, folder, branch, from, withChanges, tell = () => undefined } = request;
  const place = scratchPlace(folder);
  await makeRepository(source, place, branch);
  if (from?.bundle !== undefined) await gitIn(place, ['bundle', 'unbundle', from.bundle]);
  const base = from?.base ?? (withChanges ? await commitChanges(source, place, source.head, tell) : source.head);
  if (base === undefined)
    throw new AppError('not-found', `${source.root} has no commit yet.`, {
      hint: 'Commit what there is, or add --with-changes.',
    });
  const carry: Carry = async (inner, own, commit, path) => {
    if (from) return from.bundle === undefined ? undefined : unbundle(own, bundleOf(from.bundle, path));
    const isDirty = withChanges && (await listUncommitted(inner)).length > 0;
    return isDirty ? commitChanges(inner, own, commit, tell) : undefined;
  };
  return checkOut(source, { ...place, branch, base }, { carry, tell, prefix: '' });
}

/** Commits the uncommitted changes of a submodule, by its path relative to the root. */
type Carry = (source: Source, place: Place, commit: string, path: string) => Promise<string | undefined>;

async function makeRepository(source: Source, { tree, gitDir }: Place, branch: string): Promise<void> {
  await mkdir(tree, { recursive: true });
  await mkdir(dirname(gitDir), { recursive: true });
  const init = [
    'init',
    '--quiet',
    '--template=',
    `--object-format=${source.objectFormat}`,
    `--initial-branch=${branch}`,
  ];
  await runGit(tree, [...init, `--separate-git-dir=${gitDir}`]);
  await linkObjects(source, gitDir);
}

/**
 * Checks out a commit, with the submodules that the user has checked out: each is a repository of its own that borrows in the
 * same way.
 */
async function checkOut(
  source: Source,
  place: Place & Pick<Scratch, 'branch' | 'base' | 'carried'>,
  { carry, tell, prefix }: { carry: Carry; tell: (notice: string) => void; prefix: string },
): Promise<Scratch> {
  const { branch, base, carried } = place;
  await gitIn(place, ['update-ref', `refs/heads/${branch}`, base]);
  await gitIn(place, ['reset', '--quiet', '--hard', base]);
  if (carried !== undefined) {
    // The files of one with the index of the other: uncommitted, as they were.
    await gitIn(place, ['read-tree', '--reset', '-u', carried]);
    await gitIn(place, ['read-tree', base]);
  }
  const shown = carried ?? base;
  const submodules: Submodule[] = [];
  for (const { path, source: inner, commit } of await findSubmodules(source, place, shown, tell)) {
    const own = { tree: join(place.tree, path), gitDir: join(place.gitDir, 'submodules', String(submodules.length)) };
    await makeRepository(inner, own, branch);
    const work = await carry(inner, own, commit, `${prefix}${path}`);
    const at = { ...own, branch, base: commit, carried: work };
    submodules.push({
      path,
      source: inner,
      scratch: await checkOut(inner, at, { carry, tell, prefix: `${prefix}${path}/` }),
    });
  }
  const start = await gitIn(place, ['rev-parse', `${shown}^{tree}`]);
  return { ...place, real: await realpath(place.tree), start, tags: await listRefs(place, 'refs/tags'), submodules };
}

/**
 * Keeps the part of a base that the user's repository lacks, so that a later run can start from it. Returns whether there is any.
 */
export async function bundleBase(scratch: Scratch, head: string | undefined, file: string): Promise<boolean> {
  await bundleSubmodules(scratch, file, '');
  if (scratch.base === head) return false;
  const without = head === undefined ? [] : [`^${head}`];
  await gitIn(scratch, ['bundle', 'create', '--quiet', file, `refs/heads/${scratch.branch}`, ...without]);
  return true;
}

async function bundleSubmodules({ submodules }: Scratch, file: string, prefix: string): Promise<void> {
  for (const { path, scratch } of submodules) {
    await bundleSubmodules(scratch, file, `${prefix}${path}/`);
    if (scratch.carried === undefined) continue;
    await gitIn(scratch, ['update-ref', CARRIED, scratch.carried]);
    await gitIn(scratch, [
      'bundle',
      'create',
      '--quiet',
      bundleOf(file, `${prefix}${path}`),
      CARRIED,
      `^${scratch.base}`,
    ]);
    await gitIn(scratch, ['update-ref', '-d', CARRIED]);
  }
}

const CARRIED = 'refs/heads/hardwon-carried';

/** Returns the file for the work in a submodule, beside that for the repository. */
function bundleOf(file: string, path: string): string {
  return `${file}-${hashText(path)}`;
}

async function unbundle(place: Place, file: string): Promise<string | undefined> {
  if (!(await exists(file))) return undefined;
  return (await gitIn(place, ['bundle', 'unbundle', file])).split(' ')[0];
}

/** A submodule that is checked out in the user's checkout. */
interface FoundSubmodule {
  /** Relative to the root of the repository that contains it. */
  path: string;
  source: Source;
  /** The commit that the repository records for it. */
  commit: string;
}

/**
 * Finds the submodules of a commit that the user has checked out; others are empty folders in the user's checkout, too. `tell` is
 * notified of those that cannot be filled.
 */
async function findSubmodules(
  { root }: Source,
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  shown: string,
  tell: (notice: string) => void,
): Promise<FoundSubmodule[]> {
  const found: FoundSubmodule[] = [];
  for (const { path, commit } of await listRecorded(scratch, shown)) {
    const folder = join(root, path);
    if (!(await exists(join(folder, '.git')))) continue;
    const source = await describeSource(folder).catch(() => undefined);
    const isWhole =
      source?.root === folder && (await tryGit(folder, ['cat-file', '-e', `${commit}^{commit}`])).code === 0;
    if (source && isWhole) found.push({ path, source, commit });
    else
      tell(
        `the submodule ${path} stays empty: its commit ${commit.slice(0, 12)} is not here; git submodule update fetches it`,
      );
  }
  return found;
}

async function listRecorded(
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  shown: string,
): Promise<{ path: string; commit: string }[]> {
  const said = await gitIn(scratch, ['ls-tree', '-r', '-z', '--full-tree', shown]);
  return said.split('\0').flatMap((line) => {
    const [, commit, path] = /^160000 commit (\w+)\t(.*)$/s.exec(line) ?? [];
    return commit === undefined || path === undefined ? [] : [{ path, commit }];
  });
}
