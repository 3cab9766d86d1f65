import { askGit, isInRepository } from '../../delivery/ask-git.ts';
import { MEMORY_FOLDER } from '../../memory/memory.ts';

/** The files that somebody is working on. */
interface ChangedFiles {
  /** Relative to the top of the checkout, with forward slashes. */
  files: string[];
  /** Whether the list was cut because there are more. */
  isCut: boolean;
}

/** Upper bound: matching more files would select every lesson. */
const MOST_FILES = 1_000;

/**
 * Lists the changes in a checkout: staged, unstaged and new files, and those changed by commits that the default branch lacks.
 * Returns nothing outside a repository.
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
    // The old name follows a renamed file.
    if (/^(?:R|C|.R|.C)/.test(part)) files.push(parts[++at] ?? '');
  }
  // The command was ended because it took too long or printed too much.
  return { files, isCut: code === undefined && stdout !== '' };
}

async function listCommitted(top: string): Promise<string[]> {
  const base = await findBase(top);
  if (base === undefined) return [];
  const args = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', `${base}...HEAD`, '--'];
  return (await askGit(top, args)).stdout.split('\0');
}

/** Finds the default branch of the remote, or else the local one. */
async function findBase(top: string): Promise<string | undefined> {
  const known = ['refs/remotes/origin/HEAD', ...['origin/main', 'origin/master'].map((name) => `refs/remotes/${name}`)];
  const refs = [...known, 'refs/heads/main', 'refs/heads/master'];
  const { stdout } = await askGit(top, ['for-each-ref', '--format=%(refname)', ...refs]);
  const present = new Set(stdout.split('\n').map((name) => name.trim()));
  return refs.find((ref) => present.has(ref));
}
