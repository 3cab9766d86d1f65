import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/redact.ts';

const redactor = createRedactor();

/** Secrets that are known by what stands around them: addresses, headers, cookies, commands. */
describe('credentials in addresses', () => {
  it.each([
    ['https://ann:q7Lm2x@orchard.test/x', 'https://ann:[redacted:url-credentials]@orchard.test/x'],
    ['amqp://ann:q7@Lm2/x', 'amqp://ann:[redacted:url-credentials]@Lm2/x'],
    ['postgres://ann:p@ss@db/x', 'postgres://ann:[redacted:url-credentials]@db/x'],
    ['redis://:q7Lm2x@localhost', 'redis://:[redacted:url-credentials]@localhost'],
    ['postgres://app:q7Lm2x@$HOST/x', 'postgres://app:[redacted:url-credentials]@$HOST/x'],
    ['"https:\\/\\/ann:q7Lm2x@orchard.test\\/x"', '"https:\\/\\/ann:[redacted:url-credentials]@orchard.test\\/x"'],
    [
      'next=https%3A%2F%2Fann%3Aq7Lm2x%40orchard.test',
      'next=https%3A%2F%2Fann%3A[redacted:url-credentials]%40orchard.test',
    ],
    [
      'https://0a1b2c3d4e5f6a7b8c9d:x-oauth-basic@orchard.test',
      'https://[redacted:url-credentials]:x-oauth-basic@orchard.test',
    ],
  ])('%s', async (text, redacted) => {
    expect(await redactor.redactOne(text)).toBe(redacted);
  });
});

describe('headers', () => {
  it.each([
    ['Authorization: Bearer q7Lm2x9K4nP8', 'Authorization: Bearer [redacted:bearer]'],
    ['{\\"Authorization\\": \\"Bearer q7Lm2x9K4nP8\\"}', '{\\"Authorization\\": \\"Bearer [redacted:bearer]\\"}'],
    ['Authorization: Bot q7Lm2x9K4nP8', 'Authorization: Bot [redacted:authorization]'],
    ['"Authorization": "q7Lm2x9K4nP8"', '"Authorization": "[redacted:authorization]"'],
    ['Proxy-Authorization: Basic YW5uOnE3TG0yeDlL', 'Proxy-Authorization: Basic [redacted:basic-auth]'],
    ['Cookie: a=b; sid=q7Lm2x9K', 'Cookie: [redacted:cookie]'],
    ["curl -H 'Cookie: sid=q7Lm2x9K' x", "curl -H 'Cookie: [redacted:cookie]' x"],
    ['curl --cookie "sid=q7Lm2x9K" x', 'curl --cookie "[redacted:cookie]" x'],
    ["headers.set('Set-Cookie', 'sid=q7Lm2x9K')", "headers.set('Set-Cookie', '[redacted:cookie]')"],
    ['/app;jsessionid=0A1B2C3D4E5F?x=1', '/app;jsessionid=[redacted:cookie]?x=1'],
  ])('%s', async (text, redacted) => {
    expect(await redactor.redactOne(text)).toBe(redacted);
  });
});

describe('passwords of commands', () => {
  const GONE = '[redacted:command-password]';

  it.each([
    ['curl -u ann:q7Lm2x https://x', `curl -u ann:${GONE} https://x`],
    ["curl --user 'ann:q7Lm2x' https://x", `curl --user 'ann:${GONE}' https://x`],
    ['http -a ann:q7Lm2x :8000', `http -a ann:${GONE} :8000`],
    ['mysqldump -uroot -pq7Lm2x fruit', `mysqldump -uroot -p${GONE} fruit`],
    ['sshpass -p "q7Lm2x" ssh harbour', `sshpass -p "${GONE}" ssh harbour`],
    ['docker login -u ann -p q7Lm2x', `docker login -u ann -p ${GONE}`],
    ['redis-cli -h db -a q7Lm2x ping', `redis-cli -h db -a ${GONE} ping`],
    ['openssl enc -aes256 -pass pass:q7Lm2x', `openssl enc -aes256 -pass pass:${GONE}`],
    ["printf '%s' 'q7Lm2x' | docker login --password-stdin", `printf '%s' '${GONE}' | docker login --password-stdin`],
    ['echo q7Lm2x | sudo -S ls', `echo ${GONE} | sudo -S ls`],
  ])('%s', async (text, redacted) => {
    expect(await redactor.redactOne(text)).toBe(redacted);
  });

  it.each([
    'docker run -u node:node -p 80:80 x',
    'curl -sS https://x && git push -u origin a:b',
    'mysql -u root -p fruit',
    'ssh -p 2222 harbour',
    'mkdir -p src/password',
    'echo "$PASS" | sudo -S ls',
    'cat token | gh auth login --with-token',
    'redis-cli -a $PASS ping',
  ])('none in: %s', async (text) => {
    expect(await redactor.redactOne(text)).toBe(text);
  });
});

describe('tokens of three parts', () => {
  const header = Buffer.from('{"alg":"none"}').toString('base64url');

  it.each([
    [`x ${header}.eyJzdWIiOiIxIn0.q7Lm2x9K y`, 'x [redacted:jwt] y'],
    [`x ${header}.eyJzdWIiOiIx`, 'x [redacted:jwt]'],
    [`x ${header}..q7Lm2x9K.q7Lm.x9K`, 'x [redacted:jwt]'],
  ])('%s', async (text, redacted) => {
    expect(await redactor.redactOne(text)).toBe(redacted);
  });
});
