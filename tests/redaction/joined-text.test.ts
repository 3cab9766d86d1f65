import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redaction/redact.ts';
import { Seeded } from '../hostile/seeded.ts';

const random = new Seeded(11);
const token = `gh${'p_'}${random.opaque(36)}`;
const long = random.opaque(70);
const redactor = createRedactor();

/** A token with something in the middle of it, in a text. */
const broken = (by: string) => `the key ${token.slice(0, 18)}${by}${token.slice(18)} of the harbour`;

describe('a token that is broken by what is written out', () => {
  it.each([
    ['a colour in JSON', broken('\\u001b[31m')],
    ['a colour in JSON in JSON', broken('\\\\u001b[31m')],
    ['a colour in C', broken('\\x1b[1;31m')],
    ['a colour in a shell', broken('\\033[31m')],
    ['a colour in bash', broken('\\e[0m')],
    ['a blank without width in JSON', broken('\\u200b')],
    ['a tag in JSON', broken('\\udb40\\udc41')],
  ])('%s', async (_, text) => {
    expect(await redactor.redactOne(text)).toBe('the key [redacted:github] of the harbour');
  });

  it.each(['\\n', '\\r\\n', '\\\\n', '\\u000a'])('the end of a line as %s', async (lineBreak) => {
    const [head, tail] = [`export HARBOUR_DATABASE_API_TOKEN=${long}`.slice(0, 60), long.slice(26)];
    expect(await redactor.redactOne(`{"feedback":"${head}${lineBreak}${tail}"}`)).toBe(
      '{"feedback":"export HARBOUR_DATABASE_API_TOKEN=[redacted:assignment]"}',
    );
  });

  it('stays broken where the lines have nothing to do with each other', async () => {
    for (const text of [
      '{"out":"token of the harbour is refused\\nsrc/quay.ts:12 says so"}',
      'C:\\new\\token_reader\\u001b\\run.ts and C:\\users\\ada\\tokens\\next',
    ])
      expect(await redactor.redactOne(text)).toBe(text);
  });
});

it('finds a token that was wrapped, and that a message goes on behind', async () => {
  const text = `cat: /srv/${`export HARBOUR_API_TOKEN=${long}`.slice(0, 60)}\n${long.slice(35)}: No such file or directory`;
  expect(await redactor.redactOne(text)).toBe(
    'cat: /srv/export HARBOUR_API_TOKEN=[redacted:assignment]: No such file or directory',
  );
});

it('finds what lost its line breaks or slashes on the way into a name', async () => {
  expect(await redactor.redactOne('/srv/database: password: | qgowdwshzc0 host: db')).toBe(
    '/srv/database: password: | [redacted:assignment] host: db',
  );
  expect(await redactor.redactOne(`/srv/1/0${random.opaque(43)}/notes`)).toBe('/srv/[redacted:google-token]/notes');
  for (const text of [
    'grep password: | base64 -d',
    'grep password: | sha256sum notes',
    `objects/1/0${'ab12'.repeat(12)}`,
  ])
    expect(await redactor.redactOne(text)).toBe(text);
});
