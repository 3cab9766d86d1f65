import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseRemote, ownerName, repositoryName } from '../../../src/sessions/projects/remotes.ts';

describe('normaliseRemote', () => {
  it.each([
    ['git@github.com:ada/harbour.git', 'github.com/ada/harbour'],
    ['github.com:ada/harbour', 'github.com/ada/harbour'],
    ['https://github.com/ada/harbour.git', 'github.com/ada/harbour'],
    ['https://user:pa%40ss@GitHub.com/Ada/Harbour/', 'github.com/Ada/Harbour'],
    ['https://x-access-token:ghs_secret@github.com/ada/harbour', 'github.com/ada/harbour'],
    ['ssh://git@gitlab.example.com:2222/group/sub/harbour.git', 'gitlab.example.com/group/sub/harbour'],
    ['ssh://git@ssh.github.com:443/ada/harbour.git', 'github.com/ada/harbour'],
    ['git@github.com-second:ada/harbour.git', 'github.com/ada/harbour'],
    ['git://host.example/harbour', 'host.example/harbour'],
    ['git+ssh://git@host.example/ada/harbour.git', 'host.example/ada/harbour'],
    ['git@ssh.dev.azure.com:v3/org/team/harbour', 'dev.azure.com/org/team/harbour'],
    ['https://org@dev.azure.com/org/team/_git/harbour', 'dev.azure.com/org/team/harbour'],
    ['http://proxy@127.0.0.1:41827/git/ada/harbour', 'github.com/ada/harbour'],
    ['github.com/ada/harbour', 'github.com/ada/harbour'],
    ['https://github.com/ada/harbour?x=1#y', 'github.com/ada/harbour'],
    ['/srv/git/harbour.git', 'file:/srv/git/harbour'],
    ['file:///srv/git/harbour.git/', 'file:/srv/git/harbour'],
    ['D:\\git\\Harbour', 'file:d:/git/harbour'],
  ])('%s is %s', (url, expected) => {
    expect(normaliseRemote(url)).toBe(expected);
  });

  it.each([
    '',
    '   ',
    '../harbour.git',
    'https://github.com/..git',
    'https://github.com/',
    'two words',
    'harbour',
    'git@host:',
    'x'.repeat(2000),
  ])('%j is no address', (url) => {
    expect(normaliseRemote(url)).toBeUndefined();
  });

  it('drops every password, and changes nothing the second time', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(word, word, word, fc.stringMatching(/^[A-Za-z0-9:@%._-]{1,20}$/), (owner, name, user, password) => {
        const remote = normaliseRemote(`https://${user}:P${password}Z@host.example/${owner}/${name}.git`);
        expect(remote).toBe(`host.example/${owner}/${name}`);
        expect(normaliseRemote(remote ?? '')).toBe(remote);
      }),
    );
  });
});

it('tells owner and name', () => {
  expect([ownerName('github.com/ada/harbour'), repositoryName('github.com/ada/harbour')]).toEqual(['ada', 'harbour']);
  expect(ownerName('host.example/harbour')).toBe('');
});
