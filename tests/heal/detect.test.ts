import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/heal/detect.ts';

describe('diagnose', () => {
  it.each([
    ['ssh: connect to host db.harbour.example port 22: No route to host', 'network', 'network.no-route'],
    ['curl: (7) Failed to connect to localhost port 8080: Connection refused', 'network', 'network.refused'],
    ['ssh: connect to host 10.1.2.3 port 22: Connection timed out', 'network', 'network.timeout'],
    ['Unable to connect to the server: dial tcp 10.1.2.3:6443: i/o timeout', 'network', 'network.timeout'],
    [
      "fatal: unable to access 'https://git.example/a.git/': Could not resolve host: git.example",
      'network',
      'network.name',
    ],
    ['Error: getaddrinfo ENOTFOUND api.example', 'network', 'network.name'],
    ['fetch-pack: unexpected disconnect\nfatal: the remote end hung up unexpectedly', 'network', 'network.reset'],
    ['error: You must be logged in to the server (Unauthorized)', 'auth', 'auth.login'],
    ['HTTP 401: Bad credentials (https://api.example/user)', 'auth', 'auth.status'],
    ['curl: (22) The requested URL returned error: 403', 'auth', 'auth.status'],
    ['Error from server (Forbidden): pods is forbidden: User "ann" cannot list resource', 'auth', 'auth.forbidden'],
    ['403 Forbidden', 'auth', 'auth.forbidden'],
    ['401 Unauthorized', 'auth', 'auth.unauthorized'],
    ['An error occurred (ExpiredToken) when calling the ListBuckets operation', 'auth', 'auth.expired'],
    ['The SSO session associated with this profile has expired or is otherwise invalid', undefined, undefined],
    ['Error loading SSO Token: Token for harbour does not exist', 'auth', 'auth.login'],
    ['error: Token expired', 'auth', 'auth.expired'],
    ['jwt expired', 'auth', 'auth.expired'],
    [
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      'service',
      'service.docker',
    ],
    ['npm error code ETIMEDOUT\nnpm error network request failed', 'registry', 'registry.npm'],
    ['WARNING: Retrying (Retry(total=4, connect=None, read=None)) after connection broken', 'registry', 'registry.pip'],
  ])('%s', (text, ailment, rule) => {
    const found = diagnose({ text });
    expect([found?.ailment, found?.rule]).toEqual([ailment, rule]);
  });

  it.each([
    '403 passed in 12.1s',
    'Tests: 401 passed, 2 failed',
    'AssertionError: expected 401 Unauthorized to equal 200',
    '    assert response.status_code == 403',
    "  12 |   throw new Error('Connection refused');",
    "-  retry on 'Connection timed out'",
    'FAIL src/login.test.ts > answers 403 Forbidden',
    '✗ gives 401 Unauthorized to guests',
    'wrote 403 files',
    'src/net.ts:401:17 - error TS2304: Cannot find name timeout.',
    'the timeout is set in config.toml',
    'error: 401.5 is not a version',
    '',
  ])('is silent about: %s', (text) => {
    expect(diagnose({ text })).toBeUndefined();
  });

  it('takes the last line that tells, and the status of an answer where no line does', () => {
    expect(diagnose({ text: 'warning: connection refused, trying again\nHTTP 401: Bad credentials' })?.ailment).toBe(
      'auth',
    );
    expect(diagnose({ text: 'Request failed', code: 401 })).toMatchObject({ ailment: 'auth', rule: 'auth.401' });
    expect(diagnose({ text: 'Request failed', code: 500 })).toBeUndefined();
  });

  it('ends soon on any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 3000 }), (text) => void diagnose({ text })));
    for (const text of [
      'error: '.repeat(50_000),
      'Failed to connect to '.repeat(20_000),
      `npm error ${'x'.repeat(1e6)}`,
    ])
      diagnose({ text });
  });
});
