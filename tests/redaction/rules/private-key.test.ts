import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/redact.ts';
import { privateKeyRules } from '../../../src/redaction/rules/private-key.ts';

const redactor = createRedactor({ rules: privateKeyRules, secretlint: false });
const GONE = '[redacted:private-key]';
/** Put together, so that no scanner takes this file for a leak. */
const begin = (name = '') => ['-----BEGIN ', name, 'PRIVATE ', 'KEY-----'].join('');
const end = (name = '') => ['-----END ', name, 'PRIVATE ', 'KEY-----'].join('');
const line = 'q7Lm2x9K'.repeat(8);
const body = [line, line, `${line.slice(0, 30)}==`];

describe('private keys', () => {
  it.each([
    ['whole', [begin('RSA '), ...body, end('RSA ')].join('\n'), GONE],
    ['with Windows line breaks', [begin(), ...body, end()].join('\r\n'), GONE],
    ['on one line', `"${[begin('EC '), ...body, end('EC '), ''].join('\\n')}"`, `"${GONE}\\n"`],
    [
      'encrypted',
      [begin('RSA '), 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00FF', '', ...body, end('RSA ')].join('\n'),
      GONE,
    ],
    [
      'with line numbers',
      [begin(), ...body, end()].map((text, i) => `${String(i + 1).padStart(6)}→${text}`).join('\n'),
      `     1→${GONE}`,
    ],
    ['in a diff', [begin(), ...body, end()].map((text) => `+${text}`).join('\n'), `+${GONE}`],
    ['in pieces of code', `${[begin(), ...body, end()].map((text) => `"${text}\\n"`).join(' +\n')};`, `"${GONE}\\n";`],
    ['without end', `${[begin('OPENSSH '), ...body.slice(0, 2)].join('\n')}\nq7Lm2`, GONE],
    ['without end, on one line', `${begin()}\\n${line}\\n${line}`, GONE],
    ['without end, then text', `${[begin(), line, line].join('\n')}\n$ ls -la`, `${GONE}$ ls -la`],
    [
      'without begin',
      `$ tail key.pem\n${[line, line, line.slice(0, 20), end()].join('\n')}\n$`,
      `$ tail key.pem\n${GONE}\n$`,
    ],
    [
      'PGP',
      [
        ['-----BEGIN PGP ', 'PRIVATE KEY BLOCK-----'].join(''),
        '',
        ...body,
        '=a1B2',
        ['-----END PGP ', 'PRIVATE KEY BLOCK-----'].join(''),
      ].join('\n'),
      GONE,
    ],
    ['body alone', `key: b3BlbnNzaC1rZXktdj${line} x`, `key: ${GONE} x`],
    ['RSA body alone', `key: MIIEpAIBAAKCAQEA${line} x`, `key: ${GONE} x`],
    [
      'in base64',
      `client-key-data: ${Buffer.from(begin('RSA ') + line).toString('base64')} x`,
      `client-key-data: ${GONE} x`,
    ],
  ])('%s', async (_what, text, redacted) => {
    expect(await redactor.redactOne(text)).toBe(redacted);
  });

  it('two in a row are both found', async () => {
    const key = [begin(), ...body, end()].join('\n');
    expect(await redactor.redactOne(`${key}\n${key}\n`)).toBe(`${GONE}\n${GONE}\n`);
    expect(await redactor.redactOne(`${begin()}\n${line}\n${key}\n`)).not.toContain(line);
  });

  it.each([
    ['a certificate', ['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----'].join('\n')],
    ['a public key', ['-----BEGIN PUBLIC KEY-----', ...body, '-----END PUBLIC KEY-----'].join('\n')],
    ['a template', `${begin()}\n\${key}\n${end()}`],
    ['dots', `${begin()}\n...\n${end()}`],
    ['code that looks for one', `if (pem.startsWith('${begin()}')) parse(pem);`],
    ['a certificate in base64', `certificate: ${Buffer.from(`-----BEGIN CERTIFICATE-----${line}`).toString('base64')}`],
  ])('none in %s', async (_what, text) => {
    expect(await redactor.redactOne(text)).toBe(text);
  });
});
