import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MEMORY_FOLDER } from '../../memory/memory.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';

/**
 * Examines hardwon's own folders, and the one with the lessons: whether they exist, are writable, and cannot be changed by
 * others.
 */
export const folders: Examination = {
  name: 'folders',
  title: 'Folders',
  async examine(patient) {
    const { config, cache, data } = patient.folders;
    return [
      examineFolder('The folder for the configuration', config, patient),
      examineFolder('The cache', cache, patient),
      examineFolder('The folder for journal and undo', data, patient),
      ...(stat(join(patient.root, MEMORY_FOLDER))
        ? [examineFolder("The project's memory", join(patient.root, MEMORY_FOLDER), patient)]
        : []),
      ...examineGit(patient),
    ];
  },
};

/** Examines git: a `.git` that points to a git folder which does not know the checkout may be anyone's work. */
function examineGit({ root }: Installation): ExaminationFinding[] {
  const foreign = openDisk().findGit(root)?.foreign;
  if (foreign === undefined) return [];
  return [
    {
      state: 'note',
      says: `${join(root, '.git')} leads to ${foreign}, which may be another checkout's: its remotes and worktrees do not count here.`,
      fix: `If it is that of this one: git config -f ${quoteWord(join(foreign, 'config'))} core.worktree ${quoteWord(root)}`,
    },
  ];
}

function examineFolder(what: string, path: string, patient: Installation): ExaminationFinding {
  const found = stat(path);
  if (!found) return examineMissing(what, path);
  if (!found.isDirectory())
    return {
      state: 'problem',
      says: `${what}, ${path}, is a file, not a folder.`,
      fix: `Move it away: mv ${path} ${path}.old`,
    };
  if (!isWritable(path))
    return { state: 'problem', says: `${what}, ${path}, is not writable.`, fix: `chmod u+rwx ${path}` };
  const danger = patient.platform === 'win32' ? undefined : findDanger(found);
  if (danger) return { state: 'problem', says: `${what}, ${path}, ${danger.says}.`, fix: `${danger.fix} ${path}` };
  return { state: 'ok', says: `${what}: ${path}.` };
}

/** Examines a missing folder: it is created when needed, which must be possible. */
function examineMissing(what: string, path: string): ExaminationFinding {
  let above = dirname(path);
  while (!stat(above) && dirname(above) !== above) above = dirname(above);
  const isPossible = stat(above)?.isDirectory() && isWritable(above);
  // Logs are private, and so is everything derived from them.
  const run = async () => void (await mkdir(path, { recursive: true, mode: 0o700 }));
  const repair = { does: `make ${path}`, run };
  if (isPossible) return { state: 'ok', says: `${what}: ${path}, created when needed.`, repair };
  return {
    state: 'problem',
    says: `${what}, ${path}, does not exist, and cannot be created in ${above}.`,
    fix: `mkdir -p ${path}`,
  };
}

/** Returns the danger of a folder's permissions: others who can write there decide what agents are told. */
function findDanger({ mode, uid }: Stats): { says: string; fix: string } | undefined {
  const user = process.getuid?.();
  if (user !== undefined && uid !== user)
    return { says: 'belongs to another user, who can change what agents are told', fix: 'sudo chown -R "$USER"' };
  if (mode & 0o002) return { says: 'can be written to by everybody on this machine', fix: 'chmod o-w' };
  return undefined;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
