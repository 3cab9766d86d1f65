import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { findRemotes, normaliseLoggedRemote } from '../../src/agents/remotes.ts';

const home = '/home/dev/harbour';

function call(command: string, output: string, cwd = home): Call {
  return {
    id: '1',
    agent: 'a',
    session: 's',
    seq: 0,
    tool: 'shell',
    name: 'Bash',
    input: { command },
    outcome: 'ok',
    output,
    outputLength: 0,
    at: 0,
    cwd,
  };
}

describe('the address of a remote', () => {
  it.each([
    ['git@github.com:lantern/harbour.git', 'github.com/lantern/harbour'],
    ['https://github.com/lantern/harbour', 'github.com/lantern/harbour'],
    ['https://dev:token@github.com/lantern/harbour.git/', 'github.com/lantern/harbour'],
    ['ssh://git@git.example.org:2222/lantern/harbour.git', 'git.example.org/lantern/harbour'],
    ['https://GitLab.com/group/sub/harbour.git', 'gitlab.com/group/sub/harbour'],
    ['/srv/git/harbour.git', undefined],
    ['../harbour.git', undefined],
    ['file:///srv/git/harbour.git', undefined],
    ['C:\\work\\harbour', undefined],
    ['https://github.com/', undefined],
  ])('%s', (address, remote) => {
    expect(normaliseLoggedRemote(address)).toBe(remote);
  });
});

describe('remotes that a command shows', () => {
  const list = 'origin\tgit@github.com:lantern/harbour.git (fetch)\norigin\tgit@github.com:lantern/harbour.git (push)';
  const one = ['github.com/lantern/harbour'];

  it.each<[string, string, string[]]>([
    ['git remote -v', list, one],
    ['git push origin main', 'To github.com:lantern/harbour.git\n   1a..2b  main -> main', one],
    ['git fetch', 'From https://github.com/lantern/harbour\n * branch main -> FETCH_HEAD', one],
    ['gh pr create --fill', 'https://github.com/lantern/harbour/pull/12', one],
    [`cd ${home} && git remote -v`, list, one],
    ['gh pr view 12 -R other/orchard', 'url:\thttps://github.com/other/orchard/pull/12', []],
    ['gh api repos/other/orchard', 'https://github.com/other/orchard/pull/12', []],
    ['cd ../orchard && git remote -v', list, []],
    ['git -C ../orchard remote -v', list, []],
    ['cat notes.txt', list, []],
    ['echo git remote', 'see https://github.com/other/orchard', []],
  ])('%s', (command, output, remotes) => {
    expect(findRemotes(call(command, output), home)).toEqual(remotes);
  });

  it('does not look outside the folder the session began in', () => {
    expect(findRemotes(call('git remote -v', list, '/home/dev/orchard'), home)).toEqual([]);
    expect(findRemotes(call('git remote -v', list, `${home}/src`), home)).toEqual(one);
    expect(findRemotes(call('git remote -v', list, '/tmp/x'), '/tmp/x')).toEqual([]);
  });

  it('does not take long over a command of spaces and line breaks', () => {
    const command = `git push${'\n'.repeat(4000)}`;
    expect(findRemotes(call(command, `${' '.repeat(20_000)}To`), home)).toEqual([]);
  });
});
