import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redaction/redact.ts';
import { builtInRules } from '../../src/redaction/rules/index.ts';
import { plantedSecrets } from '../hostile/secrets.ts';
import { allKinds, type FakeKind, type Planted } from './fake-secrets.ts';
import { ordinaryLines } from './ordinary-lines.ts';

const redactor = createRedactor();

/** What may stand right before and after a secret: nothing, blanks, quotes, escapes of JSON, colours, signs. */
const leads = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\\n',
  '\\r\\n',
  '"',
  "'",
  '`',
  '(',
  ': ',
  '\u001b[32m',
  '\\u001b[1;31m',
  'export A=1; ',
  '→',
  '{"output":"',
];
const trails = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\\n',
  '\\r\\n',
  '"',
  "'",
  '`',
  ')',
  ', ',
  '\\"',
  '\u001b[0m',
  ' # x',
  '"}',
  '…',
];
const noise = fc.oneof(
  fc.constantFrom(...ordinaryLines),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '[redacted:github]', 'password', '"', '\\', 'é', '日本', '{"a":"b"}', '://', '@'),
);

/** Half of a secret, from either end, is no longer to be found: nothing of use survives. */
function expectGone(redacted: string, { secret, text }: Planted): void {
  for (const line of secret.split('\n')) {
    const half = Math.max(5, Math.ceil(line.length / 2));
    const heads = [line.slice(0, half), line.slice(-half)];
    for (const part of heads)
      if (redacted.includes(part)) throw new Error(`${part} of ${text} survives in ${redacted}`);
  }
}

describe('planted secrets', () => {
  it.each(allKinds.map((kind): [string, string, FakeKind] => [kind.id, kind.form, kind]))(
    '%s, %s: is named and gone',
    async (id, _form, kind) => {
      await fc.assert(
        fc.asyncProperty(kind.planted, async (planted) => {
          const redacted = await redactor.redactOne(planted.text);
          expectGone(redacted, planted);
          expect(redacted).toContain(`[redacted:${id}]`);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('never survive, wherever they stand', async () => {
    const kind = fc.constantFrom(...allKinds).chain(({ planted }) => planted);
    const place = fc.tuple(
      noise,
      fc.constantFrom('\n', ' \n', '\\n'),
      fc.constantFrom(...leads),
      fc.constantFrom(...trails),
      noise,
    );
    await fc.assert(
      fc.asyncProperty(kind, place, async (planted, [before, gap, lead, trail, after]) => {
        const redacted = await redactor.redactOne(`${before}${gap}${lead}${planted.text}${trail}${gap}${after}`);
        expectGone(redacted, planted);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never survive in JSON, nor in JSON in JSON', async () => {
    const kind = fc.constantFrom(...allKinds).chain(({ planted }) => planted);
    await fc.assert(
      fc.asyncProperty(kind, noise, fc.integer({ min: 1, max: 2 }), async (planted, before, depth) => {
        let text = `${before}\n${planted.text}\n`;
        for (let i = 0; i < depth; i++) text = JSON.stringify({ stdout: text, code: 0 });
        expectGone(await redactor.redactOne(text), planted);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('ordinary text', () => {
  it('has more than a hundred lines here', () => {
    expect(ordinaryLines.length).toBeGreaterThan(100);
  });

  it.each(ordinaryLines)('survives: %s', async (line) => {
    expect(await redactor.redactOne(line)).toBe(line);
  });

  it('survives in any order, with any line break', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ordinaryLines)),
        fc.constantFrom('\n', '\r\n'),
        async (lines, lineBreak) => {
          const text = lines.join(lineBreak);
          expect(await redactor.redactOne(text)).toBe(text);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('redact', () => {
  const texts = fc.array(
    fc.oneof(
      noise,
      fc
        .tuple(fc.constantFrom(...allKinds), noise)
        .chain(([kind, around]) => kind.planted.map(({ text }) => `${around}\n${text} ${around}`)),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 12 },
  );

  it('changes nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (batch) => {
        const once = await redactor.redact(batch);
        expect(await redactor.redact(once)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  it('does with a batch what it does with each text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (batch) => {
        expect(await redactor.redact(batch)).toEqual(await Promise.all(batch.map((text) => redactor.redactOne(text))));
      }),
      { numRuns: 200 },
    );
  });

  it('finds a secret at the end of a long line, across the chunks of the scan', async () => {
    const pass = 'x9Kq7Lm2';
    for (const length of [32_760, 32_764, 32_768, 70_000]) {
      const text = `${'z'.repeat(length)} PASSWORD=${pass}`;
      expect(await redactor.redactOne(text)).toBe(`${'z'.repeat(length)} PASSWORD=[redacted:assignment]`);
    }
  });

  it('merges secrets that overlap and keeps the name of the first', async () => {
    const token = `gh${'p_'}${'Ab3'.repeat(12)}`;
    expect(await redactor.redactOne(`{"password":"x${token}y"}`)).toBe('{"password":"[redacted:assignment]"}');
  });

  it('redacts what stands beside an older placeholder, and leaves that as it is', async () => {
    expect(await redactor.redactOne('PASSWORD=[redacted:github]q7Lm2x9K')).toBe(
      'PASSWORD=[redacted:github][redacted:assignment]',
    );
  });
});

describe('what is allowed', () => {
  it('stays as it is, and nothing else does', async () => {
    const lenient = createRedactor({ allow: ['fixture7pass'] });
    expect(await lenient.redactOne('PASSWORD=fixture7pass')).toBe('PASSWORD=fixture7pass');
    expect(await lenient.redactOne('PASSWORD=fixture7passX A_TOKEN=q7Lm2x9K')).toBe(
      'PASSWORD=[redacted:assignment] A_TOKEN=[redacted:assignment]',
    );
  });
});

describe('the built-in rules', () => {
  it('have ids and markers of the form they must have', () => {
    for (const { id, markers } of builtInRules) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      for (const marker of markers) expect(marker).toMatch(/^[\x20-\x40\x5b-\x7e]+$/);
    }
  });

  it('are each found by a planted secret', async () => {
    const redacted = (await redactor.redact(plantedSecrets(1).map(({ text }) => text))).join('\n');
    const ids = [...new Set(builtInRules.map(({ id }) => id))];
    const rare = ['semgrep', 'wandb', 'ibm', 'workos', 'intra42', 'aws-signature'];
    expect(ids.filter((id) => !redacted.includes(`[redacted:${id}]`))).toEqual(rare);
  });
});
