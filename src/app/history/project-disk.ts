import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../lessons/disk.ts';
import type { PackageName } from '../../shell/packages.ts';
import { openDeclaredPackages } from '../declared-packages.ts';

/** The folder of a project on this machine, which remembers what it was asked: the answers are what a kept result depends on. */
export interface ProjectDisk extends Disk {
  isThere(path: string): boolean;
  /** Where a repository path, or one below the home folder (`~/x`), is on this machine. */
  locate(path: string): string;
  declares(wanted: PackageName): boolean;
  /** What was asked so far, with the answers. */
  answers(): [path: string, isThere: boolean][];
  /** The packages that were asked for, with the answers. */
  packages(): [wanted: PackageName, isDeclared: boolean][];
  /** The manifests that those answers depend on. */
  manifests(): readonly string[];
}

/**
 * Looks at the files of a project. Only whether they exist is asked, and of manifests which packages they name. Nothing where the folder is
 * no checkout, or an empty one: then that a file is absent says nothing about the repository.
 */
export function lookAround(root: string, home: string): ProjectDisk | undefined {
  if (!isCheckedOut(join(root, '.git'))) return undefined;
  const answers = new Map<string, boolean>();
  const declared = openDeclaredPackages(root);
  const packages = new Map<string, [PackageName, boolean]>();
  const locate = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path));
  return {
    isThere(path) {
      const known = answers.get(path);
      if (known !== undefined) return known;
      // A path of a log that climbs out of the repository is not looked at.
      const isThere = !path.split('/').includes('..') && existsSync(locate(path));
      answers.set(path, isThere);
      return isThere;
    },
    declares(wanted) {
      const isDeclared = declared.declares(wanted);
      packages.set(`${wanted.ecosystem} ${wanted.name}`, [wanted, isDeclared]);
      return isDeclared;
    },
    locate,
    answers: () => [...answers],
    packages: () => [...packages.values()],
    manifests: () => declared.files(),
  };
}

/** Git writes its index with the first file; in a worktree `.git` is a file. */
function isCheckedOut(git: string): boolean {
  const stat = statSync(git, { throwIfNoEntry: false });
  return stat !== undefined && (stat.isFile() || existsSync(join(git, 'index')));
}
