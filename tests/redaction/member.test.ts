import { describe, expect, it } from 'vitest';
import { findSecretMembers } from '../../src/redaction/member.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { redactTree } from '../../src/redaction/redact-tree.ts';

const GONE = '[redacted:assignment]';
const { redact } = createRedactor();

describe('members whose name tells a secret', () => {
  it.each([
    [{ password: 'orchard' }, ['password']],
    [{ user: 'ann', apiKey: 'local-one' }, ['apiKey']],
    [{ client_secret: 'keyboard cat 7' }, ['client_secret']],
    [{ 'X-Api-Key': 'plainword' }, ['X-Api-Key']],
    [{ pin: 4711 }, ['pin']],
    [{ name: 'DB_PASSWORD', value: 'orchard' }, ['value']],
    [{ key: 'api_token', value: 'orchard' }, ['value']],
    [{ element: 'Password field', text: 'orchard' }, ['text']],
    [{ auth: Buffer.from('ann:pier').toString('base64') }, ['auth']],
  ])('%j', (object, names) => {
    expect(findSecretMembers(object)).toEqual(names);
  });

  it.each([
    { password: '$DB_PASSWORD' },
    { password: 'required' },
    { token: 'the token to look for' },
    { max_tokens: 4096 },
    { key: 'Enter' },
    { pin: 13 },
    { secretName: 'orchard-tls' },
    { pattern: 'password' },
    { session_id: '550e8400-e29b-41d4-a716-446655440000' },
    { token: 'https://orchard.test/oauth/token' },
    { password_file: '/run/secrets/db' },
    { credentials: 'include' },
    { name: 'orchard', value: 'pier' },
  ])('none in: %j', (object) => {
    expect(findSecretMembers(object)).toEqual([]);
  });
});

describe('redactTree', () => {
  it('sees names with their values, however deep, in pairs and behind flags', async () => {
    const value = {
      env: { GITHUB_TOKEN: 'orchard', HOME: '/home/ada' },
      headers: [['X-Api-Key', 'orchard'], { name: 'Authorization', value: 'orchard1' }],
      args: ['login', '--password', 'orchard', '--user', 'ann'],
      text: 'PASSWORD=q7Lm2x9K',
      count: 2,
    };
    expect(await redactTree(value, redact)).toEqual({
      env: { GITHUB_TOKEN: GONE, HOME: '/home/ada' },
      headers: [['X-Api-Key', GONE], { name: 'Authorization', value: GONE }],
      args: ['login', '--password', GONE, '--user', 'ann'],
      text: `PASSWORD=${GONE}`,
      count: 2,
    });
  });

  it('leaves what is allowed', async () => {
    expect(await redactTree({ password: 'fixture' }, redact, new Set(['fixture']))).toEqual({ password: 'fixture' });
  });
});
