import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymise } from '../../src/redaction/anonymise.ts';

describe('e-mail addresses', () => {
  it.each([
    ['mail ann@orchard.test now', 'mail [redacted:email] now'],
    ['Author: Ann Lee <ann.lee+git@mail.orchard.test>', 'Author: Ann Lee <[redacted:email]>'],
    ['"email":"ann@orchard.test","x":1', '"email":"[redacted:email]","x":1'],
    ['line\\nann@orchard.test\\n', 'line\\n[redacted:email]\\n'],
    ['user=ann@orchard.test.', 'user=[redacted:email].'],
    ['?mail=ann%40orchard.test&x=1', '?mail=[redacted:email]&x=1'],
    ['jürgen@müller.test', '[redacted:email]'],
    ['ann@163.test and bob@3m.test', '[redacted:email] and [redacted:email]'],
    ['scp a.txt ann@harbour.test:/srv', 'scp a.txt [redacted:email]:/srv'],
    ['ann@orchard.test,bob@orchard.test', '[redacted:email],[redacted:email]'],
  ])('%s', (text, shared) => {
    expect(anonymise(text)).toBe(shared);
  });

  it.each([
    'git clone git@github.com:orchard/lantern.git',
    'ssh://git@github.com/orchard/lantern',
    'npm i lodash@4.17.21 @types/node@20.19.43 react@next vite@8.0.0-beta.1',
    'uses: actions/checkout@v4.1.0',
    'icon@2x.png',
    'systemctl status getty@tty1.service',
    '@pytest.fixture',
    'y = x@self.weight',
    'HEAD@{1} and user@localhost',
    'x = a@b.T',
    'https://github.com/@orchard',
    '[redacted:email]',
  ])('are not in: %s', (text) => {
    expect(anonymise(text)).toBe(text);
  });
});

describe('home folders', () => {
  it.each([
    ['/home/ann/src/orchard', '~/src/orchard'],
    ['cd /home/ann', 'cd ~'],
    ['in /home/ann.lee.', 'in ~.'],
    ['/Users/ann/src:/Users/bob/bin', '~/src:~/bin'],
    ['-I/home/ann/include', '-I~/include'],
    ['file:///home/ann/a.html', 'file://~/a.html'],
    ['host:/home/ann/a', 'host:~/a'],
    ['"/home/ann/a","/home/bob/b"', '"~/a","~/b"'],
    ['\\n/home/ann/a.ts:3', '\\n~/a.ts:3'],
    ['\u001b[31m/home/ann/a.ts\u001b[0m', '\u001b[31m~/a.ts\u001b[0m'],
    ['C:\\Users\\ann\\src', '~\\src'],
    ['C:\\Users\\Ann Lee\\src', '~\\src'],
    ['C:\\Users\\ann and C:\\tmp\\x', '~ and C:\\tmp\\x'],
    ['"C:\\\\Users\\\\ann\\\\src"', '"~\\\\src"'],
    ['c:/Users/ann/src', '~/src'],
    ['/mnt/c/Users/ann/src', '~/src'],
    ['/c/Users/ann/src', '~/src'],
    ['/cygdrive/d/Users/ann/src', '~/src'],
    ['\\\\wsl$\\Debian\\home\\ann\\src', '~\\src'],
    ['\\\\wsl.localhost\\Debian\\home\\ann\\src', '~\\src'],
    ['/var/home/ann/src', '~/src'],
    ['/System/Volumes/Data/Users/ann/src', '~/src'],
    ['~/.claude/projects/-home-ann-src-orchard/x.jsonl', '~/.claude/projects/~-src-orchard/x.jsonl'],
    ['projects\\C--Users-ann-src', 'projects\\~-src'],
  ])('%s', (text, shared) => {
    expect(anonymise(text)).toBe(shared);
  });

  it.each([
    'https://orchard.test/home/about/',
    './home/ann/x',
    '$ROOT/home/ann',
    '/root/src',
    '/home/',
    '/home/<user>/x',
    '/home/$USER/x',
    '/Users/Shared/x',
    '/home/linuxbrew/.linuxbrew/bin/brew',
    'C:\\Users\\Public\\x',
    '~/src',
    'src/home/ann.ts',
    'cmd --home-dir-x',
  ])('are not in: %s', (text) => {
    expect(anonymise(text)).toBe(text);
  });

  it('are also those that are given, in any notation', () => {
    const homes = ['/root', 'D:\\Profiles\\ann', '/net/users/ann-marie/'];
    expect(anonymise('/root/src /root /rooted', { homes })).toBe('~/src ~ /rooted');
    expect(
      anonymise('D:\\Profiles\\ann\\x d:/profiles/ann/x "D:\\\\Profiles\\\\ann\\\\x" D:\\Profiles\\annie', { homes }),
    ).toBe('~\\x ~/x "~\\\\x" D:\\Profiles\\annie');
    expect(anonymise('/net/users/ann-marie/x projects/-net-users-ann-marie-x', { homes })).toBe('~/x projects/~-x');
  });

  it('mean nothing when they are empty or the root', () => {
    expect(anonymise('/srv/x a/b', { homes: ['', '/'] })).toBe('/srv/x a/b');
  });
});

describe('anonymise', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789_'), minLength: 3, maxLength: 12 })
    .map((text) => `u${text}`);
  const write = fc.constantFrom<(user: string) => string>(
    (user) => `/home/${user}/x`,
    (user) => `/Users/${user}`,
    (user) => `C:\\Users\\${user}\\x`,
    (user) => `/mnt/c/Users/${user}/x`,
    (user) => `${user}@orchard.test`,
    (user) => `<first.${user}@mail.orchard.test>`,
  );
  const around = fc.constantFrom('', ' ', '\n', '"', "'", '(', '\\n', '=', ': ', ',');

  it('lets no planted name through, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(around, write, name), { minLength: 1 }), around, (parts, end) => {
        const text = parts.map(([lead, form, user]) => ` ${lead}${form(user)}`).join(end === ',' ? ' ' : end) + end;
        const shared = anonymise(text);
        for (const [, , user] of parts) expect(shared).not.toContain(user);
        expect(anonymise(shared)).toBe(shared);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a text without either as it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '/', '\\', ':', 'home', '.', '-', '~', 'é') }),
        (text) => {
          if (!/\/home\/|-home-|home\\/.test(text)) expect(anonymise(text)).toBe(text);
        },
      ),
    );
  });
});
