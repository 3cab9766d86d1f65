import { lintSource } from '@secretlint/core';
import { creator, rules as presetRules } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redaction/redact.ts';
import { presetMarkers, replacedPresetRules } from '../../src/redaction/secretlint.ts';
import { drawn, hex, opaque } from './fake-secrets.ts';

const PREFIX = '@secretlint/secretlint-rule-';
const theirsAlone = createRedactor({ rules: [] });
const both = createRedactor();

/** What secretlint itself says, as a user would run it. */
async function lint(content: string): Promise<{ rule: string; found: string }[]> {
  const { messages } = await lintSource({
    source: { content, filePath: '/tmp/session.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: creator.meta.id, rule: creator, options: {} }] } },
  });
  return messages.map(({ ruleId, range }) => ({
    rule: ruleId.replace(PREFIX, ''),
    found: content.slice(range[0], range[1]),
  }));
}

const letters = (length: number) => drawn('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', length);
const digits = (length: number) => drawn('123456789', length);
const join = (separator: string, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((made) => made.join(separator));
const start = (...prefix: string[]) => fc.constant(prefix.join(''));

/** Secrets as each rule wants them, by the literal in the table. Prefixes are put together so that no scanner trips over this file. */
const samples: readonly [rule: string, literal: string, sample: fc.Arbitrary<string>][] = [
  [
    '1password',
    'ops_ey',
    opaque(97).map((text) => `op${'s_'}${Buffer.from(`{"email":"${text}"}`).toString('base64')}`),
  ],
  ['anthropic', 'sk-ant-api0', join('', start('sk-', 'ant-', 'api03-'), opaque(93), start('AA'))],
  ['databricks', 'dapi', join('', start('da', 'pi'), hex(32))],
  ['docker', 'dckr_pat_', join('', start('dckr', '_pat_'), opaque(27))],
  ['figma', 'figd_', join('', start('fi', 'gd_'), opaque(40))],
  ['gitlab', 'glpat-', join('', start('gl', 'pat-'), opaque(20))],
  ['grafana', 'glc_', join('', start('gl', 'c_'), opaque(32))],
  ['grafana', 'glsa_', join('', start('gl', 'sa_'), opaque(32), start('_'), hex(8))],
  ['groq', 'gsk_', join('', start('gs', 'k_'), opaque(52))],
  ['hashicorp-vault', 'hvs.', join('', start('hv', 's.'), opaque(90))],
  ['hashicorp-vault', 'hvb.', join('', start('hv', 'b.'), opaque(138))],
  ['hashicorp-vault', 'hvr.', join('', start('hv', 'r.'), opaque(120))],
  ['huggingface', 'hf_', join('', start('h', 'f_'), letters(34))],
  ['linear', 'lin_api_', join('', start('lin', '_api_'), opaque(32))],
  ['notion', 'ntn_', join('', start('nt', 'n_'), digits(11), opaque(35))],
  ['openai', 't3blbkfj', join('', start('sk', '-'), opaque(20), start('T3Bl', 'bkFJ'), opaque(20))],
  ['openai', 't3blbkfj', join('', start('sk', '-svcacct-'), opaque(74), start('T3Bl', 'bkFJ'), opaque(74))],
  ['sendgrid', 'sg.', join('', start('S', 'G.'), opaque(22), start('.'), opaque(43))],
  ...['shppa_', 'shpca_', 'shpat_', 'shpss_'].map((prefix): [string, string, fc.Arbitrary<string>] => [
    'shopify',
    prefix,
    join('', start(prefix), hex(32)),
  ]),
  ...['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-'].map((prefix): [string, string, fc.Arbitrary<string>] => [
    'slack',
    prefix,
    join('', start(prefix), join('-', digits(4), opaque(6))),
  ]),
  [
    'slack',
    'https://hooks.slack.com/services/t',
    join('', start('https://hooks.', 'slack.com/services/T'), digits(3), start('/B'), digits(3), start('/'), opaque(5)),
  ],
  ...['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'].map((prefix): [string, string, fc.Arbitrary<string>] => [
    'vercel',
    prefix,
    join('', start(prefix), opaque(20)),
  ]),
];

describe('the table of markers', () => {
  it('accounts for each rule of the preset once', () => {
    const ids = presetRules.map((rule) => rule.meta.id.replace(PREFIX, ''));
    const accounted = [...new Set(presetMarkers.map(({ rule }) => rule)), ...Object.keys(replacedPresetRules)];
    expect(accounted.sort()).toEqual(ids.sort());
  });

  it('has a sample here for each literal', () => {
    const literals = presetMarkers.flatMap((marker) => marker.literals);
    expect(new Set(samples.map(([, literal]) => literal))).toEqual(new Set(literals));
  });

  it.each(samples)('%s, %s: what secretlint finds is redacted', async (rule, literal, sample) => {
    await fc.assert(
      fc.asyncProperty(
        sample,
        fc.constantFrom('', ' ', '\n', '"', '=', '/', 'é\n', ...(rule === 'slack' ? [] : ['7'])),
        async (secret, lead) => {
          const text = `harbour ${lead}${secret}\nlantern`;
          expect(await lint(text)).toContainEqual({ rule, found: secret });
          expect(secret.toLowerCase()).toContain(literal);
          const redacted = await theirsAlone.redactOne(text);
          expect(redacted).toBe(`harbour ${lead}[redacted:${rule}]\nlantern`);
          expect(await both.redactOne(text)).not.toContain(secret.slice(-10));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('lets through whatever secretlint finds in a mixture of many', async () => {
    const pieces = fc.array(
      fc.tuple(
        fc.constantFrom(...samples).chain(([, , sample]) => sample),
        fc.constantFrom(' ', '\n', '", "', '\n\n'),
      ),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 4 }), async (batch) => {
        const texts = batch.map((parts) => parts.map((part) => part.join('')).join('orchard '));
        const redacted = await theirsAlone.redact(texts);
        for (const [i, text] of texts.entries()) {
          const findings = (await lint(text)).filter(({ rule }) => !(rule in replacedPresetRules));
          expect(findings.length).toBeGreaterThan(0);
          for (const { found } of findings) expect(redacted[i]).not.toContain(found);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the rules that ours replace', () => {
  const underscored = (length: number) => opaque(length).map((text) => text.replace(/^(.{3})./, '$1_'));
  const tokens: readonly [rule: string, prefix: string, length: number][] = [
    ...['p', 'o', 'u', 's', 'r'].map((type): [string, string, number] => ['github', `gh${type}_`, 36]),
    ['github', `github${'_pat_'}`, 82],
    ['npm', `np${'m_'}`, 36],
  ];

  it.each(tokens)('%s, %s: what secretlint finds is redacted', async (rule, prefix, length) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(opaque(length), underscored(length)), async (body) => {
        const text = `harbour "${prefix}${body}"\nlantern`;
        expect(await lint(text)).toContainEqual({ rule, found: prefix + body });
        expect(await both.redactOne(text)).toBe(`harbour "[redacted:${rule}]"\nlantern`);
      }),
      { numRuns: 12 },
    );
  });

  const body = 'MIIE'.concat('q7Lm2x9K'.repeat(24));
  const cases: readonly [rule: string, secret: string, text: string][] = [
    ['aws', 'wJ4'.repeat(13).concat('k'), `AWS_SECRET_ACCESS_KEY=${'wJ4'.repeat(13)}k`],
    ['basicauth', 'q7Lm2x9K', 'https://ann:q7Lm2x9K@orchard.test/x'],
    ['database-connection-string', 'q7Lm2x9K', 'mysql://app:q7Lm2x9K@db.orchard.test/fruit'],
    ['privatekey', body, ['-----BEGIN ', 'PRIVATE KEY-----\n', body, '\n-----END ', 'PRIVATE KEY-----'].join('')],
  ];

  it.each(cases)('%s: found by secretlint, redacted by us', async (rule, secret, text) => {
    expect((await lint(text)).map((finding) => finding.rule)).toContain(rule);
    expect(await both.redactOne(text)).not.toContain(secret.slice(-8));
  });

  it('a comment in the text switches nothing off', async () => {
    const token = `fi${'gd_'}${'Ab3'.repeat(14)}`;
    const text = `# secretlint-disable\n${token}\n`;
    expect(await lint(text)).toEqual([]);
    expect(await both.redactOne(text)).toBe('# secretlint-disable\n[redacted:figma]\n');
  });
});
