import { askGit, isInRepository } from '../../delivery/ask-git.ts';
import { MEMORY_FOLDER } from '../../memory/memory.ts';

/** The files that somebody works on. */
export interface ChangedFiles {
  /** Relative to the top of the checkout, with forward slashes. */
  files: string[];
  /** Whether there are more than were taken. */
  isCut: boolean;
}

/** A task over more files is not a task: matching them all would take every lesson. */
const MOST_FILES = 1_000;

/**
 * What is changed in a checkout: staged, unstaged and new files, and what the commits changed that the default branch does not have.
 * Nothing outside a repository.
 */
export async function listTouchedFiles(top: string): Promise<ChangedFiles> {
  if (!isInRepository(top)) return { files: [], isCut: false };
  const [status, committed] = await Promise.all([listUncommitted(top), listCommitted(top)]);
  const files = [...new Set([...status.files, ...committed])].filter(
    (file) => file !== '' && !file.startsWith(`${MEMORY_FOLDER}/`),
  );
  return { files: files.slice(0, MOST_FILES), isCut: files.length > MOST_FILES || status.isCut };
}

async function listUncommitted(top: string): Promise<ChangedFiles> {
  const { code, stdout } = await askGit(top, [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
  ]);
  const files: string[] = [];
  const parts = stdout.split('\0');
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    files.push(part.slice(3));
    // A file that was renamed is followed by its old name.
    if (/^(?:R|C|.R|.C)/.test(part)) files.push(parts[++at] ?? '');
  }
  // Ended for taking too long, or for its length.
  return { files, isCut: code === undefined && stdout !== '' };
}

async function listCommitted(top: string): Promise<string[]> {
  const base = await findBase(top);
  if (base === undefined) return [];
  const args = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', `${base}...HEAD`, '--'];
  return (await askGit(top, args)).stdout.split('\0');
}

/** The default branch as the remote has it, else as it is here. */
async function findBase(top: string): Promise<string | undefined> {
  const known = ['refs/remotes/origin/HEAD', ...['origin/main', 'origin/master'].map((name) => `refs/remotes/${name}`)];
  const refs = [...known, 'refs/heads/main', 'refs/heads/master'];
  const { stdout } = await askGit(top, ['for-each-ref', '--format=%(refname)', ...refs]);
  const present = new Set(stdout.split('\n').map((name) => name.trim()));
  return refs.find((ref) => present.has(ref));
}
