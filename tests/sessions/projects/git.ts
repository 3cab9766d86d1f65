import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Real git in a folder of repositories, without the settings of this machine. */
export function openGit(top: string) {
  const who = { NAME: 'A', EMAIL: 'a@b.example' };
  const people = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(who).map(([name, text]) => [`GIT_${role}_${name}`, text]),
  );
  const env = { PATH: process.env.PATH, HOME: top, GIT_CONFIG_NOSYSTEM: '1', ...Object.fromEntries(people) };
  const git = (cwd: string, ...args: string[]): void => {
    const settings = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
    execFileSync('git', [...settings, ...args], { cwd, env, stdio: 'pipe' });
  };
  return {
    git,
    /** A repository with a commit, and a remote at GitHub where one is named. */
    makeRepository(name: string, remote?: string): string {
      const folder = join(top, name);
      mkdirSync(folder, { recursive: true });
      git(folder, 'init', '-q');
      git(folder, 'commit', '-q', '--allow-empty', '-m', 'Start');
      if (remote !== undefined) git(folder, 'remote', 'add', 'origin', `git@github.com:${remote}.git`);
      return folder;
    },
  };
}
