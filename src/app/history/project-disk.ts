import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../lessons/disk.ts';
import type { Project } from '../../sessions/projects/project.ts';
import type { PackageName } from '../../shell/packages.ts';
import { openDeclaredPackages } from '../declared-packages.ts';

/** The folder of a project on this machine. It records every question and answer, because a cached result depends on them. */
export interface ProjectDisk extends Disk {
  isThere(path: string): boolean;
  declares(wanted: PackageName): boolean;
  /** The paths asked about so far, with the answers. */
  answers(): [path: string, isThere: boolean][];
  /** The packages asked about so far, with the answers. */
  packages(): [wanted: PackageName, isDeclared: boolean][];
}

/**
 * Opens the files of a project. It only checks whether they exist, and which packages the manifests name. Returns undefined if
 * the project has no checkout here, or an empty one: a missing file then says nothing about the repository.
 */
export function lookAround(
  { root, exists, container }: Pick<Project, 'root' | 'exists' | 'container'>,
  home: string,
): ProjectDisk | undefined {
  if (!exists || container || !isCheckedOut(join(root, '.git'))) return undefined;
  const answers = new Map<string, boolean>();
  const declared = openDeclaredPackages(root);
  const packages = new Map<string, [PackageName, boolean]>();
  const locate = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path));
  return {
    isThere(path) {
      const known = answers.get(path);
      if (known !== undefined) return known;
      // Ignore paths from logs that lead out of the repository.
      const isThere = !path.split('/').includes('..') && existsSync(locate(path));
      answers.set(path, isThere);
      return isThere;
    },
    declares(wanted) {
      const isDeclared = declared.declares(wanted);
      packages.set(`${wanted.ecosystem} ${wanted.name}`, [wanted, isDeclared]);
      return isDeclared;
    },
    answers: () => [...answers],
    packages: () => [...packages.values()],
  };
}

/** Git writes its index with the first file. In a worktree, `.git` is a file. */
function isCheckedOut(git: string): boolean {
  const stat = statSync(git, { throwIfNoEntry: false });
  return stat !== undefined && (stat.isFile() || existsSync(join(git, 'index')));
}
