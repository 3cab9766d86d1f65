import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../shared/files.ts';
import { runGit, tryGit } from './run-git.ts';
import type { Source } from './source.ts';

/** Settings of a repository that decide how its files are checked out, and who the author of commits is. */
const LOOKS =
  /^(?:user\.(?:name|email)|core\.(?:autocrlf|eol|filemode|ignorecase|symlinks|longpaths|precomposeunicode|quotepath|sparsecheckout|sparsecheckoutcone|attributesfile|excludesfile)|filter\.|lfs\.)/i;

/** Gives a repository what it needs from another: objects by reference; tags, ignore rules, attributes and settings as copies. */
export async function linkObjects({ objects, common, gitDir: own, root }: Source, gitDir: string): Promise<void> {
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true });
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${quotePath(objects)}\n`);
  await mkdir(join(gitDir, 'info'), { recursive: true });
  const copies = [
    [join(common, 'shallow'), join(gitDir, 'shallow')],
    [join(common, 'info', 'exclude'), join(gitDir, 'info', 'exclude')],
    [join(common, 'info', 'attributes'), join(gitDir, 'info', 'attributes')],
    [join(own, 'info', 'sparse-checkout'), join(gitDir, 'info', 'sparse-checkout')],
  ] as const;
  for (const [from, to] of copies) if (await exists(from)) await copyFile(from, to);
  for (const [key, value] of await listSettings(root))
    if (LOOKS.test(key)) await runGit(gitDir, [`--git-dir=${gitDir}`, 'config', '--add', key, value]);
  const tags = await listTags(root);
  if (tags !== '')
    await writeFile(join(gitDir, 'packed-refs'), `# pack-refs with: peeled fully-peeled sorted \n${tags}`);
}

/**
 * Returns the tags of a repository in git's packed form, because builds and tests ask `git describe` for their version. One file,
 * because thousands of tags would otherwise be as many files.
 */
async function listTags(root: string): Promise<string> {
  const format = '%(objectname) %(refname)%(if)%(*objectname)%(then)%0a^%(*objectname)%(end)';
  const { code, stdout } = await tryGit(root, ['for-each-ref', '--sort=refname', `--format=${format}`, 'refs/tags']);
  return code === 0 && stdout.trim() !== '' ? `${stdout.trimEnd()}\n` : '';
}

/** Returns the settings of a repository, and those of this checkout, which say whether it is sparse. */
async function listSettings(root: string): Promise<[key: string, value: string][]> {
  const list = async (scope: string) => {
    const { stdout } = await tryGit(root, ['config', scope, '--includes', '--list', '-z']);
    return stdout.split('\0').map((entry): [string, string] => {
      const [key = '', ...value] = entry.split('\n');
      return [key, value.join('\n')];
    });
  };
  const settings = await list('--local');
  const hasOwn = settings.some(([key, value]) => key === 'extensions.worktreeconfig' && value === 'true');
  return hasOwn ? [...settings, ...(await list('--worktree'))] : settings;
}

/** Writes a path as git reads it in that file: quoted as in C if it would otherwise mean something else. */
function quotePath(path: string): string {
  const forward = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return /^["#]|[\n\\]/.test(forward) ? `"${forward.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"` : forward;
}
