import { type Checkout, Checkouts } from './checkouts.ts';
import { joinBranches, joinMarks, joinNamedWorktrees, joinOwnerFolders, joinRemotes, joinResumed } from './clones.ts';
import { compileDeclared } from './declared.ts';
import { describeProjects } from './describe-projects.ts';
import { gatherFolders } from './folder-facts.ts';
import { type GitDisk, openDisk } from './git-folder.ts';
import { Groups } from './groups.ts';
import { placeHashed } from './hashed-folders.ts';
import { declareJoined, readJoin } from './joined-folders.ts';
import type { DeclaredGroup, Project, SessionPlace } from './project.ts';

/** Declarations of a person about projects, and the machine they are on. */
export interface ResolveOptions {
  /** The setting `projects`, with anchored globs. */
  projects?: Readonly<Record<string, readonly string[]>>;
  /** `--join` as typed: the folders that one glob matches are one project in this run. */
  join?: readonly string[];
  /** The folders that `~` and `./` in `join` stand for. */
  home: string;
  cwd: string;
  /** The folder that the run is about, if there is one. */
  here?: string;
  /** The disk to examine. */
  disk?: GitDisk;
}

/**
 * Groups sessions by repository: those of worktrees, sub-folders, clones and other machines together, the largest project first.
 *
 * Declarations of a person come first and override all evidence. Then each rule joins the checkouts that it can show to be one
 * repository; none joins two checkouts whose remotes are known and differ.
 */
export async function resolveProjects(listed: readonly SessionPlace[], options: ResolveOptions): Promise<Project[]> {
  const sessions = placeHashed(listed);
  const disk = options.disk ?? openDisk();
  const joined = (options.join ?? []).map((typed) => readJoin(typed, options));
  const declared = await compileDeclared([...listDeclared(options), ...joined.map(({ group }) => group)]);
  const checkouts = new Checkouts(gatherFolders(sessions), disk, declared);
  await declareJoined(joined, checkouts, { disk, here: options.here });
  const groups = new Groups([...checkouts.byKey.values()]);
  joinDeclared(groups, checkouts);
  joinWorktrees(groups, checkouts);
  joinRemotes(groups, checkouts);
  joinMarks(groups, checkouts);
  joinResumed(groups, checkouts, sessions);
  joinOwnerFolders(groups, checkouts);
  joinNamedWorktrees(groups, checkouts);
  joinBranches(groups, checkouts);
  return describeProjects(groups, checkouts, sessions, disk);
}

function listDeclared({ projects = {} }: ResolveOptions): DeclaredGroup[] {
  return Object.entries(projects).map(([name, globs]) => ({ name, globs }));
}

function joinDeclared(groups: Groups, checkouts: Checkouts): void {
  const first = new Map<DeclaredGroup, Checkout>();
  for (const checkout of checkouts.byKey.values()) {
    for (const group of checkout.declared) {
      const known = first.get(group);
      if (known === undefined) first.set(group, checkout);
      else groups.force(known, checkout);
    }
  }
}

function joinWorktrees(groups: Groups, checkouts: Checkouts): void {
  for (const checkout of checkouts.byKey.values())
    if (checkout.main !== undefined) groups.join(checkout.main, checkout);
}
